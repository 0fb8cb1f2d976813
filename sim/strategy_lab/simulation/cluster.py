"""Runs on the workers of a Dask cluster."""

from __future__ import annotations

import ast
import asyncio
import hashlib
import json
import logging
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
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from importlib import import_module
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from strategy_lab.compiled.toolchain import cache_root
from strategy_lab.errors import LaboratoryError, MoveError, StrategyError, UsageError
from strategy_lab.files.whole_files import atomic_write, write_errors
from strategy_lab.game import find_game
from strategy_lab.plugins.entrants import Entrant, files_named_in, load_entrant
from strategy_lab.plugins.identity import held_rules
from strategy_lab.plugins.loading import own_place
from strategy_lab.plugins.strategies import LIVE, TOML, moved, paths_in
from strategy_lab.rows import Rows
from strategy_lab.simulation.checkpoints import other_version, versions
from strategy_lab.simulation.execution import FailedGameError, piece_games, play_piece, submitted
from strategy_lab.simulation.experiment import Engine, Experiment, Piece, PlayedPiece
from strategy_lab.simulation.replaying import source_of
from strategy_lab.simulation.spec import Spec, spec_from

# connecting: The way to a Dask scheduler: one that runs somewhere, or one started here for trying
# out.

ANSWER_WITHIN = 10.0
"""Seconds that a scheduler has to answer."""

END_WITHIN = 1.0
"""Seconds that a local worker has to end on its own."""

LOCAL = re.compile(r"local:(\d+)")
REMOTE = re.compile(r"tcp://\S+:\d+")
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
    local = LOCAL.fullmatch(scheduler)
    if local is None and not REMOTE.fullmatch(scheduler):
        raise UsageError(
            f"--scheduler must be tcp://HOST:PORT, or local:N, such as local:4, not {scheduler!r}"
        )
    if local is not None and not 1 <= int(local[1]) <= MOST_WORKERS:
        raise UsageError(f"--scheduler local:N starts 1 to {MOST_WORKERS} workers, not {local[1]}")
    return 0 if local is None else int(local[1])


@contextmanager
def connected(scheduler: str) -> Iterator[Any]:
    """Give a Dask client of a scheduler, and leave nothing of it running."""
    workers = check_scheduler(scheduler)
    distributed = _distributed()
    with ExitStack() as opened:
        opened.enter_context(distributed.utils.silence_logging_cmgr(logging.CRITICAL))
        address: Any = scheduler
        if workers:
            address = opened.enter_context(_local_cluster(distributed, workers))
        else:
            _require_answer(distributed, scheduler)
        yield opened.enter_context(_client(distributed, address))


def _distributed() -> Any:
    """Return Dask's package, which takes a second to import and is not installed everywhere."""
    try:
        return import_module("distributed")
    except ImportError as error:
        raise LaboratoryError(
            f"--scheduler needs Dask, which cannot be imported ({error}): install it with "
            f"{sys.executable} -m pip install distributed"
        ) from error


@contextmanager
def _client(distributed: Any, address: Any) -> Iterator[Any]:
    with warnings.catch_warnings():
        # Workers compare the versions that decide results, and do so for all of a run.
        warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
        client = distributed.Client(address, set_as_default=False)
    try:
        yield client
    finally:
        client.close(timeout=ANSWER_WITHIN)


def _require_answer(distributed: Any, address: str) -> None:
    """Check that a scheduler answers, in time: Dask's client may wait for ever."""

    async def identity() -> Any:
        async with distributed.rpc(address) as somebody:
            return await somebody.identity()

    async def in_time() -> Any:
        return await asyncio.wait_for(identity(), ANSWER_WITHIN)

    try:
        with ThreadPoolExecutor(1) as thread:  # this one may have an event loop, as in a notebook
            somebody = thread.submit(asyncio.run, in_time()).result()
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
    config: Any = import_module("dask.config")
    quiet = {**config.get(ENVIRONMENT), **QUIET}
    with ExitStack() as opened:
        opened.enter_context(config.set({ENVIRONMENT: quiet, **UNWATCHED}))
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
                raise LaboratoryError(f"local workers could not be started: {error}") from error
        opened.callback(cluster.close)
        opened.callback(cluster.sync, _end_workers, cluster)
        yield cluster


async def _end_workers(cluster: Any) -> None:
    """End the workers of a local cluster soon, whatever they are doing."""
    workers = cluster.workers.values()
    await asyncio.gather(*(worker.close(timeout=END_WITHIN) for worker in workers))


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


