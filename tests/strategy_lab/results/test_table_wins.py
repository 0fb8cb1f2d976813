from __future__ import annotations

import numpy as np
from forsale_sim.records import GameRows
from strategy_lab.results.accumulators import TableWins, shares_of

from tests.strategy_lab.results.made import made_cell, made_rows


def rows_of(first_deal: int, deals: int) -> list[GameRows]:
    """Return games of two strategies at three tables each."""
    cell = made_cell(4)
    return [
        made_rows(cell, deals, seed=10 * first_deal + table, first_deal=first_deal)
        for table in range(6)
    ]


def test_products_are_of_the_same_deal_at_all_tables() -> None:
    tally, rows = TableWins.empty(2, 3), rows_of(3, 5)
    tally.count(rows)
    shares = np.stack([shares_of(games, table // 3) for table, games in enumerate(rows)])
    odd = np.array([0, 2, 4])  # deals 3, 5 and 7
    assert tally.deals.tolist() == [2, 3]
    np.testing.assert_array_equal(tally.sums[1], shares[:, odd].sum(axis=1))
    np.testing.assert_array_equal(tally.sums.sum(axis=0), shares.sum(axis=1))
    np.testing.assert_array_equal(tally.products[1], shares[:, odd] @ shares[:, odd].T)
    np.testing.assert_array_equal(tally.products.sum(axis=0), shares @ shares.T)
