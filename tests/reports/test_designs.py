"""The designs that the repository publishes: whole, small, and in the README as they came out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.files.whole_files import read_toml

from tests.support.published import DESIGNS as PUBLISHED
from tests.support.published import REPORTS, is_complete, readme

FILES = sorted(path.stem for path in PUBLISHED.glob("*.toml"))
NAMES = [name for name in FILES if (PUBLISHED / name).is_dir()]

MOST_BYTES = 1_000_000
"""Of all published designs together."""


def test_every_file_has_a_row_and_every_folder_a_file() -> None:
    rows = (PUBLISHED / "README.md").read_text("utf-8")
    assert set(re.findall(r"\]\(([\w-]+)/report\.md\)", rows)) == set(FILES)
    assert {path.name for path in PUBLISHED.iterdir() if path.is_dir()} <= set(FILES)


@pytest.mark.parametrize("folder", [REPORTS, PUBLISHED])
def test_the_readme_says_what_came_out(folder: Path) -> None:
    assert (folder / "README.md").read_text("utf-8") == readme(folder)


@pytest.mark.parametrize("name", NAMES)
def test_a_design_is_whole_and_of_what_its_file_asks_for(name: str) -> None:
    folder, asked = PUBLISHED / name, read_toml(PUBLISHED / f"{name}.toml")
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


def test_what_is_published_is_small() -> None:
    assert sum(path.stat().st_size for path in PUBLISHED.rglob("*") if path.is_file()) < MOST_BYTES