# source_files: Source files of strategies as plain data: taken along from one machine, written on
# another.
#
# A strategy's file travels with what it imports from its own folder: modules, and packages with all
# their Python files. A TOML file travels with the files of strategies that it names. Other files
# and what is installed stay where they are.

Files: TypeAlias = dict[str, dict[str, str]]
"""Of each file, by its name in the folder of the strategy's: ``path``, where it is on the machine
that it comes from, and ``content`` in base64."""


def read_files(path: str) -> Files:
    """Return a strategy's file, which has been loaded, and what it takes from its own folder."""
    own = Path(path).resolve()
    found = {own: Path(path).name}
    waiting = [(own, own.parent)]
    known = set(waiting)
    while waiting:
        for file, folder in _taken(*waiting.pop()):
            if (file, folder) not in known:
                known.add((file, folder))
                found[file] = file.relative_to(own.parent).as_posix()
                waiting.append((file, folder))
    return {
        name: {"path": str(file), "content": b64encode(file.read_bytes()).decode()}
        for file, name in found.items()
    }


def write_files(files: Files) -> Path:
    """Write files to a folder of this machine that is named by a hash of their contents.

    So the same files are compiled once, whatever run they come with, and others never stand in for
    them. What is there already is compared byte by byte.
    """
    contents = {name: b64decode(file["content"]) for name, file in files.items()}
    folder = _root() / _hash(contents)
    for name, content in contents.items():
        path = folder / name
        with write_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_bytes() != content:
                with atomic_write(path) as aside:
                    aside.write_bytes(content)
    return folder


@cache
def _root() -> Path:
    """Return where files of other machines are kept: beside compiled code, if that is kept."""
    root = cache_root()
    return Path(tempfile.mkdtemp(prefix="forsale-sim-")) if root is None else root / "travelled"


def _hash(contents: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, content in sorted(contents.items()):
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:24]


