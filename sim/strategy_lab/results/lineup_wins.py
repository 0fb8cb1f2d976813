"""What every strategy wins in every lineup: the tally of a batch of a meta-game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.accumulator import Accumulator
from strategy_lab.rows import Rows


@dataclass(frozen=True, slots=True)
class LineupWins(Accumulator):
    """Win shares by lineup."""

    wins: NDArray[np.int64]
    """(lineups, strategies): the win shares of a strategy's copies, in parts of a win, over all
    deals and as many seatings as players."""

    @classmethod
    def empty(cls, lineups: int, strategies: int) -> Self:
        """Return the shares of no game."""
        return cls(np.zeros((lineups, strategies), np.int64))

    def from_lineup(self, number: int) -> LineupWins:
        """Return the same without the first `number` lineups, sharing its memory."""
        return LineupWins(self.wins[number:])

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games: the rows of each lineup in turn."""
        strategies = self.wins.shape[1]
        for lineup, games in enumerate(rows):
            shares = np.bincount(games.strategy.ravel(), games.win.ravel(), minlength=strategies)
            self.wins[lineup] += shares.astype(np.int64) * (games.players // games.seatings)

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return the sums by name."""
        return {"wins": self.wins}
