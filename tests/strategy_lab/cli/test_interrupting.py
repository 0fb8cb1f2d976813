"""Ctrl-C: a run stops at once and shows what it has, whatever its strategies do."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pyarrow import parquet
from strategy_lab.cli.main import INTERRUPTED
from strategy_lab.errors import StoppedError

from tests.cli.calling import PATIENCE, running
from tests.strategy_lab.check.trying import write
from tests.strategy_lab.simulation.kept import played_games

pytestmark = pytest.mark.thorough

SOON = 5
"""Seconds; on a free machine it is a fraction of one."""

FIELD = ("--strategy", "spread", "--strategy", "coinflip", "--players", "3,4", "--seed", "5")
MANY = 10**11

CTRL_C = """
import atexit, os, runpy, signal, sys

class Import:
    def find_spec(name, path, target=None):
        if name == WHEN:
            os.kill(os.getpid(), signal.SIGINT)

class Last:
    def __del__(self, kill=os.kill, process=os.getpid(), number=signal.SIGINT):
        kill(process, number)

sys.meta_path.insert(0, Import)
if WHEN == "the last objects go":
    sys.last = Last()
sys.argv[0] = "forsale-sim"
runpy.run_module("forsale_sim", run_name="__main__")
"""
"""A program that is interrupted at a moment of its choice."""


def interrupted(when: str) -> subprocess.CompletedProcess[str]:
    """Run a command that is interrupted when a module is imported, or at the very end."""
    code = f"WHEN = {when!r}{CTRL_C}"
    command = [sys.executable, "-c", code, "rulesets"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "module", ["click", "strategy_lab.errors", "forsale_sim.cli.commands.rulesets", "pydantic"]
)
def test_an_import_can_be_interrupted(module: str) -> None:
    said = interrupted(module)
    assert said.returncode == INTERRUPTED == StoppedError.exit_status
    assert said.stdout == ""
    assert said.stderr.strip() in ("", "forsale-sim: error: interrupted")


def test_after_the_last_line_nothing_is_left_to_interrupt() -> None:
    said = interrupted("the last objects go")
    assert (said.returncode, said.stderr) == (0, "")
    assert "iello-en" in said.stdout


@pytest.mark.parametrize(("engine", "threads"), [("compiled", 2), ("python", 1)])
def test_what_is_complete_is_shown_and_saved(tmp_path: Path, engine: str, threads: int) -> None:
    with running(
        *("run", "--games", MANY, *FIELD, "--engine", engine, "--threads", threads),
        *("--out", "saved", "--games-out", "games.parquet"),
        cwd=tmp_path,
    ) as command:
        command.wait_until_playing()
        command.interrupt()
        said = command.ended(SOON)
    assert said.status == 130
    first, *_ = said.out.splitlines()
    assert "(PARTIAL: stopped early), seed 5" in first
    assert "\nspread " in said.out
    assert "\ndigest  " in said.out
    assert "Traceback" not in said.err
    assert "Stopped early: these are " in said.err
    manifest = json.loads((tmp_path / "saved" / "manifest.json").read_text())
    assert manifest["complete"] is False
    assert 0 < manifest["games"] < manifest["games_requested"] == MANY
    assert f"{manifest['games']:,} of 100,000,000,001 games" in said.err
    by_seat = parquet.read_table(tmp_path / "saved" / "by_seat.parquet").to_pylist()
    assert sum(row["games"] for row in by_seat if row["seat"] == 1) == manifest["games"]
    parts = list((tmp_path / "games.parquet.parts").iterdir())
    assert sum(parquet.read_metadata(part).num_rows for part in parts) == manifest["games"]
    assert not (tmp_path / "games.parquet").exists()
    assert not list(tmp_path.rglob("*.part"))
    assert "Go on with: forsale-sim run --resume saved" in said.err


@pytest.mark.parametrize(
    "asked",
    [
        f"meta {' '.join(FIELD)} --deals 100000",
        f"compare iello-fr iello-en {' '.join(FIELD[-4:])} --players-from strong --games 1e10",
    ],
)
def test_every_experiment_shows_what_is_complete(tmp_path: Path, asked: str) -> None:
    with running(*asked.split(), "--out", "saved", cwd=tmp_path) as command:
        # A batch of the meta-game with 3 players and one with 4 are some 50,000 games.
        command.wait_until_shown(r"\b[1-9]\d{5,}/\d+")
        command.interrupt()
        said = command.ended(PATIENCE)
    assert said.status == 130
    assert "(PARTIAL: stopped early)" in said.out.splitlines()[0]
    manifest = json.loads((tmp_path / "saved" / "manifest.json").read_text())
    assert manifest["complete"] is False
    for table in manifest["tables"]:
        assert (tmp_path / "saved" / table).exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_what_ends_a_program_interrupts_a_run(tmp_path: Path, number: signal.Signals) -> None:
    with running(
        *("run", "--games", MANY, *FIELD, "--format", "json", "--games-out", "games.parquet"),
        cwd=tmp_path,
    ) as command:
        command.wait_until_playing()
        os.kill(command.session, number)
        said = command.ended(SOON)
    assert said.status == 130
    games = json.loads(said.out)["manifest"]["games"]
    assert parquet.read_metadata(tmp_path / "games.parquet").num_rows == games
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet"]


def test_a_compiled_strategy_that_never_ends_keeps_nobody_waiting(tmp_path: Path) -> None:
    spec = write(tmp_path, bid="while view.coins >= 0: pass")
    with running(
        *("run", "--games", 1000, "--lineup", f"{spec},spread,spread"),
        *("--out", "saved", "--games-out", "games.parquet"),
        cwd=tmp_path,
    ) as command:
        command.wait_until_shown("0/1002 games")
        time.sleep(1)  # until the first decision is asked for
        command.interrupt()
        said = command.ended(SOON)
    assert said.status == 130
    assert said.out == ""
    games = shlex.quote(str(tmp_path / "games.parquet"))
    on = f"Go on with: forsale-sim run --resume saved --games-out {games}"
    assert f"interrupted before there was anything to show. {on}" in " ".join(said.err.split())
    assert "Traceback" not in said.err
    assert played_games(tmp_path / "saved") == 0


def test_a_second_time_it_stops_in_the_middle_of_a_python_strategy(tmp_path: Path) -> None:
    spec = write(
        tmp_path,
        bid="open('playing', 'w').close()\n        while True: time.sleep(0.01)",
        top="from pathlib import Path",
    )
    with running(
        *("run", "--games", 10, "--lineup", f"{spec},spread,spread", "--engine", "python"),
        *("--out", "saved", "--games-out", "games.parquet"),
        cwd=tmp_path,
    ) as command:
        while not (tmp_path / "playing").exists():
            command.wait_until_shown("0/12 games")
        command.interrupt()
        time.sleep(0.5)
        assert command.is_running()
        command.interrupt()
        said = command.ended(SOON)
    assert said.status == 130
    assert said.out == ""
    assert "forsale-sim: error: interrupted" in said.err
    assert "Traceback" not in said.err
    assert played_games(tmp_path / "saved") == 0
