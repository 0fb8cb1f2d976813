"""What counts games: integers of one size however many games there are, which add in any order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.rows import Rows

Sums = NDArray[np.int64]


class Accumulator(ABC):
    """Sums over games, kept in arrays of integers.

    Counting holds no lock and releases the GIL: each thread needs an accumulator of its own.
    """

    __slots__ = ()

    @abstractmethod
    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name, always in the same order, as arrays that share its memory.

        So saving, loading, adding and hashing sums are one loop each.
        """

    @abstractmethod
    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of whole deals, in place."""

    def __iadd__(self, other: Self) -> Self:
        mine, theirs = self.arrays(), other.arrays()
        _check_shapes(mine, theirs)
        for name in mine:
            mine[name] += theirs[name]
        return self

    def fill(self, arrays: Mapping[str, Sums]) -> None:
        """Take over sums that have the names and shapes of these, in place."""
        mine = self.arrays()
        _check_shapes(mine, arrays)
        for name, array in mine.items():
            array[...] = arrays[name]


@dataclass(frozen=True, slots=True)
class CompoundTally(Accumulator):
    """Several accumulators that count the same games."""

    parts: Mapping[str, Accumulator]
    """By name, which goes before those of their arrays: ``name/array``."""

    def arrays(self) -> dict[str, Sums]:
        """Return every sum of every part by name."""
        return {
            f"{part}/{name}": array
            for part, accumulator in self.parts.items()
            for name, array in accumulator.arrays().items()
        }

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games to every part."""
        for accumulator in self.parts.values():
            accumulator.count(rows)

    def __iadd__(self, other: Self) -> Self:
        for name, part in self.parts.items():
            sums = part
            sums += other.parts[name]
        return self


def _check_shapes(mine: Mapping[str, Sums], theirs: Mapping[str, Sums]) -> None:
    differing = [
        name
        for name in sorted(mine.keys() | theirs.keys())
        if name not in mine or name not in theirs or mine[name].shape != theirs[name].shape
    ]
    if differing:
        raise ValueError(
            f"the sums {', '.join(differing)} have other shapes here: they are of another cell"
        )


def arrays_of(records: Mapping[str, NDArray[Any]]) -> dict[str, Sums]:
    """Return each field of some arrays of records, as ``records.field``."""
    return {
        f"{group}.{name}": array[name]
        for group, array in records.items()
        for name in array.dtype.names or ()
    }


def require_whole_deals(rows: Rows, players: int, seatings: int) -> None:
    """Check that rows are of so many players, with so many games of each deal."""
    if len(rows.data) % seatings or (rows.players, rows.seatings) != (players, seatings):
        raise ValueError(
            f"{len(rows.data)} games of {rows.players} players, {rows.seatings} a deal: expected "
            f"{players} players and {seatings} games a deal"
        )
