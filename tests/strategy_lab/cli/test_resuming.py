"""``run --resume``: what was killed at any moment ends as if it had not been."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from forsale_sim import load
from strategy_lab.errors import UsageError

from tests.cli.calling import Said, contents, running
from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write

FIELD = ("--strategy", "spread", "--strategy", "coinflip", "--players", "3,4", "--seed", "5")
SMALL = ("--games", "600", *FIELD)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which a small run has been saved, as `saved`."""
    folder = tmp_path_factory.mktemp("played")
    digest(forsale_sim(folder, "run", *SMALL, "--out", "saved", "--plot-format", "svg"))
    return folder


@pytest.fixture
def saved(played: Path, folder: Path) -> Path:
    """The same to do anything to, in the current folder."""
    shutil.copytree(played / "saved", folder / "saved")
    return Path("saved")


def forsale_sim(folder: Path, *arguments: object) -> Said:
    """Call the command in a process of its own."""
    ended = subprocess.run(
        command(arguments),
        cwd=folder,
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
    )
    return Said(ended.returncode, ended.stdout, ended.stderr)


def command(arguments: Sequence[object]) -> list[str]:
    return [sys.executable, "-m", "forsale_sim", *map(str, arguments)]


def digest(said: Said) -> str:
    assert said.status == 0, said.err
    assert "Traceback" not in said.err
    found = re.search(r"^digest  (\w+)$", said.out, re.MULTILINE)
    assert found, said.out
    return found[1]


def test_the_folder_says_from_the_start_what_it_is_of(forsale: Command, folder: Path) -> None:
    with running("run", "--games", "1e10", *FIELD, "--out", "saved", cwd=folder) as started:
        started.wait_until_playing()
        manifest = json.loads(Path("saved/manifest.json").read_text())
        busy = forsale("run", "--resume", "saved")
    assert manifest["complete"] is False
    assert manifest["seed"] == 5
    assert (busy.status, busy.message) == (
        2,
        "another process is writing saved: wait until it has ended, or end it",
    )


@pytest.mark.thorough
def test_a_run_that_is_complete_is_shown_again(forsale: Command, saved: Path) -> None:
    before = contents(saved)
    first = forsale("run", "--resume", saved)
    assert first.status == 0
    assert first.err == "What is in saved is complete: there was nothing left to do.\n"
    assert contents(saved) == before
    fresh = forsale("run", *SMALL)
    assert first.out.splitlines()[2:] == fresh.out.splitlines()[2:]
    as_json = forsale("run", "--resume", saved, "--format", "json", "--threads", "1")
    held = json.loads(before["manifest.json"] or "")
    assert json.loads(as_json.out)["manifest"] | {"tables": held["tables"]} == held


@pytest.mark.parametrize("lost", ["manifest.json", "by_seat.parquet", "a byte of it"])
def test_results_that_were_not_saved_are_saved(forsale: Command, saved: Path, lost: str) -> None:
    before = contents(saved)
    if lost == "a byte of it":
        (saved / "by_seat.parquet").write_bytes((before["by_seat.parquet"] or b"")[:-1])
        refused = forsale("plot", saved, "--kind", "seats")
        assert "is not the table that was saved" in refused.message
    else:
        (saved / lost).unlink()
        (saved / "manifest.json").write_text("half")
    said = forsale("run", "--resume", saved)
    assert (said.status, said.err) == (0, "Saved tables, plots and manifest in saved.\n")
    assert contents(saved) == before


def test_games_that_were_not_saved_from_the_beginning_are_not_saved(
    forsale: Command, saved: Path
) -> None:
    said = forsale("run", "--resume", saved, "--games-out", "games.parquet")
    assert (said.status, said.message) == (
        2,
        "--games-out: games of saved have not been saved from the beginning",
    )


def test_no_strategy_is_run_where_nothing_is_left_to_play(forsale: Command, folder: Path) -> None:
    spec, path = write(folder), folder / "mine.py"
    lineup = ("--lineup", f"{spec},spread,spread", "--games", "60", "--plot-format", "svg")
    digest(forsale_sim(folder, "run", *lineup, "--out", "saved"))
    before = contents(Path("saved"))
    path.write_text("raise SystemExit('it was run')")
    shown = forsale("run", "--resume", "saved")
    assert (shown.status, "nothing left to do" in shown.err) == (0, True)
    assert load("saved").manifest["complete"]
    assert contents(Path("saved")) == before
    with pytest.raises(UsageError, match="has changed since games were played"):
        load("saved").replay(1)


def test_a_folder_may_be_named_like_an_address(
    forsale: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    games = "s3:mine/games.parquet"
    run = ("run", "--games", "40", "--seed", "1", "--players", "3", "--strategy", "miser")
    saved = forsale(*run, "--out", "s3:mine", "--games-out", games)
    assert forsale("run", "--resume", "s3:mine", "--games-out", games).out == saved.out
    forsale("plot", games, "--kind", "prices", "--out", "s3:plot.svg")
    assert Path("s3:plot.svg").exists()
