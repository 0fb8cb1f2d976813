"""Plays a plan, or a part of one: chunk by chunk, tallied as they come, until done or Ctrl-C."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import TypeAlias

from forsale_sim.results.cell import Cell
from forsale_sim.results.tally import Tally
from forsale_sim.simulation.chunks import chunks
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.executors import Executor, PlayedChunk
from forsale_sim.simulation.plan import Plan


@dataclass
class Outcome:
    """What has been played of a plan.

    Attributes
    ----------
    plan
        What there is to play.
    wanted
        Which deals of each cell are to be played at most: all of them, but for a part of a run.
    played
        Which have been, always whole deals.
    tallies
        Of every cell, in the order of the plan.
    seconds
        Spent playing: neither starting nor compiling.
    complete
        Whether nothing is left to be played.
    """

    plan: Plan
    wanted: tuple[Deals, ...]
    played: list[Deals] = field(default_factory=list)
    tallies: dict[Cell, Tally] = field(default_factory=dict)
    seconds: float = 0.0
    complete: bool = False

    def __post_init__(self) -> None:
        self.played = self.played or [Deals() for _ in self.plan.cells]
        for planned in self.plan.cells:
            self.tallies.setdefault(planned.cell, Tally.empty(planned.cell))

    @classmethod
    def nothing_yet(cls, plan: Plan) -> Outcome:
        """Return the outcome of a whole plan before anything is played."""
        return cls(plan, plan.all_deals)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(tally.games for tally in self.tallies.values())

    @property
    def missing(self) -> list[Deals]:
        """Which deals of each cell are wanted and have not been played."""
        return [wanted - played for wanted, played in zip(self.wanted, self.played, strict=True)]

    @property
    def games_wanted(self) -> int:
        """How many games are to be played at most."""
        cells = zip(self.plan.cells, self.wanted, strict=True)
        return sum(len(deals) * planned.cell.seatings for planned, deals in cells)

    def add(self, played: PlayedChunk) -> None:
        """Count a chunk.

        Raises
        ------
        ValueError
            If a deal of it has been counted before.
        """
        cell = played.chunk.cell
        self.played[cell] += played.chunk.played
        self.tallies[self.plan.cells[cell].cell] += played.tally


Goal: TypeAlias = Callable[[Outcome], Sequence[Deals]]
"""Tells which deals of each cell to play next, given what has been played; none to end the run.

It may depend on nothing else, so that a run that is taken up again goes on as it would have.
"""

Watcher: TypeAlias = Callable[[Outcome, PlayedChunk], None]
"""Told of every chunk, in order, when it has been counted."""


def everything_wanted(outcome: Outcome) -> Sequence[Deals]:
    """Return all deals that are wanted and not played: the goal of a run of fixed size."""
    return outcome.missing


def run(
    outcome: Outcome,
    executor: Executor,
    *,
    goal: Goal = everything_wanted,
    watchers: Sequence[Watcher] = (),
) -> Outcome:
    """Play on until the goal is reached, or until Ctrl-C.

    The result depends on the plan and the goal alone, not on who plays. After Ctrl-C, threads may
    still be playing the chunks that they have begun; nothing comes of it.

    Parameters
    ----------
    outcome
        What has been played so far. Modified in place.
    executor
        Who plays.
    goal
        What to play.
    watchers
        Called in this thread.

    Returns
    -------
    Outcome
        The same object.

    Raises
    ------
    StrategyError
        If a strategy makes an illegal move or raises an exception: that of the first chunk in which
        one does.
    """
    before, started = outcome.seconds, time.perf_counter()
    with stop_on_interrupt() as stop:
        while any(deals := goal(outcome)) and not stop.is_set():
            pieces = chunks(outcome.plan.cells, deals, executor.chunk_games, growing=True)
            for played in executor.play(pieces, stop):
                outcome.add(played)
                outcome.seconds = before + time.perf_counter() - started
                for watch in watchers:
                    watch(outcome, played)
    outcome.complete = not any(goal(outcome))
    return outcome


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
