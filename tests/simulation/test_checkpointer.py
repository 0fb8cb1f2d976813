"""A run that is killed, wherever that is, goes on to the same end, and leaves nothing else."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.errors import ForSaleError, StoppedError, StrategyError, UsageError
from forsale_sim.results.files import checkpoint as format_module
from forsale_sim.results.files.locking import locked
from forsale_sim.simulation.checkpoints import Checkpoint
from forsale_sim.simulation.driver import Outcome
from forsale_sim.simulation.executors import PlayedChunk
from forsale_sim.simulation.long_runs import keeping as keeping_module
from forsale_sim.simulation.manifest import run_digest
from pyarrow import parquet

from tests.simulation.long_runs.kept import Snapshots, go_on, small_plan, start
from tests.simulation.playing import play, sums

PLAN = small_plan()


def numbers(path: Path) -> list[int]:
    found: list[int] = parquet.read_table(path, columns=["game"])["game"].to_pylist()
    return found


@pytest.mark.parametrize("every", [0, 1e6])
def test_what_is_killed_goes_on_to_the_same_end(tmp_path: Path, every: float) -> None:
    # With a million seconds between checkpoints there is only that of the beginning.
    expected = play(PLAN)
    place = tmp_path / "place"
    place.mkdir()
    snapshots = Snapshots(place, tmp_path)
    whole = start(place / "run", PLAN, snapshots, every=every, games_out=place / "games.parquet")
    assert sums(whole) == sums(expected)
    games = parquet.read_table(place / "games.parquet").sort_by("game")
    assert len(snapshots.taken) > 20
    for copy, played in snapshots.taken[::4]:
        shutil.rmtree(place)
        copy.rename(place)
        assert not (place / "games.parquet").exists()
        kept = Checkpoint.load(place / "run").outcome.games
        assert kept == (played if every == 0 else 0)
        outcome = go_on(place / "run", chunk_games=60)
        assert outcome.complete
        assert sums(outcome) == sums(expected)
        assert run_digest(outcome) == run_digest(expected)
        assert parquet.read_table(place / "games.parquet").sort_by("game").equals(games)
        assert {path.name for path in place.iterdir()} == {"run", "games.parquet"}


def test_it_is_killed_again_and_again(tmp_path: Path) -> None:
    class KilledError(BaseException):
        pass

    def kill(outcome: Outcome, played: PlayedChunk) -> None:
        deaths.append(outcome.games)
        if len(deaths) % 3 == 0:
            raise KilledError

    deaths: list[int] = []
    place, games = tmp_path / "run", tmp_path / "games.parquet"
    with pytest.raises(KilledError):
        start(place, PLAN, kill, games_out=games)
    ended = False
    while not ended:
        try:
            outcome = go_on(place, kill)
            ended = True
        except KilledError:
            assert not games.exists()
    assert len(deaths) > 30
    assert run_digest(outcome) == run_digest(play(PLAN))
    assert sorted(numbers(games)) == list(range(1, PLAN.games + 1))


def test_seconds_add_up(tmp_path: Path) -> None:
    def fail(outcome: Outcome, played: PlayedChunk) -> None:
        if outcome.games > 500:
            seconds.append(outcome.seconds)
            raise KeyboardInterrupt

    seconds: list[float] = []
    with pytest.raises(KeyboardInterrupt):
        start(tmp_path / "run", PLAN, fail)
    assert Checkpoint.load(tmp_path / "run").outcome.seconds == seconds[0] > 0
    assert go_on(tmp_path / "run").seconds > seconds[0]


def test_a_disk_that_is_full_keeps_the_last_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(outcome: Outcome, played: PlayedChunk) -> None:
        if outcome.games >= 400 and not kept:
            kept.append(outcome.games)
            monkeypatch.setattr(format_module, "atomic_write", full)

    def full(*_: object) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    kept: list[int] = []
    with monkeypatch.context() as limited:
        monkeypatch = limited
        with pytest.raises(ForSaleError) as caught:
            start(tmp_path / "run", PLAN, fill, games_out=tmp_path / "games.parquet")
    assert str(caught.value).splitlines() == [
        f"cannot write {tmp_path}/run/checkpoint.bin: No space left on device. "
        "Is there room, and the right to?",
        f"{kept[0]} games are kept. Go on with: forsale-sim run --resume {tmp_path}/run",
    ]
    assert Checkpoint.load(tmp_path / "run").outcome.games == kept[0]
    assert run_digest(go_on(tmp_path / "run")) == run_digest(play(PLAN))
    assert sorted(numbers(tmp_path / "games.parquet")) == list(range(1, PLAN.games + 1))


@pytest.mark.parametrize("failure", [UsageError("no"), KeyboardInterrupt(), StoppedError("no")])
def test_nothing_is_left_of_what_failed_before_its_first_checkpoint(
    tmp_path: Path, failure: BaseException
) -> None:
    def fail(*_: object) -> None:
        raise failure

    with pytest.raises(type(failure)):
        start(tmp_path / "a" / "b", PLAN, fail, every=1e6, games_out=tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_of_what_a_strategy_failed(tmp_path: Path) -> None:
    def fail(outcome: Outcome, played: PlayedChunk) -> None:
        if outcome.games > 500:
            raise StrategyError("a bid of 99 is illegal")

    with pytest.raises(StrategyError, match=r"^a bid of 99 is illegal$"):
        start(tmp_path / "run", PLAN, fail, games_out=tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == []


def test_the_games_of_others_are_left_alone(tmp_path: Path) -> None:
    parts = tmp_path / "games.parquet.parts"
    parts.mkdir()
    (parts / "000001.parquet").write_text("another run's")
    with pytest.raises(UsageError, match=r"games\.parquet\.parts, for the games until"):
        start(tmp_path / "run", PLAN, games_out=tmp_path / "games.parquet")
    assert (parts / "000001.parquet").read_text() == "another run's"
    assert not (tmp_path / "run").exists()


def test_one_process_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    with locked(folder), pytest.raises(UsageError, match="another process is writing"):
        start(folder, PLAN)
    start(folder, PLAN)
    with locked(folder), pytest.raises(UsageError, match="another process is writing"):
        go_on(folder)


def test_a_folder_that_holds_a_run_is_gone_on_with(tmp_path: Path) -> None:
    start(tmp_path / "run", PLAN)
    with pytest.raises(UsageError, match=r"not empty.*go on with .*run --resume .*run$"):
        start(tmp_path / "run", PLAN)


def test_what_a_killed_process_was_writing_is_removed(tmp_path: Path) -> None:
    start(tmp_path / "run", PLAN)
    (tmp_path / "run" / ".checkpoint.bin.123.part").write_text("half")
    (tmp_path / "run" / ".123.part").mkdir()
    (tmp_path / "run" / ".123.part" / "by_seat.csv").write_text("half")
    go_on(tmp_path / "run")
    assert not list((tmp_path / "run").glob("*.part"))


def test_a_process_killed_before_its_first_checkpoint_is_in_nobody_s_way(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / ".lock").write_text("")
    (folder / ".checkpoint.bin.123.part").write_text("half")
    start(folder, PLAN)
    assert {path.name for path in folder.iterdir()} == {".lock", "checkpoint.bin"}


def test_checkpoints_take_a_small_part_of_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    saved: list[float] = []

    def save(self: Checkpoint, folder: Path) -> None:
        saved.append(now[0])
        now[0] += 1.0

    def pass_time(*_: object) -> None:
        now[0] += 0.5

    monkeypatch.setattr(keeping_module, "COST", 0.1)
    monkeypatch.setattr(keeping_module, "EVERY", 2.0)
    monkeypatch.setattr(Checkpoint, "save", save)
    monkeypatch.setattr(keeping_module.time, "monotonic", lambda: now[0])
    start(tmp_path / "run", PLAN, pass_time, every=None)
    # The one at the start, the first in time, then each as long after the last as it takes.
    assert saved[:2] == [0.0, 3.0]
    assert saved[2] - (saved[1] + 1.0) == pytest.approx(10.0, abs=0.5)
    del saved[:]
    start(tmp_path / "told", PLAN, pass_time, every=2)
    assert saved[2] - (saved[1] + 1.0) == pytest.approx(2.0, abs=0.5)
