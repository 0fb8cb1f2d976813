"""A cluster plays what threads play, whichever workers die, and says what ends an experiment."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from forsale_sim.for_sale import GAME
from forsale_sim.program import FOR_SALE
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.experiments.compare.spec import CompareSpec
from strategy_lab.plugins.entrants import MixtureFile, live_entrant, write_mixture
from strategy_lab.plugins.registry import find_installed
from strategy_lab.simulation import cluster as cluster_module
from strategy_lab.simulation.checkpoints import digest_of, versions
from strategy_lab.simulation.cluster import (
    Cluster,
    check_scheduler,
    cluster,
    connected,
    pack,
    unpack,
)
from strategy_lab.simulation.execution import FailedGameError, Watcher, simulate
from strategy_lab.simulation.experiment import Outcome, Piece, PlayedPiece
from strategy_lab.simulation.spec import Spec

from tests.rules.test_house_code import PRIZE, written
from tests.strategy_lab.check.trying import write
from tests.strategy_lab.simulation.kept import small_spec
from tests.strategy_lab.simulation.playing import play, sums

distributed = pytest.importorskip("distributed")

LONG = 60
"""Seconds until a test that waits for something gives up."""

pytestmark = pytest.mark.thorough


@contextmanager
def scheduler(workers: int = 2, processes: bool = False) -> Iterator[Any]:
    """A Dask cluster whose workers are threads of this process, or others."""
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


def spec_of(*strategies: str, games: int = 20_000, **options: Any) -> Spec:
    return small_spec(
        **{"rulesets": ["iello-en", "iello-fr"], "seed": 2**64 - 1, "games": games, **options},
        strategies=strategies or ("spread", "coinflip"),
    )


def compared(*strategies: str, games: int = 2000) -> Spec:
    return CompareSpec.in_program(FOR_SALE).of(
        rulesets=["iello-en", "iello-fr"],
        players_from=("spread", "coinflip", *strategies),
        players=[3, 4],
        drawn_tables=4,
        games=games,
        seed=3,
    )


@contextmanager
def working(spec: Spec, engine: str, scheduler: str, **options: bool) -> Iterator[Cluster]:
    with cluster(spec, spec.experiment(), engine, scheduler, **options) as executor:
        yield executor


def played_by(executor: Cluster, spec: Spec, *watchers: Watcher) -> Outcome:
    return simulate(Outcome(spec.experiment()), executor, watchers)


def the_pieces(number: int, deals: int = 10) -> Iterator[Piece]:
    return (Piece(0, 1 + deals * place, deals) for place in range(number))


@pytest.mark.parametrize(("engine", "games"), [("compiled", 4000), ("python", 40)])
@pytest.mark.parametrize("new_spec", [spec_of, compared])
def test_a_cluster_plays_what_threads_play(
    address: str, tmp_path: Path, engine: str, games: int, new_spec: Callable[..., Spec]
) -> None:
    spec = new_spec("spread", "coinflip", write(tmp_path), games=games)
    with working(spec, engine, address) as executor:
        assert executor.threads == 2
        outcome = played_by(executor, spec)
    assert outcome.complete
    assert sums(outcome) == sums(play(spec.experiment(), threads=2))


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


def test_pieces_come_in_order_few_at_a_time_and_none_after_the_stop(address: str) -> None:
    begun, came, stop = 0, 0, threading.Event()

    def counted() -> Iterator[Piece]:
        nonlocal begun
        for piece in the_pieces(60):
            begun += 1
            yield piece

    with working(spec_of(games=10**6), "compiled", address) as executor:
        for played in executor.play(counted(), stop):
            assert played.piece.first == 1 + 10 * came
            assert played.core.games == 30
            came += 1
            assert begun <= came + cluster_module.UNDER_WAY * executor.threads
            if came == 50:
                stop.set()
        assert came == 50
        until(lambda: tasks_left(executor) == 0)


def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so, which must be soon."""
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def tasks_left(executor: Cluster) -> int:
    client = executor._client
    return int(client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)))


