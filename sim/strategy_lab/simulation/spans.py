"""Sets of whole numbers, such as the deals of a cell that have been played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spans:
    """A set of whole numbers from 1 on, kept as spans: a whole run has one, merged parts a few."""

    pairs: tuple[tuple[int, int], ...] = ()
    """First and last number of each span, ascending; no two spans overlap or touch."""

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> Spans:
        """Return the union of disjoint spans, in any order; empty ones are allowed."""
        joined: list[tuple[int, int]] = []
        for first, last in sorted(pair for pair in pairs if pair[0] <= pair[1]):
            if joined and first <= joined[-1][1]:
                raise ValueError(f"{first} is there twice")
            if joined and first == joined[-1][1] + 1:
                joined[-1] = (joined[-1][0], last)
            else:
                joined.append((first, last))
        return cls(tuple(joined))

    @classmethod
    def up_to(cls, last: int) -> Spans:
        """Return the numbers from 1 to `last`."""
        return cls.of([(1, last)])

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.pairs)

    def __add__(self, other: Spans) -> Spans:
        """Return the union of two disjoint sets."""
        return Spans.of([*self.pairs, *other.pairs])

    def __sub__(self, other: Spans) -> Spans:
        """Return the numbers that are not in `other`."""
        left: list[tuple[int, int]] = []
        for first, last in self.pairs:
            start = first
            for there, until in other.pairs:
                if until >= start and there <= last:
                    left.append((start, there - 1))
                    start = until + 1
            left.append((start, last))
        return Spans.of(left)

    def first(self, count: int) -> Spans:
        """Return the `count` lowest numbers, or all if there are fewer."""
        taken: list[tuple[int, int]] = []
        for first, last in self.pairs:
            taken.append((first, min(last, first + count - 1)))
            count -= min(count, last - first + 1)
        return Spans.of(taken)

    def part(self, number: int, parts: int) -> Spans:
        """Return one of `parts` parts, from 1, of sizes as equal as can be, in ascending order."""
        before, after = (len(self) * count // parts for count in (number - 1, number))
        return self.first(after) - self.first(before)
