"""Plays experiments on the workers of a Dask cluster.

A request travels as plain data with the source files of its strategies and rules. A worker writes
them to a folder of its own, loads them, and checks that all is, to the letter, what it was. Each
piece is a task, a pure function of the request, counted once, where it is waited for.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import os
import pickle
import platform
import re
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from strategy_lab.compiled.toolchain import cache_root
from strategy_lab.errors import LaboratoryError, MoveError, StrategyError, UsageError
from strategy_lab.files.whole_files import atomic_write, write_errors
from strategy_lab.game import find_game
from strategy_lab.plugins.entrants import Entrant, load_entrant
from strategy_lab.plugins.strategies import LIVE, LIVE_ONLY, moved, paths_in
from strategy_lab.rows import Rows
from strategy_lab.simulation.checkpoints import other_version, versions
from strategy_lab.simulation.execution import FailedGameError, piece_games, play_piece, submitted
from strategy_lab.simulation.experiment import Engine, Experiment, Piece, PlayedPiece
from strategy_lab.simulation.replaying import contents_of, files_named, source_of
from strategy_lab.simulation.spec import Spec, spec_from

# The way to a scheduler: one that runs somewhere, or one started here for trying out.

ANSWER_WITHIN = 10.0  # seconds that a scheduler has to answer
END_WITHIN = 1.0  # seconds that a local worker has to end on its own

SCHEDULER = re.compile(r"local:(?P<workers>\d+)|tcp://\S+:\d+")
MOST_WORKERS = 1024

ENVIRONMENT = "distributed.nanny.pre-spawn-environ"
QUIET = {"DASK_LOGGING__DISTRIBUTED": "critical", "DASK_LOGGING__TORNADO": "critical"}
"""Environment of local workers: they share the terminal, on which Dask has nothing to say."""

UNWATCHED = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "60s",
    "distributed.admin.tick.interval": "500ms",
}
"""Of a local cluster: Dask keeps statistics of itself, many times a second, for pages not shown."""


def check_scheduler(scheduler: str) -> int:
    """Return how many local workers a scheduler is to be started with, 0 for one that runs."""
    written = SCHEDULER.fullmatch(scheduler)
    if written is None:
        raise UsageError(
            f"--scheduler must be tcp://HOST:PORT, or local:N, such as local:4, not {scheduler!r}"
        )
    workers = written["workers"]
    if workers is not None and not 1 <= int(workers) <= MOST_WORKERS:
        raise UsageError(f"--scheduler local:N starts 1 to {MOST_WORKERS} workers, not {workers}")
    return int(workers or 0)


@contextmanager
def connected(scheduler: str) -> Iterator[Any]:
    workers = check_scheduler(scheduler)
    try:  # it takes a second to import, and is not installed everywhere
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise LaboratoryError(
            f"--scheduler needs Dask, which cannot be imported ({error}): install it with "
            f"{sys.executable} -m pip install distributed"
        ) from error
    with ExitStack() as opened:
        opened.enter_context(distributed.utils.silence_logging_cmgr(logging.CRITICAL))
        address: Any = scheduler
        if workers:
            address = opened.enter_context(_local_cluster(distributed, workers))
        else:
            _require_answer(distributed, scheduler)
        with warnings.catch_warnings():
            # Workers compare the versions that decide results, and do so for all of a run.
            warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
            client = distributed.Client(address, set_as_default=False)
        opened.callback(client.close, timeout=ANSWER_WITHIN)
        yield client


def _require_answer(distributed: Any, address: str) -> None:
    """Check that a scheduler answers, in time: Dask's client may wait for ever."""

    async def identity() -> Any:
        async with distributed.rpc(address) as somebody:
            return await asyncio.wait_for(somebody.identity(), ANSWER_WITHIN)

    try:
        with ThreadPoolExecutor(1) as thread:  # this one may have an event loop, as in a notebook
            somebody = thread.submit(asyncio.run, identity()).result()
    except OSError as error:
        raise LaboratoryError(
            f"no Dask scheduler answered at {address} within {ANSWER_WITHIN:.0f} seconds: start "
            "one there with: dask scheduler"
        ) from error
    if somebody["type"] != "Scheduler":
        raise LaboratoryError(
            f"at {address} there is no scheduler but a {somebody['type'].lower()} of Dask: give "
            "the address that dask scheduler prints"
        )


