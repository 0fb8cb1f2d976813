"""Who works on the pieces of an experiment: the workers of a Dask cluster.

A piece is a task that Dask gives to a worker, and to another one if that worker dies. It is a pure
function of the request, so who plays it, or how often, makes no difference; its result is counted
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
from forsale_sim.simulation.cluster.connecting import connected
from forsale_sim.simulation.cluster.shipping import pack
from forsale_sim.simulation.cluster.workforce import Workforce, scheduler_lost
from forsale_sim.simulation.cluster.working import played_piece
from forsale_sim.simulation.executors import PATIENCE
from forsale_sim.simulation.experiment import Experiment, PlayedPiece
from forsale_sim.simulation.pieces import Piece
from forsale_sim.simulation.spec import Spec

Waiting: TypeAlias = tuple[Piece, "Future[dict[str, Any]]"]

PLAY_PIECE = (
    "__import__('forsale_sim.simulation.cluster.working').simulation.cluster.working.play(*request)"
)
"""The task, as an expression: a worker that has no forsale-sim, or another one, can read it and say
so. Sent the function itself, it would break off its connection, as if it had died."""

LOST = (
    "too many values to unpack (expected 3",
    "not enough values to unpack (expected 3, got 1",
)
"""How Dask's executor begins its complaint of a result whose worker goes the moment it has come: it
unpacks what `working.play` returns, a dictionary of five or of one, as if that were an error."""

UNDER_WAY = 3
"""Pieces under way for each thread of a worker, so that none runs dry."""

PIECE_GAMES = {"python": 64}
COMPILED_PIECE_GAMES = 2**18
"""Games in a piece: half a second's work, beside which sending it is little."""

RECORDED_PIECE_GAMES = 2**15
"""As many at most where every game is recorded: they wait in memory for their turn."""


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
    """Plays pieces on the workers of a Dask cluster. One of them has compiled what has to be.

    Parameters
    ----------
    experiment
        What the pieces are of.
    parcel
        The same, packed.
    client
        Connected to the scheduler.
    piece_games
        How many games make a piece.
    """

    def __init__(
        self, experiment: Experiment, parcel: bytes, client: Any, piece_games: int
    ) -> None:
        self.piece_games = piece_games
        self._workforce = Workforce(client)
        self._experiment = experiment
        self._parcel = parcel
        self._client = client
        self._prepare()

    @property
    def threads(self) -> int:
        """How many threads all workers have together, when it was last looked."""
        return self._workforce.threads

    def play(self, pieces: Iterator[Piece], stop: threading.Event) -> Iterator[PlayedPiece]:
        """Yield the result of each piece, in their order, until `stop` is set.

        Workers that die are replaced by others. There is an end to that where a piece was with
        several of them, or where there have been no workers for long; see `Workforce.look`.
        """
        waiting: deque[Waiting] = deque()
        with self._pool() as pool:
            for piece in pieces:
                if stop.is_set():
                    return
                waiting.append(self._begin(pool, piece))
                while len(waiting) > UNDER_WAY * max(1, self.threads):
                    if (result := self._result(pool, waiting[0], stop)) is None:
                        return
                    yield played_piece(self._experiment, waiting.popleft()[0], result)
            while waiting:
                if (result := self._result(pool, waiting[0], stop)) is None:
                    return
                yield played_piece(self._experiment, waiting.popleft()[0], result)

    def _prepare(self) -> None:
        """Let every worker load the experiment, one of them first."""
        nothing, never = Piece(0, 1, 0), threading.Event()
        with self._pool() as pool:
            waiting = [self._begin(pool, nothing)]
            played_piece(self._experiment, nothing, self._result(pool, waiting[0], never) or {})
            for address in self._workforce.addresses():
                waiting.append(self._begin(pool, nothing, workers=[address]))
            for one in waiting:
                played_piece(self._experiment, nothing, self._result(pool, one, never) or {})

    @contextmanager
    def _pool(self) -> Iterator[Any]:
        """Give what pieces are submitted to; those that are not done in the end are cancelled."""
        pool = self._client.get_executor(pure=False)
        try:
            yield pool
        finally:
            with contextlib.suppress(OSError, CancelledError):  # the scheduler may have gone
                pool.shutdown(wait=False)

    def _begin(self, pool: Any, piece: Piece, workers: Sequence[str] | None = None) -> Waiting:
        """Submit a piece, to some workers rather than to others."""
        request = (self._parcel, piece.block, piece.first, piece.units)
        return piece, pool.submit(
            eval,
            PLAY_PIECE,
            {"request": request},
            workers=workers,
            allow_other_workers=workers is not None,
        )

    def _result(self, pool: Any, waiting: Waiting, stop: threading.Event) -> dict[str, Any] | None:
        """Return what a worker sends of a piece; None if `stop` is set before it is there."""
        from distributed import KilledWorker

        piece, future = waiting
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
                    f"were given {self._named(piece)}. Either a strategy makes Python itself "
                    "crash, which forsale-sim check shows, or the machines kill what runs there"
                ) from error
            except Exception as error:
                if not str(error).startswith(LOST):
                    raise ForSaleError(_explanation(error)) from error
                _, future = self._begin(pool, piece)
        return None

    def _named(self, piece: Piece) -> str:
        last = piece.first + piece.units - 1
        return f"deals {piece.first} to {last} of {self._experiment.blocks[piece.block].name}"


def _explanation(error: Exception) -> str:
    """Return why a task failed before or beside the games."""
    if isinstance(error, ImportError | AttributeError):
        return (
            f"a worker cannot load forsale-sim ({error}): install the same version, with its extra "
            "[cluster], for all workers"
        )
    return f"a worker failed: {type(error).__name__}: {error}"