@pytest.mark.parametrize("engine", ["compiled", "python"])
@pytest.mark.parametrize("bid", ["return 99", "raise ValueError('no')"])
def test_a_mistake_is_reported_as_by_threads(
    address: str, tmp_path: Path, engine: str, bid: str
) -> None:
    spec = spec_of(write(tmp_path, bid=f"if view.random() < 1e-2:\n            {bid}"), games=2000)
    with pytest.raises(FailedGameError) as here:
        play(spec.experiment())
    with working(spec, engine, address) as executor, pytest.raises(FailedGameError) as there:
        played_by(executor, spec)
    assert str(there.value) == str(here.value)
    assert there.value.where == here.value.where
    assert (str(tmp_path) in str(here.value)) == ("raise" in bid)


def test_what_cannot_be_compiled_is_reported_with_the_user_s_own_path(
    address: str, tmp_path: Path
) -> None:
    spec = spec_of(write(tmp_path, bid="return {}"))
    with pytest.raises(UsageError) as here:
        play(spec.experiment())
    with pytest.raises(UsageError) as there, working(spec, "compiled", address):
        pass
    assert str(there.value) == str(here.value)
    assert str(tmp_path) in str(here.value)


def test_workers_without_this_package_say_so(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    call = cluster_module.Call
    monkeypatch.setattr(call, "__reduce__", lambda _: (import_module, ("forsale_2",)))
    with (
        pytest.raises(LaboratoryError, match=r"cannot load forsale-sim .*extra \[cluster\]"),
        working(spec_of(), "compiled", address),
    ):
        pass


def test_workers_may_come_later_and_go(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of(games=10**6)
    monkeypatch.setattr(cluster_module, "WORKERS_WITHIN", 1.0)
    monkeypatch.setattr(cluster_module, "LOOK_EVERY", 0.1)
    with (
        scheduler(workers=1) as some,
        working(spec, "compiled", some.scheduler_address) as executor,
    ):
        results = executor.play(the_pieces(500), threading.Event())
        some.scale(3)
        until(lambda: next(results) is not None and executor.threads == 3)
        some.scale(0)
        with pytest.raises(LaboratoryError, match=r"no workers for 1 seconds.* dask worker tcp:"):
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


def test_workers_that_are_killed_make_no_difference(tmp_path: Path) -> None:
    spec = compared("spread", "coinflip", write(tmp_path), games=500_000)
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


def test_a_strategy_that_crashes_python_ends_the_run(tmp_path: Path) -> None:
    crash = "if view.random() < 0.01: faulthandler._sigsegv()"
    spec = spec_of("spread", write(tmp_path, top="import faulthandler", bid=crash), games=10**6)
    with working(spec, "python", "local:2") as executor:
        started = time.monotonic()
        with pytest.raises(LaboratoryError, match=r"4 workers died.* forsale-sim check shows"):
            played_by(executor, spec)
        assert time.monotonic() - started < 2 * LONG


# The way to a scheduler.


@pytest.mark.parametrize("scheduler", ["local:1", "local:16", "tcp://10.0.0.1:8786"])
def test_schedulers(scheduler: str) -> None:
    assert check_scheduler(scheduler) == int(scheduler[6:] if scheduler[:5] == "local" else 0)


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    says = f"{re.escape(sys.executable)} -m pip install distributed"
    with pytest.raises(LaboratoryError, match=says), connected("tcp://127.0.0.1:1"):
        pass


def test_who_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "ANSWER_WITHIN", 1.0)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = "tcp://{}:{}".format(*silent.getsockname())
        before, started = threading.active_count(), time.monotonic()
        says = rf"no Dask scheduler answered at {address} within 1"
        with pytest.raises(LaboratoryError, match=says), connected(address):
            pass
    assert time.monotonic() - started < 10
    until(lambda: threading.active_count() <= before)


def test_a_worker_is_no_scheduler() -> None:
    with scheduler(workers=1) as made:
        (worker,) = made.workers.values()
        says = r"at tcp://.* no scheduler but a worker of Dask"
        with pytest.raises(LaboratoryError, match=says), connected(worker.address):
            pass


def test_local_workers_do_not_hear_ctrl_c_and_end_at_once() -> None:
    with connected("local:1") as client:
        (worker,) = client.run(os.getpid).values()
        os.kill(worker, signal.SIGINT)
        client.submit(time.sleep, 60, pure=False)
        assert list(client.run(os.getpid).values()) == [worker]
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, set())
        started = time.monotonic()
    assert signal.SIGINT not in blocked
    assert time.monotonic() - started < 20
    assert not Path(f"/proc/{worker}").exists()


# What travels.

HERE = "the worker on node7"