@contextmanager
def _local_cluster(distributed: Any, workers: int) -> Iterator[Any]:
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        os._exit(1)  # a worker that runs the script that starts it: the script's process tells
    config: Any = import_module("dask.config")
    quiet = {**config.get(ENVIRONMENT), **QUIET}
    with config.set({ENVIRONMENT: quiet, **UNWATCHED}):
        with _deaf_to_interrupts():
            try:
                cluster = distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",  # not 8787, which another may have
                    scheduler_kwargs={"dashboard": False},
                    memory_limit=0,
                    silence_logs=logging.CRITICAL,
                )
            except RuntimeError as error:
                raise LaboratoryError(
                    f"local workers could not be started: {error} Each imports the script that "
                    'starts it, so a script does so below if __name__ == "__main__":'
                ) from None

        async def end_workers() -> None:  # soon, whatever they are doing
            left = cluster.workers.values()
            await asyncio.gather(*(worker.close(timeout=END_WITHIN) for worker in left))

        try:
            yield cluster
        finally:
            try:
                cluster.sync(end_workers)
            finally:
                cluster.close()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Put off Ctrl-C; threads and processes that are started meanwhile never hear of it.

    A terminal sends it to all processes, but only this one is to act on it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which would let through all signals when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# What travels to a worker.

Files: TypeAlias = dict[str, bytes]
"""A file and what was executed to load it, by their names in its folder."""


class Parcel(NamedTuple):
    versions: dict[str, str]
    engine: str
    keep_rows: bool  # whether the games themselves are wanted, not only their counts
    spec: Any
    files: dict[str, Files]  # by the paths that the request names


def pack(spec: Spec, engine: str, *, keep_rows: bool = False) -> bytes:
    held = spec.to_json()
    paths: list[str] = []
    for text in _strategy_specs(held):
        if live := LIVE.fullmatch(text):
            raise UsageError(LIVE_ONLY.format(live["name"], "sent to another process"))
        paths += paths_in(text)
    files = {path: _files_of(path) for path in sorted(set(paths))}
    return pickle.dumps(Parcel(versions(), engine, keep_rows, held, files))


def _strategy_specs(held: Any) -> Iterator[str]:
    if isinstance(held, dict) and "strategy" in held:
        yield held["spec"]
    elif isinstance(held, dict | list):
        for value in held.values() if isinstance(held, dict) else held:
            yield from _strategy_specs(value)


def _files_of(path: str) -> Files:
    folder = Path(path).parent
    files: Files = {}
    for named in map(Path, files_named(path)):
        own = named.resolve()
        if not own.is_relative_to(folder.resolve()) and str(named) != path:
            raise UsageError(
                f"{path} names {named}, which is outside of its folder and so cannot be sent to "
                "another machine: keep them together"
            )
        beside = named.parent if named.parent.resolve() == own.parent else own.parent
        for file, content in contents_of(named).items():
            inside = named.name if file == str(named) else Path(file).relative_to(beside)
            files[Path(os.path.relpath(named.parent / inside, folder)).as_posix()] = content
    return files


def _write_files(files: Files) -> Path:
    """Write files to a folder of this machine that is named by a hash of their contents.

    So the same files are compiled once, whatever run they come with, and others never stand in for
    them. What is there already is compared byte by byte.
    """
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    folder = _root() / digest.hexdigest()[:24]
    for name, content in files.items():
        path = folder / name
        with write_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_bytes() != content:
                with atomic_write(path) as aside:
                    aside.write_bytes(content)
    return folder


@cache
def _root() -> Path:
    root = cache_root()
    if root is None:
        return Path(tempfile.mkdtemp(prefix="forsale-sim-")).resolve()
    return root.resolve() / "travelled"  # as errors name the files there


# What a worker does.

EXPERIMENTS_KEPT = 4  # how many experiments a worker holds ready at a time

_one_at_a_time = threading.Lock()
"""For what threads of a worker cannot do at once: unpack, compile, play on the python engine."""

Arrays: TypeAlias = dict[str, np.ndarray[Any, Any]]


Counts: TypeAlias = tuple[Arrays, Arrays, tuple[Rows, ...]]
"""What was played of a piece: the sums of its tally and of its core, and its rows."""


class Mistake(NamedTuple):
    """A strategy's mistake in a game of a plan and of a cell, both by number."""

    error: MoveError
    plan: int
    cell: int


Result: TypeAlias = Counts | Mistake | LaboratoryError


