"""What is kept of a comparison: products of what each deal comes to, as integers that add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.accumulator import Accumulator, Sums, arrays_of
from strategy_lab.results.cell import Cell
from strategy_lab.results.every_game import WIN_RATE
from strategy_lab.results.layout import Layout, Quantity
from strategy_lab.results.measure import SEAT, STRATEGY
from strategy_lab.results.measures import Measures
from strategy_lab.results.paired.products import OF_A, OF_B, OF_BOTH, PRODUCTS, add_products
from strategy_lab.rows import Rows
from strategy_lab.stats.paired import CrossSums
from strategy_lab.stats.ratio import ClusterSums


@dataclass(frozen=True, slots=True)
class Compared:
    """The rules that one field is compared under, for one number of players."""

    cells: tuple[Cell, ...]
    """A cell for each ruleset; the others are compared with the first."""

    measured: Measures
    """The measures of the game."""

    @property
    def strategies(self) -> int:
        """How many are in the field."""
        return len(self.cells[0].field)

    @property
    def layout(self) -> Layout:
        """Where the sums of a deal are."""
        return self.measured.layout(self.cells[0], detail=True)

    def quantities(self, other: int) -> list[Quantity]:
        """Return what the ruleset of index `other` is compared with the first by."""
        layout = self.layout
        return [
            quantity
            for measure, of in self.measured.compared_by(
                self.cells[0].rules, self.cells[other].rules
            )
            if of != STRATEGY or self.strategies > 1
            for quantity in layout.quantities(measure, of)
        ]

    def wins(self, of: str) -> list[Quantity]:
        """Return the win rates of all seats, or of all strategies."""
        return self.layout.quantities(WIN_RATE, of)

    @property
    def duels(self) -> list[tuple[int, int]]:
        """Every two strategies, as indices into the field, the lower first."""
        return list(combinations(range(self.strategies), 2))


@dataclass(frozen=True, slots=True)
class PairedTally(Accumulator):
    """Integer sums over deals that every ruleset has played."""

    compared: Compared
    deals: Sums
    """(): deals counted under each ruleset."""
    pairs: tuple[NDArray[Any], ...]
    """For each ruleset but the first, (measures,) records of `PRODUCTS`: a is the first ruleset."""
    orders: tuple[NDArray[Any], ...]
    """For each ruleset, (duels,) records of `PRODUCTS`: a is the first strategy's win rate, b the
    second's."""
    seats: tuple[Sums, ...]
    """For each ruleset but the first, (1 + 2 players, 1 + 2 players): sums over deals of products
    of 1, what each seat wins by the first ruleset, and what each wins by this one."""

    @classmethod
    def empty(cls, compared: Compared) -> Self:
        """Return the tally of no deal."""
        rulesets, players = range(len(compared.cells)), compared.cells[0].players
        return cls(
            compared=compared,
            deals=np.zeros((), np.int64),
            pairs=tuple(np.zeros(len(compared.quantities(i)), PRODUCTS) for i in rulesets[1:]),
            orders=tuple(np.zeros(len(compared.duels), PRODUCTS) for _ in rulesets),
            seats=tuple(np.zeros((1 + 2 * players,) * 2, np.int64) for _ in rulesets[1:]),
        )

    def count(self, rows: Sequence[Rows]) -> None:
        """Add deals, with their houses, in place: the rows of each ruleset, in their order."""
        cells = self.compared.cells
        self.count_sums(
            [
                self.compared.measured.deal_sums(cell, games, detail=True)
                for cell, games in zip(cells, rows, strict=True)
            ]
        )

    def count_sums(self, sums: Sequence[Sums]) -> None:
        """Add deals, in place, from what they come to under each ruleset (`Measures.deal_sums`)."""
        compared = self.compared
        for other, products in enumerate(self.pairs, start=1):
            quantities = compared.quantities(other)
            _add(products, (sums[0], quantities), (sums[other], quantities))
        wins = compared.wins(STRATEGY)
        for of_ruleset, products in zip(sums, self.orders, strict=True):
            firsts, seconds = ([wins[duel[i]] for duel in compared.duels] for i in (0, 1))
            _add(products, (of_ruleset, firsts), (of_ruleset, seconds))
        seats = [quantity.x for quantity in compared.wins(SEAT)]
        for of_other, products in zip(sums[1:], self.seats, strict=True):
            ones = np.ones((len(of_other), 1), np.int64)
            together = np.hstack([ones, sums[0][:, seats], of_other[:, seats]])
            products[...] += together.T @ together
        self.deals[...] += len(sums[0])

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        records = {f"pairs.{i}": pairs for i, pairs in enumerate(self.pairs, start=1)}
        records |= {f"orders.{i}": orders for i, orders in enumerate(self.orders)}
        seats = {f"seats.{i}": seats for i, seats in enumerate(self.seats, start=1)}
        return {"deals": self.deals, **arrays_of(records), **seats}


def _add(
    products: NDArray[Any],
    a: tuple[Sums, Sequence[Quantity]],
    b: tuple[Sums, Sequence[Quantity]],
) -> None:
    indices = [
        np.array([getattr(quantity, part) for quantity in quantities], np.int64)
        for _, quantities in (a, b)
        for part in ("x", "n")
    ]
    add_products(a[0], b[0], *indices, products)


def sums_of_a(products: NDArray[Any]) -> ClusterSums:
    """Return the sums of the first of the two that products are of."""
    return ClusterSums(*(products[name] for name in OF_A))


def sums_of_b(products: NDArray[Any]) -> ClusterSums:
    """Return the sums of the second."""
    return ClusterSums(*(products[name] for name in OF_B))


def sums_of_both(products: NDArray[Any]) -> CrossSums:
    """Return the sums of products of one with the other."""
    return CrossSums(*(products[name] for name in OF_BOTH))
