"""Who works on the chunks of a run: threads of this process."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import NamedTuple, Protocol, TypeVar

from forsale_sim.results.tally import Tally
from forsale_sim.rows import Rows
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.engines import Engine
from forsale_sim.simulation.plan import Plan

P = TypeVar("P")
T = TypeVar("T")

PATIENCE = 0.1
"""Seconds between two looks at whether to stop, while a chunk is waited for."""


class PlayedChunk(NamedTuple):
    """A chunk that has been played."""

    chunk: Chunk
    tally: Tally
    """Of its games alone."""
    rows: Rows | None
    """Its games; None where only the tally was sent."""


class Executor(Protocol):
    """Plays chunks, each once, in whatever way."""

    chunk_games: int
    """How many games make a chunk that is worked on at once, at most and in whole deals."""

    def play(self, chunks: Iterator[Chunk], stop: threading.Event) -> Iterator[PlayedChunk]:
        """Yield the result of each chunk, in their order, until `stop` is set.

        Raises
        ------
        StrategyError
            If a strategy makes an illegal move or raises an exception: that of the first chunk in
            which one does.
        """
        ...


class Threads:
    """Plays chunks on threads of this process. What has to be compiled is compiled at once.

    Parameters
    ----------
    plan
        What the chunks are of.
    engine
        Who plays it.
    threads
        How many chunks are played at once, if the engine can.
    """

    def __init__(self, plan: Plan, engine: Engine, threads: int = 1) -> None:
        self.chunk_games = engine.chunk_games
        self._plan = plan
        self._engine = engine
        self._threads = threads if engine.parallel else 0
        self._work(Chunk(cell=0, first_deal=1, deals=0))

    def play(self, chunks: Iterator[Chunk], stop: threading.Event) -> Iterator[PlayedChunk]:
        """Yield the result of each chunk, in their order, until `stop` is set."""
        return in_order(self._work, chunks, self._threads, stop)

    def _work(self, chunk: Chunk) -> PlayedChunk:
        rows = self._engine.play(chunk)
        tally = Tally.empty(self._plan.cells[chunk.cell].cell)
        tally.count(rows)
        return PlayedChunk(chunk, tally, rows)


def in_order(
    work: Callable[[P], T], chunks: Iterator[P], threads: int, stop: threading.Event
) -> Iterator[T]:
    """Yield the result of each chunk in order until `stop` is set.

    Only a few chunks are under way at any time, so memory does not grow with their number. This
    thread, the only one that hears of Ctrl-C, works on none of them: what is compiled cannot be
    interrupted, and may never end. So threads that work on a chunk when `stop` is set, or when
    there is an exception, are left to it.

    Parameters
    ----------
    work
        What makes a result of a chunk.
    chunks
        Any number of them, or of other pieces of work.
    threads
        How many chunks are worked on at once; 0 to work on them in this thread after all.
    stop
        Ends it.
    """
    if threads == 0:
        for chunk in chunks:
            if stop.is_set():
                return
            yield work(chunk)
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="chunk")
    waiting: deque[Future[T]] = deque()
    try:
        for chunk in chunks:
            if stop.is_set():
                return
            waiting.append(pool.submit(work, chunk))
            if len(waiting) > 2 * threads and done_unless(stop, waiting[0]):
                yield waiting.popleft().result()
        while waiting and done_unless(stop, waiting[0]):
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def done_unless(stop: threading.Event, future: Future[T]) -> bool:
    """Wait until a future is done, and return whether that was before `stop` was set."""
    while not stop.is_set():
        if wait([future], PATIENCE).done:
            return True
    return False