@dataclass(frozen=True)
class Unpacked:
    experiment: Experiment
    engine: str
    keep_rows: bool
    places: Mapping[str, str]  # where each source file is there, by where it is here

    def as_there(self, message: str) -> str:
        """Return a message with the names that files have where the request was packed."""
        for here, there in self.places.items():
            message = message.replace(here, there)
        return message


def unpack(packed: bytes, machine: str) -> Unpacked:
    parcel = Parcel(*pickle.loads(packed))
    if differing := other_version(parcel.versions):
        name, there, here = differing
        raise LaboratoryError(
            f"{machine} has {name} {here}, the run was started with {name} {there}, and they may "
            "play differently: install one version everywhere"
        )
    folders = {path: _write_files(files) for path, files in parcel.files.items()}

    def load(held: Mapping[str, Any]) -> Entrant:
        spec = moved(held["spec"], lambda path: str(folders[path] / Path(path).name))
        entrant = load_entrant(spec, find_game(held["game"]))
        if source_of(entrant) != held["source"]:
            raise LaboratoryError(
                f"the strategy {entrant.name!r} is another one on {machine}: if it is in a "
                "package, install the same version there; if it is in a file, keep paths and "
                "whatever else depends on the machine out of what its functions read"
            )
        return entrant

    experiment = spec_from(parcel.spec, load).experiment()
    places = {
        str(folders[path] / name): str(Path(path).parent.joinpath(name).resolve())
        for path, files in parcel.files.items()
        for name in files
    }
    return Unpacked(experiment, parcel.engine, parcel.keep_rows, places)


@lru_cache(maxsize=EXPERIMENTS_KEPT)
def _prepared(parcel: bytes) -> tuple[Unpacked, list[Engine]]:
    machine = f"the worker on {platform.node() or 'a machine'} (process {os.getpid()})"
    unpacked = unpack(parcel, machine)
    try:
        return unpacked, unpacked.experiment.engines(unpacked.engine)
    except LaboratoryError as error:
        raise _as_there(error, unpacked) from error


def _as_there(error: LaboratoryError, unpacked: Unpacked) -> LaboratoryError:
    kinds = (UsageError, StrategyError, LaboratoryError)
    kind = next(kind for kind in kinds if isinstance(error, kind))
    return kind(unpacked.as_there(str(error)))


def play(parcel: bytes, piece: Piece) -> Result:
    """Play a piece of a packed experiment. A mistake is a result like any other."""
    try:
        with _one_at_a_time:
            unpacked, engines = _prepared(parcel)
    except LaboratoryError as error:
        return error
    experiment, keep_rows = unpacked.experiment, unpacked.keep_rows
    tally, core = experiment.empty(piece.block), experiment.new_core(piece.block)
    rows: tuple[Rows, ...] = ()
    # In parts that are small enough for memory; games that are wanted come as one.
    step = experiment.blocks[piece.block].units_in(piece_games(experiment, engines))
    parallel = all(engine.parallel for engine in engines)
    try:
        for part in [piece] if keep_rows or not piece.units else piece.parts(step):
            with nullcontext() if parallel else _one_at_a_time:
                played = play_piece(experiment, engines, part, keep_rows=keep_rows)
            tally += played.tally
            core += played.core
            rows = played.rows
    except FailedGameError as failed:
        made, plans = failed.error, experiment.plans
        plan = next(number for number, each in enumerate(plans) if each is failed.plan)
        mistake = MoveError(made.where, made.answer, unpacked.as_there(made.reason))
        return Mistake(mistake, plan, failed.plan.cells.index(failed.planned))
    except LaboratoryError as error:
        return _as_there(error, unpacked)
    return tally.arrays(), core.arrays(), rows


class Call(tuple[Any, ...]):
    """A call of `play`, which is made where it is unpickled.

    So a worker that has no forsale-sim, or another one, can say so. Sent as the function of a task,
    `play` would make it break off its connection, as if it had died.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return play, tuple(self)


# Who gives pieces to the workers, and waits for them.

UNDER_WAY = 3  # pieces under way for each thread of a worker, so that none runs dry

PIECE_GAMES = {"python": 64}
COMPILED_PIECE_GAMES = 2**18
"""Games in a piece: half a second's work, beside which sending it is little."""

RECORDED_PIECE_GAMES = 2**15
"""As many at most where every game is recorded: they wait in memory for their turn."""

WORKERS_WITHIN = 60.0  # seconds that a run waits for workers when there are none
LOOK_EVERY = 1.0  # seconds between two looks at how many workers there are


