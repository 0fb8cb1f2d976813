"""Where the sums of a deal are: of the table, what more a game has, by seat and by strategy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.measure import SEAT, STRATEGY, TABLE, WIN, Measure
from strategy_lab.rows import whole_win
from strategy_lab.stats.latin_square import Squares

SCORE, GAMES = "score", "games"

OF_SEAT, OF_STRATEGY = (WIN, SCORE), (WIN, SCORE, GAMES)
"""The sums that every game has by seat and by strategy: win shares, scores; appearances."""

SQUARES_OF = {of: tuple(f"{of}_{part}" for part in Squares._fields) for of in (WIN, SCORE)}
"""The sums of squares that every deal has, of win shares and of scores."""

OF_DEAL = tuple(name for names in SQUARES_OF.values() for name in names)


class Group(NamedTuple):
    """Sums that are kept for each of several.

    Attributes
    ----------
    of
        What each is.
    sums
        Their names.
    size
        How many there is room for.
    members
        Which of these there are, by their indices.
    """

    of: str
    sums: tuple[str, ...]
    size: int
    members: tuple[int, ...]


class Quantity(NamedTuple):
    """A measure of one of those that it is of.

    Attributes
    ----------
    of, number
        Which: the index of the seat, say; 0 for any player and for the table.
    x, n
        Where among the sums of a deal it and its observations are.
    unit
        What one of x stands for.
    """

    measure: Measure
    of: str
    number: int
    x: int
    n: int
    unit: float


class Layout:
    """The sums of a deal by their names.

    Parameters
    ----------
    players, strategies
        How many play, and how many are in the field that lineups are drawn from.
    of_table
        The names of the sums over games; those of squares follow.
    more
        What the game has beside seats and strategies.

    Attributes
    ----------
    length
        How many sums there are.
    """

    def __init__(
        self, players: int, strategies: int, of_table: Sequence[str], more: Sequence[Group] = ()
    ) -> None:
        self.players, self.strategies = players, strategies
        self.groups = {
            group.of: group
            for group in (
                Group(TABLE, (*of_table, *OF_DEAL), 1, (0,)),
                *more,
                Group(SEAT, OF_SEAT, players, tuple(range(players))),
                Group(STRATEGY, OF_STRATEGY, strategies, tuple(range(strategies))),
            )
        }
        self._starts: dict[tuple[str, str], int] = {}
        self.length = 0
        for group in self.groups.values():
            for name in group.sums:
                self._starts[group.of, name] = self.length
                self.length += group.size

    def start(self, of: str, name: str) -> int:
        """Return where the first of some sums is."""
        return self._starts[of, name]

    def sums(self, sums: NDArray[Any], of: str, name: str) -> NDArray[Any]:
        """Return one sum for each member of a group, (…, members)."""
        group = self.groups[of]
        return sums[..., [self.start(of, name) + member for member in group.members]]

    def knows(self, measure: Measure, of: str) -> bool:
        """Return whether the sums are here that a measure of something follows from."""
        ratio = measure.of.get(of, ())
        return bool(ratio) and all(self._place(of, name, 0) is not None for name in ratio)

    def quantities(self, measure: Measure, of: str) -> list[Quantity]:
        """Return a measure of each member of a group."""
        x, n = measure.of[of]
        unit = 1 / whole_win(self.players) if x == WIN else 1.0
        members = self.groups[of].members if of in self.groups else (0,)
        return [
            Quantity(measure, of, member, self._at(of, x, member), self._at(of, n, member), unit)
            for member in members
        ]

    def means(self, sums: NDArray[Any], measure: Measure, of: str) -> NDArray[np.float64]:
        """Return a measure of each member of a group, from sums over deals: (…, members)."""
        found = self.quantities(measure, of)
        x, n = ([getattr(each, part) for each in found] for part in ("x", "n"))
        return np.asarray(found[0].unit * sums[..., x] / sums[..., n])

    def _at(self, of: str, name: str, member: int) -> int:
        place = self._place(of, name, member)
        if place is None:
            raise KeyError(f"no sum {name!r} is kept by {of} or of the table")
        return place

    def _place(self, of: str, name: str, member: int) -> int | None:
        if (of, name) in self._starts:
            return self._starts[of, name] + member
        return self._starts.get((TABLE, name))
