"""A cluster plays what threads play, whichever workers die, and says what ends an experiment."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from forsale_sim.program import FOR_SALE
from strategy_lab.errors import LaboratoryError
from strategy_lab.experiments.compare.spec import CompareSpec
from strategy_lab.experiments.run.spec import RunSpec
from strategy_lab.simulation import cluster as executing
from strategy_lab.simulation.checkpoints import digest_of
from strategy_lab.simulation.cluster import Cluster, cluster
from strategy_lab.simulation.execution import FailedGameError, Watcher, simulate
from strategy_lab.simulation.experiment import Outcome, Piece, PlayedPiece
from strategy_lab.simulation.spec import Spec

from tests.strategy_lab.check.trying import write
from tests.strategy_lab.simulation.cluster.schedulers import scheduler
from tests.strategy_lab.simulation.kept import small_spec
from tests.strategy_lab.simulation.playing import play, sums

LONG = 60
"""Seconds until a test that waits for something gives up."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with scheduler() as made:
        yield made.scheduler_address


def spec_of(*strategies: str, games: int = 20_000) -> RunSpec:
    return small_spec(
        rulesets=["iello-en", "iello-fr"],
        strategies=strategies or ("spread", "coinflip", "counter"),
        seed=3,
        games=games,
    )


@contextmanager
def working(spec: Spec, engine: str, scheduler: str, **options: bool) -> Iterator[Cluster]:
    with cluster(spec, spec.experiment(), engine, scheduler, **options) as executor:
        yield executor


def played_by(executor: Cluster, spec: Spec, *watchers: Watcher) -> Outcome:
    return simulate(Outcome(spec.experiment()), executor, watchers)


def the_pieces(number: int, deals: int = 10) -> Iterator[Piece]:
    return (Piece(0, 1 + deals * place, deals) for place in range(number))


def test_a_cluster_plays_what_threads_play(address: str, tmp_path: Path) -> None:
    spec = spec_of("spread", "coinflip", write(tmp_path))
    with working(spec, "compiled", address) as executor:
        assert executor.threads == 2
        outcome = played_by(executor, spec)
    assert outcome.complete
    assert sums(outcome) == sums(play(spec.experiment(), threads=2))


def test_the_python_engine_plays_too(address: str, tmp_path: Path) -> None:
    path = write(tmp_path, bid="assert {}.get(view.seat) is None")
    spec = spec_of("spread", path, games=200)
    with working(spec, "python", address) as executor:
        outcome = played_by(executor, spec)
    assert sums(outcome) == sums(play(spec.experiment(), "python"))


def test_games_come_if_they_are_wanted(address: str) -> None:
    spec = spec_of()
    here: list[PlayedPiece] = []
    there: list[PlayedPiece] = []
    play(spec.experiment(), keep_rows=True, watchers=[lambda _, piece: here.append(piece)])
    with working(spec, "compiled", address, keep_rows=True) as executor:
        played_by(executor, spec, lambda _, piece: there.append(piece))

    def games(pieces: list[PlayedPiece]) -> np.ndarray[Any, Any]:
        return np.concatenate(
            [rows.data for each in pieces if each.piece.block == 1 for rows in each.rows]
        )

    np.testing.assert_array_equal(games(there), games(here))


def test_pieces_come_in_order_and_few_are_under_way(address: str) -> None:
    begun = 0

    def counted() -> Iterator[Piece]:
        nonlocal begun
        for piece in the_pieces(60):
            begun += 1
            yield piece

    with working(spec_of(games=10**6), "compiled", address) as executor:
        for place, played in enumerate(executor.play(counted(), threading.Event())):
            assert played.piece.first == 1 + 10 * place
            assert played.core.games == 30
            assert begun <= place + 1 + executing.UNDER_WAY * executor.threads
    assert begun == 60


def test_nothing_comes_after_the_stop_and_nothing_goes_on(address: str) -> None:
    stop = threading.Event()
    with working(spec_of(games=10**6), "compiled", address) as executor:
        came = []
        for played in executor.play(the_pieces(100), stop):
            came.append(played)
            if len(came) == 5:
                stop.set()
        assert len(came) == 5
        until(lambda: tasks_left(executor) == 0)


