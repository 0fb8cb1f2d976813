"""A cluster plays what threads play, whoever of it dies; what ends a run is said."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from forsale_sim.errors import ForSaleError
from forsale_sim.plugins.entrant import load_field
from forsale_sim.reference.faults import MoveError
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.cluster import executing as clusters
from forsale_sim.simulation.cluster import workforce
from forsale_sim.simulation.cluster.executing import Cluster, cluster
from forsale_sim.simulation.driver import Outcome, run
from forsale_sim.simulation.engines import PlainEngine
from forsale_sim.simulation.executors import PlayedChunk
from forsale_sim.simulation.manifest import run_digest
from forsale_sim.simulation.plan import Plan, make_plan

from tests.check.trying import write
from tests.simulation.playing import play, sums

distributed = pytest.importorskip("distributed")

LONG = 60
"""Seconds until a test that waits for something gives up."""


@contextmanager
def scheduler(workers: int = 2, processes: bool = False) -> Iterator[Any]:
    """A Dask cluster that was there before; its workers are threads of this process, or others."""
    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=processes,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        silence_logs=50,
    ) as made:
        yield made


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with scheduler() as made:
        yield made.scheduler_address


def plan(*specs: str, games: int = 20_000, **options: Any) -> Plan:
    return make_plan(
        [load_ruleset("iello-en"), load_ruleset("iello-fr")],
        field=load_field(specs or ("spread", "coinflip", "counter")),
        **{"players": (3, 4), "seed": 3, "games": games, **options},
    )


def played_by(executor: Cluster, made: Plan, **options: Any) -> Outcome:
    return run(Outcome.nothing_yet(made), executor, **options)


def the_chunks(number: int, deals: int = 10) -> Iterator[Chunk]:
    return (Chunk(0, 1 + deals * place, deals) for place in range(number))


def test_a_cluster_plays_what_threads_play(address: str, tmp_path: Path) -> None:
    made = plan("spread", "coinflip", write(tmp_path))
    with cluster(made, "compiled", address) as executor:
        assert (executor.engine, executor.threads) == ("compiled", 2)
        outcome = played_by(executor, made)
    assert outcome.complete
    assert sums(outcome) == sums(play(made, threads=2))


def test_the_python_engine_plays_too(address: str, tmp_path: Path) -> None:
    made = plan("spread", write(tmp_path, bid="assert {}.get(view.seat) is None"), games=200)
    with cluster(made, "python", address) as executor:
        assert executor.engine == "python"
        outcome = played_by(executor, made)
    assert sums(outcome) == sums(play(made, PlainEngine(made)))


def test_games_come_if_they_are_wanted(address: str) -> None:
    made = plan()
    here: list[PlayedChunk] = []
    there: list[PlayedChunk] = []
    play(made, watchers=[lambda _, chunk: here.append(chunk)])
    with cluster(made, "compiled", address, with_rows=True) as executor:
        played_by(executor, made, watchers=[lambda _, chunk: there.append(chunk)])

    def games(chunks: list[PlayedChunk]) -> np.ndarray[Any, Any]:
        rows = [chunk.rows.data for chunk in chunks if chunk.rows and chunk.chunk.cell == 1]
        return np.concatenate(rows)

    np.testing.assert_array_equal(games(there), games(here))


def test_chunks_come_in_order_and_few_are_under_way(address: str) -> None:
    made, begun = plan(games=10**6), 0

    def counted() -> Iterator[Chunk]:
        nonlocal begun
        for chunk in the_chunks(60):
            begun += 1
            yield chunk

    with cluster(made, "compiled", address) as executor:
        for place, played in enumerate(executor.play(counted(), threading.Event())):
            assert played.chunk.first_deal == 1 + 10 * place
            assert played.tally.games == 30
            assert begun <= place + 1 + clusters.UNDER_WAY * executor.threads
    assert begun == 60


def test_nothing_comes_after_the_stop_and_nothing_goes_on(address: str) -> None:
    made, stop = plan(games=10**6), threading.Event()
    with cluster(made, "compiled", address) as executor:
        came = []
        for played in executor.play(the_chunks(100), stop):
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
def test_a_mistake_is_told_as_by_threads(address: str, tmp_path: Path, engine: str) -> None:
    made = plan(write(tmp_path, bid="if view.random() < 1e-3:\n            return 99"), games=2000)
    with pytest.raises(MoveError) as here:
        play(made)
    with cluster(made, engine, address) as executor, pytest.raises(MoveError) as there:
        played_by(executor, made)
    assert there.value.args == here.value.args


def test_workers_without_this_package_say_so(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    missing = clusters.PLAY_CHUNK.replace("forsale_sim.simulation", "forsale_sim_2.tournament")
    monkeypatch.setattr(clusters, "PLAY_CHUNK", missing)
    with (
        pytest.raises(ForSaleError, match=r"cannot load forsale-sim .*forsale-sim\[cluster\]"),
        cluster(plan(), "compiled", address),
    ):
        pass


def test_a_run_waits_for_workers_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workforce, "WORKERS_WITHIN", 0.5)
    with scheduler(workers=0) as nobody:
        started = time.monotonic()
        with (
            pytest.raises(ForSaleError, match=r"no workers for 0 seconds.* dask worker tcp://127"),
            cluster(plan(), "compiled", nobody.scheduler_address),
        ):
            pass
        assert time.monotonic() - started < 15


def test_workers_may_come_later_and_go(monkeypatch: pytest.MonkeyPatch) -> None:
    made = plan(games=10**6)
    monkeypatch.setattr(workforce, "WORKERS_WITHIN", 1.0)
    monkeypatch.setattr(workforce, "LOOK_EVERY", 0.1)
    with (
        scheduler(workers=1) as some,
        cluster(made, "compiled", some.scheduler_address) as executor,
    ):
        results = executor.play(the_chunks(500), threading.Event())
        some.scale(3)
        until(lambda: next(results) is not None and executor.threads == 3)
        some.scale(0)
        with pytest.raises(ForSaleError, match="has had no workers for 1 seconds"):
            list(results)


def test_a_result_that_is_lost_as_it_comes_is_asked_for_again(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Dask's own function is where a worker goes between two of its lines."""
    losses = [False, True, False, True]

    async def cascade(future: Any, cf_future: Any) -> None:
        result = await future._result(raiseit=False)
        try:
            if losses and losses.pop():
                _, error, traceback = result
                raise error.with_traceback(traceback)
            cf_future.set_result(result)
        except Exception as error:
            cf_future.set_exception(error)

    monkeypatch.setattr("distributed.cfexecutor._cascade_future", cascade)
    made = plan(games=3000)
    with cluster(made, "compiled", address) as executor:
        outcome = played_by(executor, made)
    assert not losses
    assert sums(outcome) == sums(play(made, threads=2))


