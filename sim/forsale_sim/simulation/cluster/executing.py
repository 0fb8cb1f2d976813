"""Who works on the chunks of a run: the workers of a Dask cluster.

A chunk is a task that Dask gives to a worker, and to another one if that worker dies. It is a pure
function of the plan, so who plays it, or how often, makes no difference; its result is counted
where it is waited for, once.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, wait
from contextlib import contextmanager
from typing import Any, TypeAlias

from forsale_sim.errors import ForSaleError
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.cluster.connecting import connected
from forsale_sim.simulation.cluster.shipping import pack
from forsale_sim.simulation.cluster.workforce import Workforce, scheduler_lost
from forsale_sim.simulation.cluster.working import played
from forsale_sim.simulation.executors import PATIENCE, PlayedChunk
from forsale_sim.simulation.plan import Plan

Waiting: TypeAlias = tuple[Chunk, "Future[dict[str, Any]]"]

PLAY_CHUNK = (
    "__import__('forsale_sim.simulation.cluster.working')"
    ".tournament.cluster.working.play_chunk(*asked)"
)
"""The task, as an expression: a worker that has no forsale-sim, or another one, can read it and say
so. Sent the function itself, it would break off its connection, as if it had died."""

LOST = (
    "'str' object has no attribute 'with_traceback'",
    "not enough values to unpack (expected 3, got 1)",
)
"""What the executor of Dask says of a result whose worker goes the moment it has come: it unpacks
what `play_chunk` returns as if that were an error."""

UNDER_WAY = 3
"""Chunks under way for each thread of a worker, so that none runs dry."""

CHUNK_GAMES = {"python": 64}
COMPILED_CHUNK_GAMES = 2**18
"""Games in a chunk: half a second's work, beside which sending it is little."""

RECORDED_CHUNK_GAMES = 2**15
"""As many at most where every game is recorded: they wait in memory for their turn."""


@contextmanager
def cluster(
    plan: Plan, engine: str, scheduler: str, *, with_rows: bool = False
) -> Iterator[Cluster]:
    """Give an executor that plays a plan on a cluster; when it is done with, nothing is left of it.

    Parameters
    ----------
    plan
        What the chunks are of. Strategies by file travel with their sources.
    engine
        The name of the engine that workers play with.
    scheduler
        As ``--scheduler`` takes it; see `connected`.
    with_rows
        Whether chunks are to come with their games.

    Raises
    ------
    UsageError
        If `scheduler` is no address, or a strategy cannot be sent or compiled.
    ForSaleError
        If Dask is not installed, nobody answers, there are no workers, or they cannot play this.
    """
    parcel = pack(plan, engine)
    with connected(scheduler) as client:
        yield Cluster(plan, engine, parcel, client, with_rows=with_rows)


