"""A tally: all that is kept of the games of a cell, as integers that add up in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.accumulator import Accumulator, Sums, arrays_of, require_whole_deals
from strategy_lab.results.cell import Cell
from strategy_lab.results.counting import BLOCK, COUNTED, count_games
from strategy_lab.results.sums import (
    DEAL,
    DEAL_MEETINGS,
    MEETINGS,
    SEATS,
    STRATEGY,
    STRATEGY_SEAT,
    kept_places,
)
from strategy_lab.rows import WORDS, Rows

MOST_BY_RESULT = 6
"""So many players can finish in so many ways that a table of them is small."""


@dataclass(frozen=True, slots=True)
class Tally(Accumulator):
    """Integer sums over games.

    They fit int64 for as many games as `Cell.most_games` says. What can be derived is not kept.
    """

    cell: Cell
    deals: Sums
    """(): deals counted."""
    money: Sums
    """(field, players, amounts): appearances by strategy, seat and score at the end."""
    pairs: NDArray[Any]
    """(field, players) records of `STRATEGY_SEAT`."""
    strategies: NDArray[Any]
    """(field,) records of `STRATEGY`."""
    seats: NDArray[Any]
    """(players, players) records of `SEATS`; zero below the diagonal."""
    duels: NDArray[Any]
    """(field, field) records of `MEETINGS`; zero below the diagonal."""

    @classmethod
    def empty(cls, cell: Cell) -> Self:
        """Return the tally of no game of a cell."""
        field, players = len(cell.field), cell.players
        return cls(
            cell=cell,
            deals=np.zeros((), np.int64),
            money=np.zeros((field, players, cell.most_money + 1), np.int64),
            pairs=np.zeros((field, players), STRATEGY_SEAT),
            strategies=np.zeros(field, STRATEGY),
            seats=np.zeros((players, players), SEATS),
            duels=np.zeros((field, field), MEETINGS),
        )

    @property
    def games(self) -> int:
        """How many games were counted."""
        return int(self.deals) * self.cell.seatings

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        records = {
            "pairs": self.pairs,
            "strategies": self.strategies,
            "seats": self.seats,
            "duels": self.duels,
        }
        arrays = {"deals": self.deals, "money": self.money, **arrays_of(records)}
        return arrays | {"pairs.places": kept_places(self.pairs["places"], self.cell.players)}

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of the cell, in place."""
        (games,) = rows
        require_whole_deals(games, self.cell.players, self.cell.seatings)
        records, sums = games.tallied, (self.money, self.pairs, self.strategies, self.seats)
        words, scratch = records.view(WORDS), self._scratch(len(records))
        stopped_at = count_games(records, words, self.cell.seatings, *sums, self.duels, *scratch)
        if stopped_at != COUNTED:
            raise ValueError(
                f"row {stopped_at} has a strategy, place, win or sum of money out of range"
            )
        self.deals[...] += games.deals

    def __iadd__(self, other: Self) -> Self:
        mine, theirs = ((each.cell.seatings, each.money.shape) for each in (self, other))
        if mine != theirs:
            raise ValueError(
                f"a tally of {theirs[0]} games a deal, with money of shape {theirs[1]}, cannot be "
                f"added to one of {mine[0]}, of shape {mine[1]}: it is of another cell"
            )
        for name in ("deals", "money", "pairs", "strategies", "seats", "duels"):
            sums = getattr(self, name).view(np.int64)
            sums += getattr(other, name).view(np.int64)
        return self

    def _scratch(self, games: int) -> Iterator[NDArray[Any]]:
        """Yield what `count_games` takes to count so many games."""
        field, players = self.pairs.shape
        for shape in ((field, players), field, players):
            yield np.zeros(shape, DEAL)
        yield np.zeros((field, field), DEAL_MEETINGS)
        by_result = self.cell.seatings == 1 and players <= MOST_BY_RESULT
        results = min(players**players, games) if by_result else 0
        yield np.zeros((results, 2), np.int64)
        yield np.zeros(2 << results.bit_length(), np.uint16)
        yield np.zeros((players + 1, players), np.int64)
        yield np.zeros((players, BLOCK), np.int32)
