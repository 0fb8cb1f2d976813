"""``run --scheduler``: the same results, nothing of Dask on the screen, nothing left behind."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from pyarrow import parquet

from tests.cli.calling import Running, call, running
from tests.strategy_lab.check.trying import write
from tests.strategy_lab.simulation.test_cluster import address

psutil = pytest.importorskip("psutil")

pytestmark = pytest.mark.thorough
__all__ = ["address"]  # the fixture of a scheduler

SOON = 10
"""Seconds; on a free machine it is one."""

FIELD = ("--strategy", "spread", "--strategy", "coinflip", "--players", "3,4", "--seed", "5")


def digest_of(out: str) -> str:
    return next(line for line in out.splitlines() if line.startswith("digest"))


def wait_until_gone(command: Running) -> None:
    """Wait until a command and all that it has started have ended."""
    end = time.monotonic() + SOON
    while left := [process for process in psutil.process_iter() if in_session(process, command)]:
        assert time.monotonic() < end, left
        time.sleep(0.05)


def in_session(process: psutil.Process, command: Running) -> bool:
    try:
        ended = process.status() == psutil.STATUS_ZOMBIE
        return os.getsid(process.pid) == command.session and not ended
    except (psutil.NoSuchProcess, ProcessLookupError):
        return False


def test_a_run_on_a_cluster_says_and_saves_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    spec = write(tmp_path)
    run = ("run", "--games", 3000, *FIELD, "--strategy", spec)
    here = call(capsys, *run, "--games-out", tmp_path / "here.parquet")
    there = call(
        capsys,
        *(*run, "--scheduler", address),
        *("--out", tmp_path / "saved", "--games-out", tmp_path / "there.parquet"),
    )
    assert (here.status, there.status) == (0, 0)
    assert digest_of(there.out) == digest_of(here.out)
    games = [parquet.read_table(tmp_path / f"{name}.parquet") for name in ("here", "there")]
    assert games[0].sort_by("game") == games[1].sort_by("game")
    assert there.err == here.err + f"Saved tables, plots and manifest in {tmp_path / 'saved'}.\n"


def test_a_run_is_gone_on_with_on_a_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    run = ("run", "--games", 20_000, *FIELD)
    with running(*run, "--out", "saved", "--engine", "python", cwd=tmp_path) as command:
        command.wait_until_playing()
        command.interrupt()
        assert command.ended(SOON).status == 130
    resumed = call(
        capsys,
        *("run", "--resume", tmp_path / "saved"),
        *("--engine", "compiled", "--scheduler", address),
    )
    assert "Going on after " in resumed.err
    assert resumed.status == 0
    assert digest_of(resumed.out) == digest_of(call(capsys, *run).out)


def test_ctrl_c_ends_a_local_cluster_and_shows_what_there_is(tmp_path: Path) -> None:
    with running(
        "run", "--games", 10**11, *FIELD, "--scheduler", "local:2", cwd=tmp_path
    ) as command:
        command.wait_until_playing()
        command.interrupt_all()
        said = command.ended(SOON)
        wait_until_gone(command)
    assert said.status == 130
    assert "\ndigest  " in said.out
    assert "Traceback" not in said.err
    assert "distributed" not in said.err
    assert "Stopped early: these are " in said.err


def test_a_strategy_that_never_ends_keeps_nobody_waiting(tmp_path: Path) -> None:
    spec = write(tmp_path, bid="while view.coins >= 0: pass")
    with running(
        *("run", "--games", 1000, "--lineup", f"{spec},spread,spread"),
        *("--scheduler", "local:1"),
        cwd=tmp_path,
    ) as command:
        command.wait_until_shown("0/1002 games")
        time.sleep(1)  # until the first decision is asked for
        command.interrupt_all()
        said = command.ended(SOON)
        wait_until_gone(command)
    assert said.status == 130
    assert said.out == ""
    assert "error: interrupted before there was anything to show" in said.err
    assert "Traceback" not in said.err
