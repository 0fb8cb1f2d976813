"""Parts of an experiment that machines can play without knowing of each other."""

from __future__ import annotations

import re
from dataclasses import dataclass

from strategy_lab.errors import UsageError
from strategy_lab.simulation.experiment import Experiment
from strategy_lab.simulation.spans import Spans

MOST_PARTS = 10**6
"""More machines than anyone has: a larger number is a slip."""


NO_PARTS = (
    "a part cannot tell when the whole is known, so --shard is for experiments of a fixed size: "
    "leave it out, or give a fixed number of games"
)


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts of an experiment: an equal share of the units of each block."""

    number: int
    """From 1."""
    parts: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Return the part that is written as ``3/16``."""
        written = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
        if written is None:
            raise UsageError(f"a part is written as 3/16, not {text!r}")
        number, parts = int(written[1]), int(written[2])
        if not 1 <= parts <= MOST_PARTS:
            raise UsageError(f"there can be 1 to {MOST_PARTS} parts, not {parts}")
        if not 1 <= number <= parts:
            raise UsageError(f"{parts} parts are numbered from 1 to {parts}: there is no {number}")
        return cls(number, parts)

    def __str__(self) -> str:
        return f"{self.number}/{self.parts}"

    def units(self, experiment: Experiment) -> list[Spans]:
        """Return which units of each block the part plays."""
        if experiment.prepares and not experiment.adaptive:
            return [Spans.up_to(block.units) for block in experiment.blocks]  # each for itself
        if experiment.adaptive:
            raise UsageError(NO_PARTS)
        units = experiment.shard(self.number, self.parts)
        if not any(units):
            fewest = min(block.units for block in experiment.blocks)
            raise UsageError(
                f"part {self} has no deal to play: with only {fewest} deals there can be no "
                f"{self.parts} parts"
            )
        return units
