"""Sums over batches of deals: what games come to, in so few numbers that all can be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.accumulator import Accumulator, Sums
from forsale_sim.results.cell import Cell
from forsale_sim.rows import Rows, whole_win

GAMES, AUCTIONS, MONEY, LEFT, LEVEL, SHARED, MARGIN, CLOSE = range(8)
"""Sums over games: how many; auctions; money and coins left of all players; games in which the most
money is held by several, and of these those whose win is shared; money of the best less that of the
second; games in which that is at most one part in `CLOSE_PARTS` of the best's."""

OF_GAMES = 8
"""How many these are. After them come the win shares by seat, in parts of a win, then by strategy,
then the appearances by strategy."""

CLOSE_PARTS = 20


@dataclass(frozen=True, slots=True)
class BatchSums(Accumulator):
    """Sums over the games of each batch, all of as many deals.

    Attributes
    ----------
    cell
        What is played.
    batch_deals
        How many deals a batch has.
    sums
        (batches, sums)
    """

    cell: Cell
    batch_deals: int
    sums: Sums

    @classmethod
    def empty(cls, cell: Cell, batches: int, batch_deals: int) -> Self:
        """Return the sums of no deal."""
        length = OF_GAMES + cell.players + 2 * len(cell.field)
        return cls(cell, batch_deals, np.zeros((batches, length), np.int64))

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of deals that begin with the first batch."""
        for games in rows:
            self.count_from(0, games)

    def count_from(self, first: int, rows: Rows) -> None:
        """Add games of deals of which the first has this index among those of all batches."""
        batch = (first + np.arange(len(rows.data)) // rows.seatings) // self.batch_deals
        starts = np.flatnonzero(np.diff(batch, prepend=-1))
        if len(starts):
            self.sums[batch[starts]] += np.add.reduceat(self._by_game(rows), starts)

    def arrays(self) -> dict[str, Sums]:
        """Return the sums by name."""
        return {"sums": self.sums}

    def _by_game(self, rows: Rows) -> NDArray[np.int64]:
        win, coins = rows.win.astype(np.int64), rows.coins.astype(np.int64)
        money = rows.score.astype(np.int64)
        second, best = np.partition(money, -2, axis=1)[:, -2:].T
        rules, margin = self.cell.rules, best - second
        by_game = np.zeros((len(rows.data), self.sums.shape[1]), np.int64)
        by_game[:, GAMES] = 1
        by_game[:, AUCTIONS] = -(-rules.cards_dealt // rules.houses_per_round)
        by_game[:, MONEY] = money.sum(axis=1)
        by_game[:, LEFT] = coins.sum(axis=1)
        by_game[:, LEVEL] = margin == 0
        by_game[:, SHARED] = win.max(axis=1) < whole_win(self.cell.players)
        by_game[:, MARGIN] = margin
        by_game[:, CLOSE] = CLOSE_PARTS * margin <= best
        seats = OF_GAMES + self.cell.players
        by_game[:, OF_GAMES:seats] = win
        for strategy in range(len(self.cell.field)):
            own = rows.strategy == strategy
            by_game[:, seats + strategy] = (win * own).sum(axis=1)
            by_game[:, seats + len(self.cell.field) + strategy] = own.sum(axis=1)
        return by_game
