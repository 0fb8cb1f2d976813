"""What one player of a field has of each deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.accumulator import Accumulator
from forsale_sim.rows import Rows


@dataclass(frozen=True, slots=True)
class DealScores(Accumulator):
    """Wins and money of one player by deal.

    Attributes
    ----------
    player
        The index of the player in the field.
    win
        (deals,): win shares in parts of a win.
    ahead
        (deals,): money times the number of the others, less the money of the others.
    """

    player: int
    win: NDArray[np.int64]
    ahead: NDArray[np.int64]

    @classmethod
    def empty(cls, player: int, deals: int) -> Self:
        """Return the scores of no game."""
        return cls(player, np.zeros(deals, np.int64), np.zeros(deals, np.int64))

    def of(self, first: int, deals: int) -> DealScores:
        """Return those of some deals, the first of which is counted from 0; they share memory."""
        there = slice(first, first + deals)
        return DealScores(self.player, self.win[there], self.ahead[there])

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of all deals."""
        for games in rows:
            own = games.strategy == self.player
            money = games.score.astype(np.int64)
            ahead = np.where(own, (games.players - 1) * money, -money).sum(axis=1)
            win = np.where(own, games.win, 0).sum(axis=1, dtype=np.int64)
            self.win[...] += win.reshape(-1, games.seatings).sum(axis=1)
            self.ahead[...] += ahead.reshape(-1, games.seatings).sum(axis=1)

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return the scores by name."""
        return {"win": self.win, "ahead": self.ahead}
