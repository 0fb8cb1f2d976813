"""Sums over batches of deals: what games come to, in so few numbers that all can be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from strategy_lab.results.accumulator import Accumulator, Sums
from strategy_lab.results.cell import Cell
from strategy_lab.results.measures import Measures
from strategy_lab.rows import Rows


@dataclass(frozen=True, slots=True)
class BatchSums(Accumulator):
    """Sums over the games of each batch, all of as many deals."""

    cell: Cell
    measured: Measures
    detail: bool
    """What is played, the measures of the game, and whether sums take the detail of games."""

    batch_deals: int
    """How many deals a batch has."""

    sums: Sums
    """(batches, sums): as the layout of the measures has them."""

    @classmethod
    def empty(
        cls, cell: Cell, measured: Measures, batches: int, batch_deals: int, *, detail: bool = False
    ) -> Self:
        """Return the sums of no deal."""
        length = measured.layout(cell, detail=detail).length
        return cls(cell, measured, detail, batch_deals, np.zeros((batches, length), np.int64))

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of deals that begin with the first batch."""
        for games in rows:
            self.count_from(0, games)

    def count_from(self, first: int, rows: Rows) -> None:
        """Add games of deals of which the first has this index among those of all batches."""
        batch = (first + np.arange(rows.deals)) // self.batch_deals
        starts = np.flatnonzero(np.diff(batch, prepend=-1))
        if len(starts):
            of_deals = self.measured.deal_sums(self.cell, rows, detail=self.detail)
            self.sums[batch[starts]] += np.add.reduceat(of_deals, starts)

    def arrays(self) -> dict[str, Sums]:
        """Return the sums by name."""
        return {"sums": self.sums}
