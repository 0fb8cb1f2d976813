"""The reports that the repository publishes: small, whole, repeatable, and true to their data."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from forsale_sim.reports.experiment import Config, load_config
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.files.whole_files import read_toml
from strategy_lab.stats.evidence import LIKELY, SOLID

from tests.reports.following import checked_findings
from tests.support.program import cli
from tests.support.published import DESIGNS, is_complete, readme

REPORTS = Path(__file__).parents[2] / "reports"
FILES = sorted(path.stem for path in REPORTS.glob("*.toml"))
PUBLISHED = sorted(path.parent.name for path in REPORTS.glob("*/data.csv"))
LINK = re.compile(r"\]\(((?:figures/|data)[\w./-]+)\)")

PAGES = [REPORTS / name for name in PUBLISHED] + sorted(
    path.parent for path in DESIGNS.glob("*/report.md")
)

KEYS = set(Config.model_fields)

MOST_BYTES = 3_000_000
"""Of all published reports together."""


def made(name: str, folder: Path, games: int | None = None) -> Path:
    """A report made again from its file."""
    fewer = [] if games is None else ["--draft", "--games", str(games)]
    asked = ["report", str(REPORTS / f"{name}.toml"), "--out", str(folder / name), *fewer]
    result = CliRunner().invoke(cli, asked, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return folder / name


def manifest(report: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((report / "manifest.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_report_is_of_what_its_file_asks_for(name: str) -> None:
    assert load_config(REPORTS / name / "report.toml") == load_config(REPORTS / f"{name}.toml")
    told = {key: value for key, value in manifest(REPORTS / name).items() if key in KEYS}
    assert Config.validated(told, name) == load_config(REPORTS / f"{name}.toml")


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_data_are_those_of_the_manifest(name: str) -> None:
    content = (REPORTS / name / "data.csv").read_bytes()
    assert hashlib.sha256(content).hexdigest() == manifest(REPORTS / name)["data"]


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_is_said_follows_from_the_data(name: str) -> None:
    text = (REPORTS / name / "report.md").read_text("utf-8")
    shown = re.findall(r"^\d\. \*\*(?:solid|likely):", text, re.MULTILINE)
    assert checked_findings(REPORTS / name) == len(shown)


def test_no_two_reports_answer_a_question_differently() -> None:
    """The ledger of claims: the same rulesets, players, measure and kind of players, one answer."""
    asked = ["a", "b", "players", "measure", "seat", "play"]
    ledger = pd.concat(
        [pd.read_csv(REPORTS / name / "data.csv").assign(report=name) for name in PUBLISHED]
    )
    ledger = ledger[ledger["tables"] > 0]
    shown = ledger[ledger["grade"].isin((SOLID, LIKELY))]
    signs = shown.assign(sign=np.sign(shown["mean"])).groupby(asked, dropna=False)["sign"]
    assert (signs.agg(set).map(len) == 1).all()
    answers = ledger.groupby(asked, dropna=False)["grade"].agg(set)
    assert (ledger.groupby(asked, dropna=False)["report"].agg(set).map(len) > 1).any()
    assert (answers.map(len) == 1).all()


@pytest.mark.parametrize("name", PUBLISHED)
def test_no_sentence_has_the_name_of_a_machine(name: str) -> None:
    text = (REPORTS / name / "report.md").read_text("utf-8").replace("\\", "")
    said = re.sub(r"\]\([^)]*\)", "", text.partition("\n## Method")[0])
    assert not re.search(
        r"iello-|ravensburger-|gryphon-|#[0-9a-f]{6}|panel:|\w\[|[a-z]_[a-z]", said
    )
    assert not re.search(r"[+\N{MINUS SIGN}]0\.0+\b", said), "a 0 with a sign"


@pytest.mark.parametrize("name", PUBLISHED)
def test_all_that_the_markdown_shows_is_there(name: str) -> None:
    text = (REPORTS / name / "report.md").read_text("utf-8")
    links = LINK.findall(text)
    assert links
    for link in links:
        assert (REPORTS / name / link).is_file()
    assert all(len(alt) > 40 for alt in re.findall(r"^!\[(.*)\]\(", text, re.MULTILINE))


def decimals(texts: Iterable[str]) -> Iterator[str]:
    """Each number of texts as a page may round it: as it is, or in per cent."""
    for text in texts:
        with suppress(ValueError):
            value = abs(float(text))
            yield from (
                f"{factor * value + nudge * 10.0 ** -(places + 3):.{places}f}"
                for factor in (1, 100)
                for places in (1, 2, 3)
                for nudge in (-1, 0, 1)
            )


@pytest.mark.parametrize("folder", PAGES, ids=lambda folder: folder.name)
def test_each_number_of_a_page_is_in_its_data(folder: Path) -> None:
    cells = (
        cell
        for path in folder.glob("*.csv")
        for row in csv.reader(path.read_text("utf-8").splitlines())
        for cell in row
    )
    text = (folder / "report.md").read_text("utf-8").partition("\n## Method")[0]
    said = set(re.findall(r"(?<![\w.#±])\d+\.\d+", text.partition("\n## Make it again")[0]))
    assert len(said) > 30
    assert said - set(decimals(cells)) == set()


@pytest.mark.parametrize("folder", PAGES, ids=lambda folder: folder.name)
def test_every_figure_of_effects_has_intervals(folder: Path) -> None:
    text = (folder / "report.md").read_text("utf-8").replace("\\", "")
    figures = dict(re.findall(r"^!\[(.*)\.\]\(figures/([\w-]+)\.svg\)$", text, re.MULTILINE))
    for alt in [alt for alt, name in figures.items() if name != "front"]:  # which the race saw
        assert " to " in alt
        assert not re.findall(r"[:,] [+\N{MINUS SIGN}]?\d+\.\d+(?=[;,]|$)", alt)


@pytest.mark.parametrize("folder", PAGES, ids=lambda folder: folder.name)
def test_a_first_screen_is_read_at_a_glance(folder: Path) -> None:
    text = re.sub(r"^!\[.*$|^\d\. ", "", (folder / "report.md").read_text("utf-8"), flags=re.M)
    first = "".join(text.split("\n## ")[:3])
    assert len(re.findall(r"\d[\d.,]*", first)) <= 25


def test_what_is_published_is_small() -> None:
    published = (path for name in PUBLISHED for path in (REPORTS / name).rglob("*"))
    assert sum(path.stat().st_size for path in published if path.is_file()) < MOST_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_every_file_makes_a_report(name: str, tmp_path: Path) -> None:
    again = made(name, tmp_path, games=24)
    assert (again / "report.html").stat().st_size < 600_000


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLISHED)
def test_made_again_in_full_it_has_the_same_data(name: str, tmp_path: Path) -> None:
    again = manifest(made(name, tmp_path))
    assert again["digest"] == manifest(REPORTS / name)["digest"]
    assert again["data"] == manifest(REPORTS / name)["data"]


DESIGN_FILES = sorted(path.stem for path in DESIGNS.glob("*.toml"))
DESIGN_NAMES = [name for name in DESIGN_FILES if (DESIGNS / name).is_dir()]

MOST_DESIGN_BYTES = 1_000_000
"""Of all published designs together."""


def test_every_file_has_a_row_and_every_folder_a_file() -> None:
    rows = (DESIGNS / "README.md").read_text("utf-8")
    assert set(re.findall(r"\]\(([\w-]+)/report\.md\)", rows)) == set(DESIGN_FILES)
    assert {path.name for path in DESIGNS.iterdir() if path.is_dir()} <= set(DESIGN_FILES)


@pytest.mark.parametrize("folder", [REPORTS, DESIGNS])
def test_the_readme_says_what_came_out(folder: Path) -> None:
    assert (folder / "README.md").read_text("utf-8") == readme(folder)


@pytest.mark.parametrize("name", DESIGN_NAMES)
def test_a_design_is_whole_and_of_what_its_file_asks_for(name: str) -> None:
    folder, asked = DESIGNS / name, read_toml(DESIGNS / f"{name}.toml")
    assert is_complete(folder)
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["players"] == [asked["players"]]
    assert manifest["seed"] == asked["seed"]
    recommended = folder / "recommended.toml"
    if manifest["recommended"] in (None, asked["from"]):
        assert not recommended.exists()
    else:
        ruleset = load_ruleset(str(recommended))
        assert ruleset.name == manifest["recommended"]
        assert asked["players"] in ruleset.players
    page = (folder / "report.md").read_text("utf-8")
    links = re.findall(r"\]\(([\w./-]+)\)", page)
    assert links
    assert all((folder / link).is_file() for link in links)
    said = re.sub(
        r"```.*?```|\]\([^)]*\)", "", page.partition("\n## Make it again")[0], flags=re.DOTALL
    )
    assert not re.search(r"iello-|panel:|\w\[|[a-z]_[a-z]|[<>]=|--games", said.replace("\\", ""))


def test_what_designs_take_is_small() -> None:
    assert (
        sum(path.stat().st_size for path in DESIGNS.rglob("*") if path.is_file())
        < MOST_DESIGN_BYTES
    )
