"""Sets of deals: which of a cell's a part of a run plays, and which have been played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deals:
    """A set of deal numbers, kept as stretches: whole runs have one, merged parts a few.

    Attributes
    ----------
    stretches
        Pairs of a first and a last deal, ascending; no two overlap or follow on each other.
    """

    stretches: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, stretches: Iterable[tuple[int, int]]) -> Deals:
        """Return the set of the deals of disjoint stretches, in any order; empty ones are allowed.

        Raises
        ------
        ValueError
            If a deal is in two of them.
        """
        joined: list[tuple[int, int]] = []
        for first, last in sorted(stretch for stretch in stretches if stretch[0] <= stretch[1]):
            if joined and first <= joined[-1][1]:
                raise ValueError(f"deal {first} is there twice")
            if joined and first == joined[-1][1] + 1:
                joined[-1] = (joined[-1][0], last)
            else:
                joined.append((first, last))
        return cls(tuple(joined))

    @classmethod
    def up_to(cls, last: int) -> Deals:
        """Return the deals from 1 to `last`."""
        return cls.of([(1, last)])

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.stretches)

    def __add__(self, other: Deals) -> Deals:
        """Return the deals of both, which must have none in common."""
        return Deals.of([*self.stretches, *other.stretches])

    def __sub__(self, other: Deals) -> Deals:
        """Return the deals that are not in `other`."""
        left: list[tuple[int, int]] = []
        for first, last in self.stretches:
            start = first
            for there, until in other.stretches:
                if until >= start and there <= last:
                    left.append((start, there - 1))
                    start = until + 1
            left.append((start, last))
        return Deals.of(left)

    def part(self, number: int, parts: int) -> Deals:
        """Return one of `parts` parts, from 1, of as equal sizes as can be, in ascending order."""
        before, after = (len(self) * count // parts for count in (number - 1, number))
        return self - self.first(before) - (self - self.first(after))

    def first(self, count: int) -> Deals:
        """Return the `count` lowest deals, or all if there are fewer."""
        taken: list[tuple[int, int]] = []
        for first, last in self.stretches:
            taken.append((first, min(last, first + count - 1)))
            count -= min(count, last - first + 1)
        return Deals.of(taken)
