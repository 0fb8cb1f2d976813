"""What strategies win at each of several tables on common deals: sums, and products of all pairs.

With the products, the variance of any weighted sum over tables is known, clustered by deal. The
sums of odd and even deals are kept apart: one half can choose tables, and the other measure them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from strategy_lab.results.accumulator import Accumulator, Sums
from strategy_lab.results.duels.tally import shares_of
from strategy_lab.rows import Rows

HALVES = 2


@dataclass(frozen=True, slots=True)
class TableWins(Accumulator):
    """Win shares of strategies, in parts of a win, by table."""

    strategies: int
    """How many are tried: the first of the field."""

    deals: Sums
    """(halves,): of even numbers, and of odd ones."""

    sums: Sums
    """(halves, strategies x tables): over deals, of the shares in all rotations."""

    products: Sums
    """(halves, strategies x tables, strategies x tables): over deals, of the products of these."""

    @classmethod
    def empty(cls, strategies: int, tables: int) -> Self:
        """Return the shares of no deal."""
        width = strategies * tables
        return cls(
            strategies,
            np.zeros(HALVES, np.int64),
            np.zeros((HALVES, width), np.int64),
            np.zeros((HALVES, width, width), np.int64),
        )

    def count(self, rows: Sequence[Rows]) -> None:
        """Add deals, in place: the rows of each table of each strategy in turn."""
        tables = len(rows) // self.strategies
        shares = np.stack([shares_of(games, i // tables) for i, games in enumerate(rows)])
        numbers = rows[0].first_deal + np.arange(rows[0].deals)
        for half in range(HALVES):
            chosen = shares[:, numbers % HALVES == half]
            self.deals[half] += chosen.shape[1]
            self.sums[half] += chosen.sum(axis=1)
            self.products[half] += chosen @ chosen.T

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        return {"deals": self.deals, "sums": self.sums, "products": self.products}
