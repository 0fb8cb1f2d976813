from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.support.program import main


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with runs: of one ruleset, of two as CSV, a ranking, and a file of games."""
    folder = tmp_path_factory.mktemp("saved")
    few = ("--games", "400", "--seed", "3", "--players", "4", "--engine", "compiled")
    two = ("--ruleset", "iello-en", "--ruleset", "iello-fr")
    here = Path.cwd()
    os.chdir(folder)
    try:
        for arguments in (
            ["run", *few, "--out", "one", "--games-out", "games.parquet"],
            ["run", *few, *two, "--out", "two", "--out-format", "csv"],
            ["rank", *few, "--out", "ranked"],
        ):
            with pytest.raises(SystemExit) as ended:
                main(arguments)
            assert ended.value.code == 0
    finally:
        os.chdir(here)
    return folder


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("one", ["strategies", "seats", "players", "measures", "opponents"]),
        ("ranked", ["ratings", "opponents"]),
        ("games.parquet", ["prices", "cheques", "worth"]),
    ],
)
def test_without_a_kind_those_that_there_are_are_listed(
    forsale: Command, saved: Path, folder: Path, source: str, kinds: list[str]
) -> None:
    said = forsale("plot", saved / source)
    assert said.status == 0
    assert [line.split()[0] for line in said.out.splitlines()] == kinds
    assert not list(folder.iterdir())
    assert forsale("plot", saved / source, "--out", "x.png").status == 2


@pytest.mark.parametrize(
    ("kind", "whole"),
    [
        ("seats", "one/win_rate_by_seat_iello-en.png"),
        ("strategies", "one/win_rate_by_strategy_iello-en.png"),
        ("ratings", "ranked/ratings_iello-en.png"),
    ],
)
def test_a_plot_is_the_one_that_the_run_saved(
    forsale: Command, saved: Path, folder: Path, kind: str, whole: str
) -> None:
    forsale("plot", saved / whole.partition("/")[0], "--kind", kind, "--out", "x.png")
    assert (folder / "x.png").read_bytes() == (saved / whole).read_bytes()


def test_tables_may_be_csv_and_of_several_rulesets(
    forsale: Command, saved: Path, folder: Path
) -> None:
    for ruleset in ("iello-en", "iello-fr"):
        options = ("--kind", "seats", "--ruleset", ruleset)
        assert forsale("plot", saved / "two", *options).status == 0
        whole = saved / "two" / f"win_rate_by_seat_{ruleset}.png"
        assert (folder / f"seats_{ruleset}.png").read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("kind", ["prices", "cheques", "worth"])
def test_a_file_of_games_is_plotted(forsale: Command, saved: Path, folder: Path, kind: str) -> None:
    for out in ("a.svg", "b.svg"):
        said = forsale("plot", saved / "games.parquet", "--kind", kind, "--out", out)
        assert said.status == 0
    assert (folder / "a.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert (folder / "a.svg").read_bytes() == (folder / "b.svg").read_bytes()
