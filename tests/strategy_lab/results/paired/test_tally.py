"""What is kept of a comparison adds up, whatever pieces it comes in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from forsale_sim.records import GameRows
from numpy.typing import NDArray
from strategy_lab.results.measures import STRATEGY
from strategy_lab.results.paired_differences import (
    Compared,
    PairedTally,
    sums_of_a,
    sums_of_b,
    sums_of_both,
)

from tests.strategy_lab.results.made import made_cell, made_rows

ONE = made_cell(4)
TWO = replace(ONE, rules=replace(ONE.rules, ruleset="up", refund="up"))
COMPARED = Compared((ONE, TWO, ONE), MEASURES)


def played(seed: int, deals: int) -> list[GameRows]:
    return [made_rows(cell, deals, seed + number) for number, cell in enumerate(COMPARED.cells)]


def sums(seed: int, deals: int) -> list[NDArray[np.int64]]:
    return [
        MEASURES.deal_sums(cell, rows, detail=True)
        for cell, rows in zip(COMPARED.cells, played(seed, deals), strict=True)
    ]


def tallied(*parts: list[NDArray[np.int64]]) -> PairedTally:
    tally = PairedTally.empty(COMPARED)
    for part in parts:
        tally.count_sums(part)
    return tally


def test_products_are_those_of_the_deals() -> None:
    of_deals = sums(0, 50)
    tally = tallied(of_deals)
    for other, products in enumerate(tally.pairs, start=1):
        for measure, record in zip(COMPARED.quantities(other), products, strict=True):
            ax, an = (of_deals[0][:, place] for place in (measure.x, measure.n))
            bx, bn = (of_deals[other][:, place] for place in (measure.x, measure.n))
            a, b, both = sums_of_a(record), sums_of_b(record), sums_of_both(record)
            assert tuple(a) == _sums(an, ax)
            assert tuple(b) == _sums(bn, bx)
            expected = (((an > 0) | (bn > 0)).sum(), ax @ bx, ax @ bn, an @ bx, an @ bn)
            assert tuple(both) == expected


def test_orders_are_of_two_strategies_under_one_ruleset() -> None:
    of_deals = sums(3, 30)
    tally, layout = tallied(of_deals), COMPARED.layout
    for under, products in zip(of_deals, tally.orders, strict=True):
        for (i, j), record in zip(COMPARED.duels, products, strict=True):
            wins, games = (
                [under[:, layout.start(STRATEGY, name) + strategy] for strategy in (i, j)]
                for name in ("win", "games")
            )
            assert tuple(sums_of_a(record)) == _sums(games[0], wins[0])
            assert tuple(sums_of_b(record)) == _sums(games[1], wins[1])
            assert record["xx"] == wins[0] @ wins[1]


def _sums(n: NDArray[np.int64], x: NDArray[np.int64]) -> tuple[int, ...]:
    return ((n > 0).sum(), n.sum(), x.sum(), n @ n, x @ n, x @ x)


def test_parts_add_up() -> None:
    whole = sums(0, 50)
    first, second = ([of_deals[part] for of_deals in whole] for part in (slice(20), slice(20, 50)))
    together, apart = tallied(whole), tallied(second)
    apart += tallied(first)
    for name, array in together.arrays().items():
        assert np.array_equal(array, apart.arrays()[name]), name
    assert int(apart.deals) == 50


def test_the_rows_of_each_ruleset_are_counted_together() -> None:
    tally, expected = PairedTally.empty(COMPARED), tallied(sums(5, 20))
    tally.count(played(5, 20))
    for name, array in expected.arrays().items():
        assert np.array_equal(tally.arrays()[name], array), name


def test_only_like_is_added_to_like() -> None:
    tally = PairedTally.empty(COMPARED)
    with pytest.raises(ValueError, match="of another cell"):
        tally += PairedTally.empty(Compared((ONE, TWO), MEASURES))
