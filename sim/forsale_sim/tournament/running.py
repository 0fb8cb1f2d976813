"""Plays a plan: chunks on threads, tallied as they come, until all are done or Ctrl-C."""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import TypeVar

from forsale_sim.results.cell import Cell
from forsale_sim.results.tally import Tally
from forsale_sim.rows import Rows
from forsale_sim.tournament.engines import Engine
from forsale_sim.tournament.plan import Chunk, Plan

T = TypeVar("T")

PATIENCE = 0.1
"""Seconds between two looks at whether to stop, while a chunk is waited for."""

OnRows = Callable[[Chunk, Rows], None]
"""Told every chunk's rows, in order."""

OnProgress = Callable[[int], None]
"""Told how many more games have been played."""


@dataclass
class Outcome:
    """What a run has played.

    Attributes
    ----------
    tallies
        Of every cell, in the order of the plan.
    seconds
        Spent playing: neither starting nor compiling.
    complete
        False where the run was stopped early. What it holds is whole deals all the same.
    """

    plan: Plan
    tallies: dict[Cell, Tally]
    seconds: float = 0.0
    complete: bool = False

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(tally.games for tally in self.tallies.values())


def run(
    plan: Plan,
    engine: Engine,
    *,
    threads: int = 1,
    on_rows: OnRows | None = None,
    on_progress: OnProgress | None = None,
) -> Outcome:
    """Play a plan to its end, or until Ctrl-C.

    The result depends on the plan alone, not on the engine or the number of threads. After Ctrl-C,
    threads may still be playing the chunks that they have begun; nothing comes of it.

    Parameters
    ----------
    plan
        What to play.
    engine
        Who plays it.
    threads
        How many chunks are played at once, if the engine can.
    on_rows, on_progress
        Called in this thread as chunks are done, in their order.

    Raises
    ------
    StrategyError
        If a strategy makes an illegal move or raises an exception: that of the first chunk in which
        one does.
    """
    outcome = Outcome(plan, {planned.cell: Tally.empty(planned.cell) for planned in plan.cells})

    def work(chunk: Chunk) -> tuple[Chunk, Rows, Tally]:
        rows = engine.play(chunk)
        tally = Tally.empty(plan.cells[chunk.cell].cell)
        tally.count(rows)
        return chunk, rows, tally

    work(Chunk(cell=0, first_deal=1, deals=0))  # what is compiled now is not on the clock
    started = time.perf_counter()
    with stop_on_interrupt() as stop:
        chunks = plan.chunks(engine.chunk_games, growing=True)
        for chunk, rows, tally in in_order(work, chunks, threads if engine.parallel else 0, stop):
            if on_rows:
                on_rows(chunk, rows)
            outcome.tallies[plan.cells[chunk.cell].cell] += tally
            if on_progress:
                on_progress(tally.games)
    outcome.seconds = time.perf_counter() - started
    outcome.complete = outcome.games == plan.games
    return outcome


def in_order(
    work: Callable[[Chunk], T], chunks: Iterator[Chunk], threads: int, stop: threading.Event
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
        Any number of them.
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


@contextmanager
def stop_on_interrupt() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into an event that is set; a second one interrupts as usual.

    Outside the main thread, where signals cannot be handled, the event is never set.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def handle(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