@contextmanager
def cluster(
    spec: Spec, experiment: Experiment, engine: str, scheduler: str, *, keep_rows: bool = False
) -> Iterator[Cluster]:
    parcel = pack(spec, engine, keep_rows=keep_rows)
    games = PIECE_GAMES.get(engine, COMPILED_PIECE_GAMES)
    with connected(scheduler) as client:
        most = min(games, RECORDED_PIECE_GAMES) if keep_rows else games
        yield Cluster(experiment, parcel, client, most)


class Cluster:
    """Plays pieces of an experiment, which is packed in a parcel, on the workers of a scheduler."""

    def __init__(
        self, experiment: Experiment, parcel: bytes, client: Any, piece_games: int
    ) -> None:
        self.piece_games = piece_games
        self.threads = 0  # of all workers together, when it was last looked
        self._experiment, self._parcel, self._client = experiment, parcel, client
        self._tasks = client.get_executor(pure=False)
        self._looked = self._had_workers = time.monotonic()
        # One worker compiles what has to be, and then every one loads it.
        nothing, never = Piece(0, 1, 0), threading.Event()
        list(self.play(iter([nothing]), never))
        workers = self._threads_by_address()
        for _, task in submitted(
            lambda worker: self._begin(nothing, [worker]),
            iter(workers),
            lambda: len(workers),
            never,
            self._look,
        ):
            self._result(nothing, task)

    def play(self, pieces: Iterator[Piece], stop: threading.Event) -> Iterator[PlayedPiece]:
        """Yield the result of each piece, in their order, until `stop` is set.

        Workers that die are replaced by others. There is an end to that where a piece was with
        several of them, or where there have been no workers for long.
        """

        def most() -> int:
            return UNDER_WAY * max(1, self.threads)

        for piece, task in submitted(self._begin, pieces, most, stop, self._look):
            yield self._result(piece, task)

    def _begin(self, piece: Piece, workers: Sequence[str] | None = None) -> Future[Result]:
        task: Future[Result] = self._tasks.submit(
            pickle.loads,
            pickle.dumps(Call((self._parcel, piece))),
            workers=workers,
            allow_other_workers=workers is not None,
        )
        return task

    def _result(self, piece: Piece, task: Future[Result]) -> PlayedPiece:
        from distributed import KilledWorker

        experiment = self._experiment
        try:
            result = task.result()
        except CancelledError as error:
            raise _scheduler_lost() from error
        except KilledWorker as error:
            last, block = piece.first + piece.units - 1, experiment.blocks[piece.block]
            raise LaboratoryError(
                f"{error.allowed_failures + 1} workers died, one after another, when they were "
                f"given deals {piece.first} to {last} of {block.name}. Either a strategy makes "
                "Python itself crash, which forsale-sim check shows, or the machines kill what "
                "runs there"
            ) from error
        except (ImportError, AttributeError) as error:
            raise LaboratoryError(
                f"a worker cannot load forsale-sim ({error}): install the same version, with its "
                "extra [cluster], for all workers"
            ) from error
        except Exception as error:
            raise LaboratoryError(f"a worker failed: {type(error).__name__}: {error}") from error
        if isinstance(result, Mistake):
            raise FailedGameError(result.error, experiment.plans[result.plan], result.cell)
        if isinstance(result, LaboratoryError):
            raise result
        tally, core = experiment.empty(piece.block), experiment.new_core(piece.block)
        of_tally, of_core, rows = result
        tally.fill(of_tally)
        core.fill(of_core)
        return PlayedPiece(piece, tally, core, rows)

    def _look(self) -> None:
        now = time.monotonic()
        if self.threads and now < self._looked + LOOK_EVERY:
            return
        self.threads = sum(self._threads_by_address().values())
        self._looked = now
        if self.threads:
            self._had_workers = now
        elif now > self._had_workers + WORKERS_WITHIN:
            raise LaboratoryError(
                f"the scheduler has had no workers for {WORKERS_WITHIN:.0f} seconds: start some "
                f"with: dask worker {self._client.scheduler.address}"
            )

    def _threads_by_address(self) -> dict[str, int]:
        try:
            return dict(self._client.nthreads())
        except OSError as error:
            raise _scheduler_lost() from error


def _scheduler_lost() -> LaboratoryError:
    return LaboratoryError(
        "the connection to the scheduler was lost: see whether it and the network still work"
    )