class Cluster:
    """Plays chunks on the workers of a Dask cluster. One of them has compiled what has to be.

    Parameters
    ----------
    plan
        What the chunks are of.
    engine
        The name of the engine that workers play with.
    parcel
        The plan, packed for that engine.
    client
        Connected to the scheduler.
    with_rows
        Whether chunks are to come with their games.

    Attributes
    ----------
    engine
        The engine's own name.
    """

    def __init__(
        self, plan: Plan, engine: str, parcel: bytes, client: Any, *, with_rows: bool = False
    ) -> None:
        games = CHUNK_GAMES.get(engine, COMPILED_CHUNK_GAMES)
        self.chunk_games = min(games, RECORDED_CHUNK_GAMES) if with_rows else games
        self._workforce = Workforce(client)
        self._plan = plan
        self._parcel = parcel
        self._client = client
        self._with_rows = with_rows
        self.engine = self._prepare()

    @property
    def threads(self) -> int:
        """How many threads all workers have together, when it was last looked."""
        return self._workforce.threads

    def play(self, chunks: Iterator[Chunk], stop: threading.Event) -> Iterator[PlayedChunk]:
        """Yield the result of each chunk, in their order, until `stop` is set.

        Workers that die are replaced by others. There is an end to that where a chunk was with
        several of them, or where there have been no workers for long; see `Workforce.look`.

        Raises
        ------
        StrategyError
            If a strategy makes an illegal move or raises an exception: that of the first chunk in
            which one does.
        ForSaleError
            If workers die or cannot play, or the scheduler is lost.
        """
        waiting: deque[Waiting] = deque()
        with self._pool() as pool:
            for chunk in chunks:
                if stop.is_set():
                    return
                waiting.append(self._begin(pool, chunk))
                while len(waiting) > UNDER_WAY * max(1, self.threads):
                    if (result := self._result(pool, waiting[0], stop)) is None:
                        return
                    yield played(self._plan, waiting.popleft()[0], result)
            while waiting:
                if (result := self._result(pool, waiting[0], stop)) is None:
                    return
                yield played(self._plan, waiting.popleft()[0], result)

    def _prepare(self) -> str:
        """Let every worker load the plan, and one of them compile it first; return its engine."""
        nothing, never = Chunk(cell=0, first_deal=1, deals=0), threading.Event()
        with self._pool() as pool:
            waiting = [self._begin(pool, nothing)]
            first = self._result(pool, waiting[0], never) or {}
            played(self._plan, nothing, first)
            for address in self._workforce.addresses():
                waiting.append(self._begin(pool, nothing, workers=[address]))
            for one in waiting:
                played(self._plan, nothing, self._result(pool, one, never) or {})
        engine: str = first["engine"]
        return engine

    @contextmanager
    def _pool(self) -> Iterator[Any]:
        """Give what chunks are submitted to; those that are not done in the end are cancelled."""
        pool = self._client.get_executor(pure=False)
        try:
            yield pool
        finally:
            with contextlib.suppress(OSError, CancelledError):  # the scheduler may have gone
                pool.shutdown(wait=False)

    def _begin(self, pool: Any, chunk: Chunk, workers: Sequence[str] | None = None) -> Waiting:
        """Submit a chunk, to some workers rather than to others."""
        asked = (self._parcel, chunk.cell, chunk.first_deal, chunk.deals, self._with_rows)
        return chunk, pool.submit(
            eval,
            PLAY_CHUNK,
            {"asked": asked},
            workers=workers,
            allow_other_workers=workers is not None,
        )

    def _result(self, pool: Any, waiting: Waiting, stop: threading.Event) -> dict[str, Any] | None:
        """Return what a worker sends of a chunk; None if `stop` is set before it is there."""
        from distributed import KilledWorker

        chunk, future = waiting
        while not stop.is_set():
            self._workforce.look()
            if not wait([future], PATIENCE).done:
                continue
            try:
                return future.result()
            except CancelledError as error:
                raise scheduler_lost() from error
            except KilledWorker as error:
                raise ForSaleError(
                    f"{error.allowed_failures + 1} workers died, one after another, when they "
                    f"were given {self._named(chunk)}. Either a strategy makes Python itself "
                    "crash, which forsale-sim check shows, or the machines kill what runs there"
                ) from error
            except Exception as error:
                if str(error) not in LOST:
                    raise ForSaleError(_explanation(error)) from error
                _, future = self._begin(pool, chunk)
        return None

    def _named(self, chunk: Chunk) -> str:
        cell = self._plan.cells[chunk.cell].cell
        last = chunk.first_deal + chunk.deals - 1
        return f"deals {chunk.first_deal} to {last} of {cell.ruleset} for {cell.players} players"


def _explanation(error: Exception) -> str:
    """Return why a task failed before or beside the games."""
    if isinstance(error, ImportError | AttributeError):
        return (
            f"a worker cannot load forsale-sim ({error}): install the same version for all, with "
            'pip install "forsale-sim[cluster]"'
        )
    return f"a worker failed: {type(error).__name__}: {error}"