def test_a_scheduler_that_goes_is_noticed() -> None:
    with scheduler(workers=1) as some:
        made = plan(games=10**7)
        with cluster(made, "compiled", some.scheduler_address) as executor:
            results = executor.play(the_chunks(10**5, deals=1000), threading.Event())
            next(results)
            some.close()
            with pytest.raises(ForSaleError, match="the connection to the scheduler was lost"):
                list(results)


def test_a_local_cluster_of_processes(tmp_path: Path) -> None:
    made = plan("spread", "coinflip", write(tmp_path))
    with cluster(made, "compiled", "local:2") as executor:
        assert executor.threads == 2
        outcome = played_by(executor, made)
    assert sums(outcome) == sums(play(made, threads=2))


@pytest.mark.slow
def test_workers_that_are_killed_make_no_difference(tmp_path: Path) -> None:
    made = plan("spread", "coinflip", write(tmp_path), games=3_000_000)
    killed: list[int] = []
    with (
        scheduler(processes=True) as some,
        cluster(made, "compiled", some.scheduler_address) as executor,
    ):

        def kill(outcome: Outcome, played: PlayedChunk) -> None:
            if len(killed) < 2 and outcome.games > (len(killed) + 1) * 800_000:
                worker = list(some.workers.values())[len(killed)].pid
                assert worker is not None
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)

        outcome = played_by(executor, made, watchers=[kill])
    assert len(set(killed)) == 2
    assert outcome.complete
    alone, together = play(made), play(made, threads=2)
    assert sums(outcome) == sums(alone) == sums(together)
    assert run_digest(outcome) == run_digest(alone) == run_digest(together)


@pytest.mark.slow
def test_a_strategy_that_crashes_python_ends_the_run(tmp_path: Path) -> None:
    crash = "os.kill(os.getpid(), 9)"
    made = plan("spread", write(tmp_path, bid=f"if view.random() < 0.01: {crash}"), games=10**6)
    with cluster(made, "python", "local:2") as executor:
        started = time.monotonic()
        with pytest.raises(ForSaleError, match=r"4 workers died.* forsale-sim check shows"):
            played_by(executor, made)
        assert time.monotonic() - started < 2 * LONG