WITH_MODULES = """
import json

import table_of_bids
import tools.cards as c
from forsale_sim import View, strategy

@strategy("travelling")
class Travelling:
    def bid(view: View) -> int:
        return view.least_bid if view.coins > table_of_bids.BID else 0

    def sell(view: View) -> int:
        return c.lowest_of(view.hand)
"""


def with_modules(folder: Path, bid: int = 1) -> str:
    (folder / "tools").mkdir(parents=True)
    (folder / "mine.py").write_text(WITH_MODULES)
    (folder / "table_of_bids.py").write_text(f"import numpy\nBID = {bid}\n")
    (folder / "tools" / "__init__.py").write_text("")
    (folder / "tools" / "cards.py").write_text("from forsale_sim.cards import lowest as lowest_of")
    return str(folder / "mine.py")


def linked(folder: Path) -> str:
    (folder / "linked.py").symlink_to(with_modules(folder / "real"))
    return str(folder / "linked.py")


@pytest.mark.parametrize("new", [with_modules, linked])
def test_files_travel_with_what_they_import(
    new: Callable[[Path], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "_root", lambda: tmp_path / "travelled")
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    spec = spec_of("spread:share=0.3", new(theirs), games=100)
    here, parcel = play(spec.experiment(), "python"), pack(spec, "python")
    assert parcel == pack(spec, "python")  # workers know by it what they have compiled
    shutil.rmtree(theirs)
    for damaged in (False, True):
        if damaged:  # what is there is compared, and mended
            next((tmp_path / "travelled").rglob("*.py")).write_text("damaged")
        unpacked = unpack(parcel, HERE)
        assert digest_of(play(unpacked.experiment, "python")) == digest_of(here)
    assert all(str(theirs) not in each.spec for each in unpacked.experiment.entrants)
    place, there = next(iter(unpacked.places.items()))
    assert unpacked.as_there(f"ValueError ({place}, line 3)") == f"ValueError ({there}, line 3)"
    assert there.startswith(str(theirs.resolve()))


def test_rules_that_are_code_travel_as_their_answers(tmp_path: Path) -> None:
    written(tmp_path, PRIZE)
    rules = [str(tmp_path / "house.toml")]
    spec = small_spec(rulesets=rules, strategies=["spread"], seed=3, games=40, players=[3])
    here, parcel = play(spec.experiment(), "python"), pack(spec, "python")
    (tmp_path / "rules.py").unlink()
    assert digest_of(play(unpack(parcel, HERE).experiment, "python")) == digest_of(here)


def changed(parcel: bytes, change: Callable[[Any], None]) -> bytes:
    packed = pickle.loads(parcel)
    change(packed)
    return pickle.dumps(packed)


@pytest.mark.parametrize("name", versions())
def test_other_versions_are_refused_with_both_named(name: str) -> None:
    parcel = changed(pack(spec_of(), "compiled"), lambda p: p.versions.update({name: "0.0.9"}))
    with pytest.raises(LaboratoryError) as refused:
        unpack(parcel, HERE)
    message = str(refused.value)
    assert f"{HERE} has {name} {versions()[name]}, the run was started with {name} 0.0.9" in message
    assert "install one version" in message


def test_another_strategy_of_the_same_name_is_refused() -> None:
    parcel = changed(
        pack(spec_of("spread"), "compiled"),
        lambda p: p.spec["strategies"][0].update(source="0" * 64),
    )
    with pytest.raises(LaboratoryError, match="'spread' is another one on the worker on node7"):
        unpack(parcel, HERE)


def test_what_depends_on_its_place_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, top="PLACE = __file__", bid="if len(PLACE) == 0: return 0")
    with pytest.raises(LaboratoryError, match=r"'mine\.py:odd' is another one .* keep paths"):
        unpack(pack(spec_of(path), "compiled"), HERE)


def test_what_cannot_be_sent(tmp_path: Path) -> None:
    live = live_entrant(find_installed("spread", GAME))
    spec = replace(small_spec(), strategies=(live,))
    with pytest.raises(UsageError, match=r"'spread' was defined where it is run, .* in a file"):
        pack(spec, "compiled")
    (tmp_path / "deep").mkdir()
    blend = tmp_path / "deep" / "blend.toml"
    write_mixture(blend, MixtureFile((write(tmp_path), "expert"), (1, 1), {}))
    with pytest.raises(UsageError, match=r"mine\.py, which is outside of its folder"):
        pack(spec_of("spread", str(blend)), "compiled")
