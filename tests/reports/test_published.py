"""The reports that the repository publishes: whole, as their files ask for them, and repeatable."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from forsale_sim.cli.main import cli
from forsale_sim.reports.config import load_config

REPORTS = Path(__file__).parents[2] / "reports"
PUBLISHED = sorted(path.parent.name for path in REPORTS.glob("*/report.html"))
LINK = re.compile(r"\]\(((?:figures|data)/[\w.-]+)\)")


def made(name: str, folder: Path, games: int | None = None) -> Path:
    """A report made again from its file."""
    fewer = [] if games is None else ["--games", str(games)]
    asked = ["report", str(REPORTS / f"{name}.toml"), "--out", str(folder / name), *fewer]
    result = CliRunner().invoke(cli, asked, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return folder / name


def files(report: Path) -> set[str]:
    return {str(path.relative_to(report)) for path in report.rglob("*") if path.is_file()}


def headings(report: Path) -> list[str]:
    return re.findall(r"^## (.*)$", (report / "report.md").read_text("utf-8"), re.MULTILINE)


def manifest(report: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((report / "manifest.json").read_text("utf-8"))
    return found


def test_each_has_its_file() -> None:
    assert PUBLISHED
    for name in PUBLISHED:
        assert (REPORTS / f"{name}.toml").is_file()


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_report_is_of_what_its_file_asks_for(name: str) -> None:
    assert load_config(REPORTS / name / "report.toml") == load_config(REPORTS / f"{name}.toml")
    asked = load_config(REPORTS / f"{name}.toml").model_dump(mode="json")
    assert {key: manifest(REPORTS / name)[key] for key in asked} == asked


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_data_are_those_of_the_manifest(name: str) -> None:
    digests = manifest(REPORTS / name)["data"]
    assert isinstance(digests, dict)
    assert digests
    for table, digest in digests.items():
        content = (REPORTS / name / "data" / f"{table}.csv").read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest


@pytest.mark.parametrize("name", PUBLISHED)
def test_all_that_the_markdown_shows_is_there(name: str) -> None:
    text = (REPORTS / name / "report.md").read_text("utf-8")
    links = LINK.findall(text)
    assert links
    for link in links:
        assert (REPORTS / name / link).is_file()
    assert all(len(alt) > 40 for alt in re.findall(r"^!\[(.*)\]\(", text, re.MULTILINE))


@pytest.mark.parametrize("name", PUBLISHED)
def test_made_again_with_few_games_it_has_the_same_parts(name: str, tmp_path: Path) -> None:
    again = made(name, tmp_path, games=24)
    assert headings(again) == headings(REPORTS / name)
    assert files(again) - {".lock", "checkpoint.npz"} == files(REPORTS / name)
    assert manifest(again)["data"] != manifest(REPORTS / name)["data"]


@pytest.mark.slow
@pytest.mark.parametrize("name", PUBLISHED)
def test_made_again_in_full_it_has_the_same_data(name: str, tmp_path: Path) -> None:
    again = manifest(made(name, tmp_path))
    assert again["runs"] == manifest(REPORTS / name)["runs"]
    assert again["data"] == manifest(REPORTS / name)["data"]
