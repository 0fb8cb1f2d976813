"""Who works on the pieces of an experiment: the workers of a Dask cluster.

A piece is a task that Dask gives to a worker, and to another one if that worker dies. It is a pure
function of the request, so who plays it, or how often, makes no difference; its result is counted
where it is waited for, once.
"""

from __future__ import annotations

import asyncio
import pickle
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from functools import partial
from typing import Any

from strategy_lab.errors import LaboratoryError
from strategy_lab.simulation.cluster.connecting import connected
from strategy_lab.simulation.cluster.shipping import pack
from strategy_lab.simulation.cluster.working import play, played_piece
from strategy_lab.simulation.executors import submitted
from strategy_lab.simulation.experiment import Experiment, PlayedPiece
from strategy_lab.simulation.pieces import Piece
from strategy_lab.simulation.spec import Spec

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
