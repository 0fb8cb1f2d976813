"""Parts of a run that machines can play without knowing of each other."""

from __future__ import annotations

import re
from dataclasses import dataclass

from forsale_sim.errors import UsageError
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.plan import Plan

MOST_PARTS = 10**6
"""More machines than anyone has: a larger number is a slip."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts of a run: of each cell an equal share of the deals."""

    number: int
    """From 1."""
    parts: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Return the part that is written as ``3/16``.

        Raises
        ------
        UsageError
            If there is no such part.
        """
        written = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
        if written is None:
            raise UsageError(f"a part of a run is written as 3/16, not {text!r}")
        number, parts = int(written[1]), int(written[2])
        if not 1 <= parts <= MOST_PARTS:
            raise UsageError(f"a run is split into 1 to {MOST_PARTS} parts, not {parts}")
        if not 1 <= number <= parts:
            raise UsageError(f"{parts} parts are numbered from 1 to {parts}: there is no {number}")
        return cls(number, parts)

    def __str__(self) -> str:
        return f"{self.number}/{self.parts}"

    def deals(self, plan: Plan) -> tuple[Deals, ...]:
        """Return which deals of each cell the part plays.

        Raises
        ------
        UsageError
            If there are too few deals for so many parts.
        """
        parts = tuple(deals.part(self.number, self.parts) for deals in plan.all_deals)
        if not any(parts):
            fewest = min(len(deals) for deals in plan.all_deals)
            raise UsageError(
                f"part {self} has no deal to play: with only {fewest} deals there can be no "
                f"{self.parts} parts"
            )
        return parts
