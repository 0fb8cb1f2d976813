"""An experiment in stages, of which each is decided by what was counted of those before it.

It is written as a generator, which reads like the search that it is: it yields an experiment, and
is sent what came of it when nothing of that is left to be played. What it does depends on nothing
else. So a checkpoint needs the counts alone: when they are read, the generator goes through the
stages that have been played once more.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Generator
from typing import Any, TypeAlias, TypeVar

from strategy_lab.simulation.combined import Combined
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.spans import Spans

T = TypeVar("T")

Steps: TypeAlias = Generator[Experiment, Outcome, T]
"""Yields what to play next, and is sent its outcome; returns what was found."""


class Staged(Combined, ABC):
    """Experiments one after another. It is played, and counted, into one outcome.

    `finished` and `found`: whether nothing is left to be played, and what was found then.
    """

    adaptive = True
    grows = True

    def __init__(self, steps: Steps[Any]) -> None:
        self._generator = steps
        self._outcomes: dict[int, Outcome] = {}
        self.finished = False
        self.found: Any = None
        super().__init__([next(steps)])

    def outcome_of(self, outcome: Outcome, number: int) -> Outcome:
        """Return what has been played of a stage: one object, which stages know again."""
        now = super().outcome_of(outcome, number)
        known = self._outcomes.setdefault(number, now)
        known.wanted, known.played = now.wanted, now.played
        known.tallies, known.cores, known.games = now.tallies, now.cores, now.games
        return known

    def next_units(self, outcome: Outcome) -> list[Spans]:
        """Return what is left to be played of the stage that was come to."""
        self.grow(outcome)
        units = [Spans()] * len(self.blocks)
        if not self.finished:
            left = self.parts[-1].next_units(self.outcome_of(outcome, len(self.parts) - 1))
            units[-len(left) :] = left
        return units

    def grow(self, outcome: Outcome) -> None:
        """Come to the first stage of which something is left to be played."""
        while not self.finished:
            played = self.outcome_of(outcome, len(self.parts) - 1)
            if any(self.parts[-1].next_units(played)):
                return
            try:
                self._add(self._generator.send(played))
            except StopIteration as end:
                self.finished, self.found = True, end.value
            super().grow(outcome)

    def is_complete(self, outcome: Outcome) -> bool:
        """Return whether the last stage has been played."""
        self.grow(outcome)
        return self.finished and not self.prepares

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether a stage is over, and tables are made of it."""
        return (self.finished or len(self.parts) > 1) and not self.prepares

    def deals(self, outcome: Outcome) -> int:
        """Return how many deals were played in all stages."""
        return sum(
            part.deals(self.outcome_of(outcome, number)) for number, part in enumerate(self.parts)
        )
