"""A tally: all that is kept of the games of a cell, as integers that add up in any order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.accumulator import Accumulator, Sums, arrays_of, require_whole_deals
from strategy_lab.results.cell import Cell
from strategy_lab.results.counting import COUNTED, count_games, find_results
from strategy_lab.results.sums import (
    DEAL,
    DEAL_MEETINGS,
    MEETINGS,
    SEATS,
    STRATEGY,
    STRATEGY_SEAT,
    kept_places,
)
from strategy_lab.rows import Rows

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
        records, seatings = games.tallied, self.cell.seatings
        sums = (self.money, self.pairs, self.strategies, self.seats)
        results = _results(records, *sums) if seatings == 1 else np.zeros((0, 2), np.int64)
        scratch = (
            *(np.zeros(each.shape, DEAL) for each in (self.pairs, self.strategies)),
            *(np.zeros(games.players, DEAL), np.zeros(self.duels.shape, DEAL_MEETINGS)),
        )
        stopped_at = count_games(records, seatings, *sums, self.duels, *scratch, results)
        _require_counted(stopped_at)
        self.deals[...] += games.deals

    def __iadd__(self, other: Self) -> Self:
        if self.cell.seatings != other.cell.seatings:
            raise ValueError(
                f"a tally of {other.cell.seatings} games a deal cannot be added to one of "
                f"{self.cell.seatings}: it is of another cell"
            )
        return Accumulator.__iadd__(self, other)


def _results(
    records: NDArray[Any],
    money: Sums,
    pairs: NDArray[Any],
    strategies: NDArray[Any],
    seats: NDArray[Any],
) -> Sums:
    """Count the money of games of one lineup, and return which results they had, and how often.

    Each deal is played once. Games of several lineups are not counted, and have none.
    """
    players = len(seats)
    codes = players**players if players <= MOST_BY_RESULT else 0
    results = np.zeros((min(codes, len(records)), 2), np.int64)
    if not codes:
        return results
    scratch = (np.zeros(codes, np.int64), results, np.zeros((players + 2, players), np.int64))
    number = find_results(records, money, pairs, strategies, seats, *scratch)
    _require_counted(COUNTED if number >= 0 else -1 - number)
    return results[:number]


def _require_counted(stopped_at: int) -> None:
    if stopped_at != COUNTED:
        raise ValueError(
            f"row {stopped_at} has a strategy, place, win or sum of money out of range"
        )