def _taken(file: Path, folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the files of `folder` that a file imports or, as TOML, names.

    Each comes with the folder that it imports from: a strategy from its own.
    """
    if not TOML.fullmatch(file.name):
        yield from ((imported, folder) for imported in _imported(file, folder))
        return
    for named in map(Path, files_named_in(file)):
        if not named.resolve().is_relative_to(folder):
            raise UsageError(
                f"{file} names {named}, which is outside of its folder and so cannot be sent to "
                "another machine: keep them together"
            )
        yield named.resolve(), named.resolve().parent


def _imported(file: Path, folder: Path) -> Iterator[Path]:
    """Yield the files of what a file imports from `folder`."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _files_of(alias.name, folder)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from _files_of(node.module, folder)


def _files_of(name: str, folder: Path) -> Iterator[Path]:
    """Yield the files of a module, or of all of its package, if it is imported from `folder`."""
    place = own_place(name.partition(".")[0], folder)
    if place is not None:
        yield from sorted(place.rglob("*.py")) if place.is_dir() else (place,)


# shipping: A request packed for other machines: plain data that says all that decides the results.
#
# Source files of strategies and of rules go along. Where the request is unpacked, they are loaded
# from a folder of that machine under the same names; then all have to be, to the letter, what they
# were.


@dataclass(frozen=True)
class Unpacked:
    """An experiment that has come from another machine, ready to be played."""

    experiment: Experiment
    engine: str
    """The name of the engine that plays it."""

    keep_rows: bool
    """Whether the games themselves are wanted, not only their counts."""

    places: Mapping[str, str]
    """Where each source file is there, by where it is here."""

    def as_there(self, message: str) -> str:
        """Return a message with the names that files have where the request was packed."""
        for here, there in self.places.items():
            message = message.replace(here, there)
        return message


def pack(spec: Spec, engine: str, *, keep_rows: bool = False) -> bytes:
    """Return a request as JSON, with all that is needed to play it elsewhere."""
    held = spec.to_json()
    specs = list(_strategy_specs(held))
    for text in specs:
        live = LIVE.fullmatch(text)
        if live is not None:
            raise UsageError(
                f"the strategy {live['name']!r} was defined in a Python session and cannot be sent "
                "to another process: save it in a file, and name that"
            )
    paths = {path for text in specs for path in paths_in(text)}
    paths |= {rules["path"] for rules in held_rules(held)}
    parcel = {
        "versions": versions(),
        "engine": engine,
        "keep_rows": keep_rows,
        "spec": held,
        "files": {path: read_files(path) for path in sorted(paths)},
    }
    return json.dumps(parcel).encode()


def unpack(parcel: bytes, machine: str) -> Unpacked:
    """Write the source files of a request, load its strategies and check them.

    It must not be called by several threads at once.
    """
    packed = json.loads(parcel)
    _check_versions(packed["versions"], machine)
    folders = {path: write_files(files) for path, files in packed["files"].items()}

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

    for rules in held_rules(packed["spec"]):
        named = Path(rules["path"])
        path = str(folders[rules["path"]] / named.name)
        rules.update(path=path, files={path: rules["files"][str(named)]})
    experiment = spec_from(packed["spec"], load).experiment()
    places = {
        str(folders[path] / name): file["path"]
        for path, files in packed["files"].items()
        for name, file in files.items()
    }
    return Unpacked(experiment, packed["engine"], packed["keep_rows"], places)


def _strategy_specs(held: Any) -> Iterator[str]:
    """Yield the specs of all strategies in the JSON of a request."""
    if isinstance(held, dict):
        if "strategy" in held:
            yield held["spec"]
        else:
            for value in held.values():
                yield from _strategy_specs(value)
    elif isinstance(held, list):
        for value in held:
            yield from _strategy_specs(value)


def _check_versions(packed: Mapping[str, str], machine: str) -> None:
    if differing := other_version(packed):
        name, there, here = differing
        raise LaboratoryError(
            f"{machine} has {name} {here}, the run was started with {name} {there}, and they may "
            "play differently: install one version everywhere"
        )


# working: What a worker of a cluster does: plays pieces of an experiment that was sent to it.
#
# A strategy's mistake is a result like any other: whoever asked for the piece raises it.

EXPERIMENTS_KEPT = 4
"""How many experiments a worker holds ready at a time."""

_one_at_a_time = threading.Lock()
"""For what threads of a worker cannot do at once: unpack, compile, play on the python engine."""

Arrays: TypeAlias = dict[str, np.ndarray[Any, Any]]


class Counts(NamedTuple):
    """What was played of a piece: the sums of its tally and of its core, and its rows."""

    tally: Arrays
    core: Arrays
    rows: tuple[Rows, ...]


class Mistake(NamedTuple):
    """A strategy's mistake in a game of a plan and of a cell, both by number."""

    error: MoveError
    plan: int
    cell: int


Result: TypeAlias = Counts | Mistake | LaboratoryError


def play(parcel: bytes, piece: Piece) -> Result:
    """Play a piece of a packed experiment, in parts that are small enough for memory."""
    try:
        with _one_at_a_time:
            unpacked, engines = _prepared(parcel)
    except LaboratoryError as error:
        return error
    try:
        return _counts(unpacked, engines, piece)
    except FailedGameError as failed:
        mistake, plans = failed.error, unpacked.experiment.plans
        reason = unpacked.as_there(mistake.reason)
        plan = next(number for number, each in enumerate(plans) if each is failed.plan)
        cell = failed.plan.cells.index(failed.planned)
        return Mistake(MoveError(mistake.where, mistake.answer, reason), plan, cell)
    except LaboratoryError as error:
        return _as_there(error, unpacked)


def played_piece(experiment: Experiment, piece: Piece, result: Result) -> PlayedPiece:
    """Return what a worker has played, from what it sent."""
    if isinstance(result, Mistake):
        raise FailedGameError(result.error, experiment.plans[result.plan], result.cell)
    if isinstance(result, LaboratoryError):
        raise result
    tally, core = experiment.empty(piece.block), experiment.new_core(piece.block)
    tally.fill(result.tally)
    core.fill(result.core)
    return PlayedPiece(piece, tally, core, result.rows)


@lru_cache(maxsize=EXPERIMENTS_KEPT)
def _prepared(parcel: bytes) -> tuple[Unpacked, list[Engine]]:
    """Return an experiment and who plays it, compiled."""
    machine = f"the worker on {platform.node() or 'a machine'} (process {os.getpid()})"
    unpacked = unpack(parcel, machine)
    try:
        return unpacked, unpacked.experiment.engines(unpacked.engine)
    except LaboratoryError as error:
        raise _as_there(error, unpacked) from error


def _as_there(error: LaboratoryError, unpacked: Unpacked) -> LaboratoryError:
    """Return an error that names files as where the request was packed."""
    kinds = (UsageError, StrategyError, LaboratoryError)
    kind = next(kind for kind in kinds if isinstance(error, kind))
    return kind(unpacked.as_there(str(error)))


def _counts(unpacked: Unpacked, engines: list[Engine], piece: Piece) -> Counts:
    experiment, whole = unpacked.experiment, unpacked.experiment.blocks[piece.block]
    tally, core = experiment.empty(piece.block), experiment.new_core(piece.block)
    rows: list[Rows] = []
    step = max(1, piece_games(experiment, engines) * whole.units // max(1, whole.games))
    parallel = all(engine.parallel for engine in engines)
    for part in piece.parts(step) if piece.units else (piece,):
        with nullcontext() if parallel else _one_at_a_time:
            played = play_piece(experiment, engines, part, keep_rows=unpacked.keep_rows)
        tally += played.tally
        core += played.core
        rows += played.rows
    return Counts(tally.arrays(), core.arrays(), _joined(rows))


def _joined(parts: list[Rows]) -> tuple[Rows, ...]:
    """Return the rows of a piece that has one chunk, put together from its parts."""
    if not parts:
        return ()
    data = np.concatenate([part.data for part in parts])
    detail = np.concatenate([part.detail for part in parts])
    return (replace(parts[0], data=data, detail=detail),)


# executing: Who works on the pieces of an experiment: the workers of a Dask cluster.
#
# A piece is a task that Dask gives to a worker, and to another one if that worker dies. It is a
# pure function of the request, so who plays it, or how often, makes no difference; its result is
# counted where it is waited for, once.

UNDER_WAY = 3
"""Pieces under way for each thread of a worker, so that none runs dry."""

PIECE_GAMES = {"python": 64}
COMPILED_PIECE_GAMES = 2**18
"""Games in a piece: half a second's work, beside which sending it is little."""

RECORDED_PIECE_GAMES = 2**15
"""As many at most where every game is recorded: they wait in memory for their turn."""

WORKERS_WITHIN = 60.0
"""Seconds that a run waits for workers when there are none."""

LOOK_EVERY = 1.0
"""Seconds between two looks at how many workers there are."""


@contextmanager
def cluster(
    spec: Spec, experiment: Experiment, engine: str, scheduler: str, *, keep_rows: bool = False
) -> Iterator[Cluster]:
    """Give an executor that plays on a cluster; when it is done with, nothing is left of it."""
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
        self.threads = 0
        """How many threads all workers have together, when it was last looked."""
        self._experiment, self._parcel, self._client = experiment, parcel, client
        self._looked = self._had_workers = time.monotonic()
        self._prepare()

    def play(self, pieces: Iterator[Piece], stop: threading.Event) -> Iterator[PlayedPiece]:
        """Yield the result of each piece, in their order, until `stop` is set.

        Workers that die are replaced by others. There is an end to that where a piece was with
        several of them, or where there have been no workers for long.
        """

        def most() -> int:
            return UNDER_WAY * max(1, self.threads)

        return submitted(self._begin, pieces, most, stop, self._look)

    def _prepare(self) -> None:
        """Let one worker compile what has to be, and then every one load it."""
        nothing, never = Piece(0, 1, 0), threading.Event()
        list(self.play(iter([nothing]), never))
        workers = [[address] for address in self._threads_by_address()]
        begin = partial(self._begin, nothing)
        list(submitted(begin, iter(workers), lambda: len(workers), never, self._look))

    def _begin(self, piece: Piece, workers: Sequence[str] | None = None) -> Future[PlayedPiece]:
        """Submit a piece, to some workers rather than to others."""
        task = self._client.submit(
            pickle.loads,
            pickle.dumps(Call((self._parcel, piece))),
            pure=False,
            workers=workers,
            allow_other_workers=workers is not None,
        )
        return asyncio.run_coroutine_threadsafe(
            self._result(piece, task), self._client.loop.asyncio_loop
        )

    async def _result(self, piece: Piece, task: Any) -> PlayedPiece:
        from distributed import KilledWorker

        try:
            result = await task
        except CancelledError as error:
            raise _scheduler_lost() from error
        except KilledWorker as error:
            last, block = piece.first + piece.units - 1, self._experiment.blocks[piece.block]
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
        return played_piece(self._experiment, piece, result)

    def _look(self) -> None:
        """Look how many threads there are, unless that was done a moment ago."""
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


class Call(tuple[Any, ...]):
    """A call of `play`, which is made where it is unpickled.

    So a worker that has no forsale-sim, or another one, can say so. Sent as the function of a task,
    `play` would make it break off its connection, as if it had died.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return play, tuple(self)


def _scheduler_lost() -> LaboratoryError:
    return LaboratoryError(
        "the connection to the scheduler was lost: see whether it and the network still work"
    )