def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so, which must be soon."""
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def tasks_left(executor: Cluster) -> int:
    """How many tasks the scheduler has."""
    client = executor._client
    return int(client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))


@pytest.mark.parametrize("engine", ["compiled", "python"])
def test_a_mistake_is_reported_as_by_threads(address: str, tmp_path: Path, engine: str) -> None:
    path = write(tmp_path, bid="if view.random() < 1e-3:\n            return 99")
    spec = spec_of(path, games=2000)
    with pytest.raises(FailedGameError) as here:
        play(spec.experiment())
    with working(spec, engine, address) as executor, pytest.raises(FailedGameError) as there:
        played_by(executor, spec)
    assert str(there.value) == str(here.value)
    assert there.value.where == here.value.where


def test_workers_without_this_package_say_so(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(executing.Call, "__reduce__", lambda _: (import_module, ("forsale_2",)))
    with (
        pytest.raises(LaboratoryError, match=r"cannot load forsale-sim .*extra \[cluster\]"),
        working(spec_of(), "compiled", address),
    ):
        pass


def test_a_run_waits_for_workers_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executing, "WORKERS_WITHIN", 0.5)
    with scheduler(workers=0) as nobody:
        started = time.monotonic()
        with (
            pytest.raises(
                LaboratoryError, match=r"no workers for 0 seconds.* dask worker tcp://127"
            ),
            working(spec_of(), "compiled", nobody.scheduler_address),
        ):
            pass
        assert time.monotonic() - started < 15


def test_workers_may_come_later_and_go(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of(games=10**6)
    monkeypatch.setattr(executing, "WORKERS_WITHIN", 1.0)
    monkeypatch.setattr(executing, "LOOK_EVERY", 0.1)
    with (
        scheduler(workers=1) as some,
        working(spec, "compiled", some.scheduler_address) as executor,
    ):
        results = executor.play(the_pieces(500), threading.Event())
        some.scale(3)
        until(lambda: next(results) is not None and executor.threads == 3)
        some.scale(0)
        with pytest.raises(LaboratoryError, match="has had no workers for 1 seconds"):
            list(results)


def test_a_scheduler_that_goes_is_noticed() -> None:
    with scheduler(workers=1) as some:
        spec = spec_of(games=10**7)
        with working(spec, "compiled", some.scheduler_address) as executor:
            results = executor.play(the_pieces(10**5, deals=1000), threading.Event())
            next(results)
            some.close()
            with pytest.raises(LaboratoryError, match="the connection to the scheduler was lost"):
                list(results)


def test_a_local_cluster_of_processes(tmp_path: Path) -> None:
    spec = spec_of("spread", "coinflip", write(tmp_path))
    with working(spec, "compiled", "local:2") as executor:
        assert executor.threads == 2
        outcome = played_by(executor, spec)
    assert sums(outcome) == sums(play(spec.experiment(), threads=2))


def run_spec(folder: Path) -> Spec:
    return spec_of("spread", "coinflip", write(folder), games=3_000_000)


def compare_spec(folder: Path) -> Spec:
    return CompareSpec.in_program(FOR_SALE).of(
        rulesets=["iello-en", "iello-fr"],
        fields=[f"spread,coinflip,{write(folder)}"],
        players=[3, 4],
        games=2_000_000,
        seed=3,
    )


@pytest.mark.slow
@pytest.mark.parametrize("new_spec", [run_spec, compare_spec])
def test_workers_that_are_killed_make_no_difference(
    tmp_path: Path, new_spec: Callable[[Path], Spec]
) -> None:
    spec = new_spec(tmp_path)
    killed: list[int] = []
    with (
        scheduler(processes=True) as some,
        working(spec, "compiled", some.scheduler_address) as executor,
    ):

        def kill(outcome: Outcome, played: PlayedPiece) -> None:
            share = outcome.games / outcome.experiment.games
            if len(killed) < 2 and share > (len(killed) + 1) / 4:
                worker = list(some.workers.values())[len(killed)].pid
                assert worker is not None
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)

        outcome = played_by(executor, spec, kill)
    assert len(set(killed)) == 2
    assert outcome.complete
    alone = play(spec.experiment())
    assert sums(outcome) == sums(alone)
    assert digest_of(outcome) == digest_of(alone)


@pytest.mark.slow
def test_a_strategy_that_crashes_python_ends_the_run(tmp_path: Path) -> None:
    crash = "os.kill(os.getpid(), 9)"
    spec = spec_of("spread", write(tmp_path, bid=f"if view.random() < 0.01: {crash}"), games=10**6)
    with working(spec, "python", "local:2") as executor:
        started = time.monotonic()
        with pytest.raises(LaboratoryError, match=r"4 workers died.* forsale-sim check shows"):
            played_by(executor, spec)
        assert time.monotonic() - started < 2 * LONG
