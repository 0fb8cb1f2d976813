"""Who works on the pieces of an experiment: threads of this process."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Protocol, TypeVar

from strategy_lab.errors import MoveError
from strategy_lab.simulation.engines import Engine
from strategy_lab.simulation.experiment import Experiment, PlayedPiece
from strategy_lab.simulation.failures import FailedGameError
from strategy_lab.simulation.pieces import Piece
from strategy_lab.simulation.run_in_thread import started

P = TypeVar("P")
T = TypeVar("T")

PATIENCE = 0.1
"""Seconds between two looks at whether to stop, while a piece is waited for."""


class Executor(Protocol):
    """Plays pieces, each once, in whatever way."""

    piece_games: int
    """How many games make a piece, at most and in whole units."""

    @property
    def threads(self) -> int:
        """How many play, for the manifest: no result depends on it."""
        ...

    def play(self, pieces: Iterator[Piece], stop: threading.Event) -> Iterator[PlayedPiece]:
        """Yield the result of each piece, in their order, until `stop` is set."""
        ...


class Threads:
    """Plays pieces on threads of this process. What has to be compiled is compiled at once.

    `engine`: the name of the engine that plays it. `threads`: how many pieces are played at once,
    if the engine can. `keep_rows`: whether pieces come with their rows.
    """

    def __init__(
        self, experiment: Experiment, engine: str, threads: int = 1, *, keep_rows: bool = False
    ) -> None:
        self._experiment, self._name = experiment, engine
        self._engines = experiment.engines(engine)
        parallel = all(engine.parallel for engine in self._engines)
        self.threads = threads if parallel else 1
        self.piece_games = piece_games(experiment, self._engines)
        self._at_once = threads if parallel else 0
        self._work = partial(play_piece, experiment, self._engines, keep_rows=keep_rows)
        self._work(Piece(0, 1, 0))

    def play(self, pieces: Iterator[Piece], stop: threading.Event) -> Iterator[PlayedPiece]:
        """Yield the result of each piece, in their order, until `stop` is set."""
        if self._meet_newcomers(stop):
            yield from in_order(self._work, pieces, self._at_once, stop)

    def _meet_newcomers(self, stop: threading.Event) -> bool:
        """Compile who plays in plans that the experiment has come to, unless `stop` is set."""
        known = len(self._engines)
        if known < len(self._experiment.plans):
            made = started(lambda: self._experiment.engines(self._name, known))
            if not done_unless(stop, made):
                return False
            self._engines += made.result()
        return True


def piece_games(experiment: Experiment, engines: Sequence[Engine]) -> int:
    """Return how many games are played and counted at once, at most and in whole units."""
    games = min(engine.chunk_games for engine in engines)
    return min(games, experiment.piece_games or games)


def play_piece(
    experiment: Experiment, engines: Sequence[Engine], piece: Piece, *, keep_rows: bool = False
) -> PlayedPiece:
    """Play and count a piece: a pure function, on any thread or machine."""
    core, all_rows = experiment.new_core(piece.block), []
    for chunk in experiment.chunks(piece):
        try:
            rows = engines[chunk.plan].play(chunk, keep_rows or experiment.needs_detail)
        except MoveError as error:
            raise FailedGameError(error, experiment.plans[chunk.plan], chunk.cell) from error
        core.count([rows])
        all_rows.append(rows)
    tally = experiment.count(piece, all_rows)
    return PlayedPiece(piece, tally, core, tuple(all_rows) if keep_rows else ())


def in_order(
    work: Callable[[P], T], pieces: Iterator[P], threads: int, stop: threading.Event
) -> Iterator[T]:
    """Yield the result of each piece in order until `stop` is set.

    Only a few pieces are under way at any time, so memory does not grow with their number. This
    thread, the only one that hears of Ctrl-C, works on none of them: compiled code cannot be
    interrupted, and a strategy may never return. So threads that are at work when `stop` is set, or
    when there is an exception, are left behind.
    """
    if threads == 0:
        for piece in pieces:
            if stop.is_set():
                return
            yield work(piece)
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="piece")
    try:
        yield from submitted(
            lambda piece: pool.submit(work, piece), pieces, lambda: 2 * threads, stop
        )
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def submitted(
    submit: Callable[[P], Future[T]],
    pieces: Iterator[P],
    most: Callable[[], int],
    stop: threading.Event,
    look: Callable[[], None] = lambda: None,
) -> Iterator[T]:
    """Yield the result of each piece in order until `stop` is set; `most` may be under way.

    While a result is waited for, `look` is called now and again.
    """
    waiting: deque[Future[T]] = deque()
    try:
        for piece in pieces:
            if stop.is_set():
                return
            waiting.append(submit(piece))
            while len(waiting) > most() and done_unless(stop, waiting[0], look):
                yield waiting.popleft().result()
        while waiting and done_unless(stop, waiting[0], look):
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def done_unless(
    stop: threading.Event, future: Future[T], look: Callable[[], None] = lambda: None
) -> bool:
    """Wait until a future is done, and return whether that was before `stop` was set."""
    while not stop.is_set():
        look()
        if wait([future], PATIENCE).done:
            return True
    return False
