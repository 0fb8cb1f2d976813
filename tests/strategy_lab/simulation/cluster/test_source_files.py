"""Strategies' files travel with what they import from their folder, and are the same there."""

from __future__ import annotations

import shutil
import sys
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from forsale_sim.for_sale import load_entrant
from strategy_lab.plugins.entrants import MixtureFile, write_mixture
from strategy_lab.plugins.strategies import moved, paths_in
from strategy_lab.simulation import cluster
from strategy_lab.simulation.cluster import read_files, write_files

STRATEGY = """
import json
from collections import deque

import table_of_bids
import tools.cards as c
from forsale_sim import View, strategy

@strategy("travelling")
class Travelling:
    def bid(view: View) -> int:
        return table_of_bids.BID

    def sell(view: View) -> int:
        return c.lowest_of(view.hand)
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where files of other machines go; modules of the test's own are forgotten after it."""
    before = set(sys.modules)
    monkeypatch.setattr(cluster, "_root", lambda: tmp_path / "travelled")
    yield tmp_path / "travelled"
    for name in set(sys.modules) - before:
        del sys.modules[name]


def strategy_with_modules(folder: Path, bid: int = 1) -> Path:
    (folder / "tools" / "deep").mkdir(parents=True)
    (folder / "mine.py").write_text(STRATEGY)
    (folder / "table_of_bids.py").write_text(f"import numpy\nimport own_numbers\nBID = {bid}\n")
    (folder / "own_numbers.py").write_text("")
    (folder / "unused.py").write_text("")
    (folder / "tools" / "__init__.py").write_text("from . import deep\n")
    (folder / "tools" / "cards.py").write_text("from forsale_sim.cards import lowest as lowest_of")
    (folder / "tools" / "deep" / "more.py").write_text("")
    return folder / "mine.py"


@pytest.mark.parametrize(
    ("spec", "paths", "elsewhere"),
    [
        ("spread", [], "spread"),
        ("spread:share=0.3", [], "spread:share=0.3"),
        ("mine.py:bold", ["mine.py"], "x/mine.py:bold"),
        ("a b/mine.py:bold:k=2,l=3", ["a b/mine.py"], "x/a b/mine.py:bold:k=2,l=3"),
        (
            "bid=spread:share=0.3,sell=mine.py:a",
            ["mine.py"],
            "bid=spread:share=0.3,sell=x/mine.py:a",
        ),
        ("bid=/b/b.py:b,sell=c.py:c", ["/b/b.py", "c.py"], "bid=x//b/b.py:b,sell=x/c.py:c"),
    ],
)
def test_files_of_a_spec(spec: str, paths: list[str], elsewhere: str) -> None:
    assert paths_in(spec) == paths
    assert moved(spec, lambda path: f"x/{path}") == elsewhere


def test_what_is_imported_from_the_folder_travels_along(tmp_path: Path, root: Path) -> None:
    path = strategy_with_modules(tmp_path)
    load_entrant(str(path))
    files = read_files(str(path))
    assert set(files) == {
        "mine.py",
        "table_of_bids.py",
        "own_numbers.py",
        "tools/__init__.py",
        "tools/cards.py",
        "tools/deep/more.py",
    }
    for name, file in files.items():
        assert file["path"] == str(tmp_path.resolve() / name)
        assert b64decode(file["content"]) == (tmp_path / name).read_bytes()


def test_a_link_to_a_file_travels_under_its_own_name(tmp_path: Path, root: Path) -> None:
    path = strategy_with_modules(tmp_path / "real")
    (tmp_path / "linked.py").symlink_to(path)
    load_entrant(str(tmp_path / "linked.py"))
    files = read_files(str(tmp_path / "linked.py"))
    assert files["linked.py"]["path"] == str(path.resolve())
    assert "table_of_bids.py" in files
    assert "mine.py" not in files


def test_files_are_written_once_and_mended(tmp_path: Path, root: Path) -> None:
    path = strategy_with_modules(tmp_path)
    load_entrant(str(path))
    files = read_files(str(path))
    folder = write_files(files)
    assert folder.parent == root
    written = folder / "tools" / "cards.py"
    untouched = written.stat().st_mtime_ns
    (folder / "mine.py").write_text("damaged")
    assert write_files(files) == folder
    assert written.stat().st_mtime_ns == untouched
    for name in files:
        assert (folder / name).read_bytes() == (tmp_path / name).read_bytes()
    assert not list(folder.rglob("*.part"))


@pytest.mark.parametrize("change", ["content", "name"])
def test_other_files_have_another_folder(tmp_path: Path, root: Path, change: str) -> None:
    path = strategy_with_modules(tmp_path)
    load_entrant(str(path))
    files = read_files(str(path))
    before = write_files(files)
    if change == "content":
        files["own_numbers.py"]["content"] = files["mine.py"]["content"]
    else:
        files["other_numbers.py"] = files.pop("own_numbers.py")
    assert write_files(files) != before


def test_a_module_of_an_earlier_run_does_not_stand_in(tmp_path: Path, root: Path) -> None:
    """Two users' files import modules of one name: each has its own."""
    bids = []
    for bid in (1, 2):
        folder = tmp_path / f"user-{bid}"
        path = strategy_with_modules(folder, bid)
        load_entrant(str(path))
        files = read_files(str(path))
        entrant = load_entrant(str(write_files(files) / "mine.py"))
        bids.append(entrant.decisions["bid"].function(None))  # type: ignore[arg-type]
    assert bids == [1, 2]


def test_a_strategy_in_a_subfolder_takes_along_what_it_imports(tmp_path: Path, root: Path) -> None:
    (tmp_path / "strats").mkdir()
    strategy_with_modules(tmp_path / "strats")
    path = tmp_path / "blend.toml"
    write_mixture(path, MixtureFile((str(tmp_path / "strats" / "mine.py"), "expert"), (1, 1), {}))
    files = read_files(str(path))
    assert {"blend.toml", "strats/mine.py", "strats/own_numbers.py", "strats/tools/cards.py"} < set(
        files
    )
    shutil.rmtree(tmp_path / "strats")
    load_entrant(str(write_files(files) / "blend.toml"))
