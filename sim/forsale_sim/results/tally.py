"""A tally: all that is kept of the games of a cell, as integers that add up in any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.cell import Cell
from forsale_sim.results.counting import COUNTED, count_games
from forsale_sim.results.sums import MEETINGS, SEATS, STRATEGY, STRATEGY_SEAT
from forsale_sim.rows import Rows


@dataclass(frozen=True, slots=True)
class Tally:
    """Integer sums over games, of one size however many games there are.

    They fit int64 for as many games as `Cell.most_games` says. What can be derived is not kept: the
    coins paid, say, are those that the seats started with less those left over.
    """

    seatings: int
    """Games per deal."""
    deals: NDArray[np.int64]
    """(): deals counted."""
    money: NDArray[np.int64]
    """(field, players, amounts): appearances by strategy, seat and money at the end."""
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
            seatings=cell.seatings,
            deals=np.zeros((), np.int64),
            money=np.zeros((field, players, cell.most_money + 1), np.int64),
            pairs=np.zeros((field, players), STRATEGY_SEAT),
            strategies=np.zeros(field, STRATEGY),
            seats=np.zeros((players, players), SEATS),
            duels=np.zeros((field, field), MEETINGS),
        )

    def count(self, rows: Rows) -> None:
        """Add games, in place and without holding the GIL.

        Parameters
        ----------
        rows
            Of whole deals, with every seating of each. A tally is not locked: each thread needs
            its own.

        Raises
        ------
        ValueError
            If the rows cannot be of this cell. The tally is then of no more use.
        """
        deals, rest = divmod(len(rows.data), self.seatings)
        if rest or rows.players != self.money.shape[1]:
            raise ValueError(
                f"{len(rows.data)} games of {rows.players} players: expected {self.money.shape[1]} "
                f"players and {self.seatings} games a deal"
            )
        sums = (self.money, self.pairs, self.strategies, self.seats, self.duels)
        stopped_at = count_games(rows.data, self.seatings, *sums)
        if stopped_at != COUNTED:
            raise ValueError(f"row {stopped_at} has a strategy, place or sum of money out of range")
        self.deals[...] += deals

    @property
    def games(self) -> int:
        """How many games were counted."""
        return int(self.deals) * self.seatings

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return every sum by name, always in the same order, as arrays that share its memory.

        So saving, loading, adding and hashing a tally are one loop each.
        """
        arrays = {"deals": self.deals, "money": self.money}
        for group in ("pairs", "strategies", "seats", "duels"):
            records = getattr(self, group)
            arrays |= {f"{group}.{name}": records[name] for name in records.dtype.names}
        return arrays

    def __iadd__(self, other: Self) -> Self:
        mine, theirs = self.arrays(), other.arrays()
        same_shape = all(mine[name].shape == theirs[name].shape for name in mine)
        if self.seatings != other.seatings or not same_shape:
            raise ValueError("only tallies of one cell can be added")
        for name in mine:
            mine[name] += theirs[name]
        return self
