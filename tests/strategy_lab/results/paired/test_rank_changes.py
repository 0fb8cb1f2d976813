"""Ranks of strategies: what is shown of their order, and of its change."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.results.deal_loops import PRODUCTS, add_products
from strategy_lab.results.paired_differences import RankChanges, rank_changes

WHOLE = 60
"""In how many parts a win is counted."""


def orders(rates: Sequence[float], deals: int, seed: int) -> NDArray[Any]:
    """Products of strategies that win at these rates, all of them in every deal."""
    random = np.random.default_rng(seed)
    wins = random.binomial(10, rates, (deals, len(rates)))
    sums = np.concatenate([WHOLE * wins, np.full((deals, 1), 10)], axis=1).astype(np.int64)
    i, j = (np.array(index) for index in zip(*combinations(range(len(rates)), 2), strict=True))
    games = np.full(len(i), len(rates))
    products = np.zeros(len(i), PRODUCTS)
    add_products(sums, sums, i, games, j, games, products)
    return products


def changes(
    a: Sequence[float],
    b: Sequence[float],
    deals: int = 400,
    seed: int = 1,
    *,
    certain: bool = False,
) -> RankChanges:
    duels = list(combinations(range(len(a)), 2))
    before, after = orders(a, deals, seed), orders(b, deals, seed if certain else seed + 1)
    return rank_changes(before, after, duels, len(a), whole=WHOLE, certain=certain)


def test_an_order_that_is_turned_round() -> None:
    found = changes([0.5, 0.3, 0.2], [0.2, 0.3, 0.5])
    assert found.value_a.tolist() == [1, 2, 3]
    assert found.value_b.tolist() == [3, 2, 1]
    assert found.difference.tolist() == [2, 0, -2]
    assert found.difference_low.tolist() == [2, 0, -2]
    assert found.difference_high.tolist() == [2, 0, -2]
    assert np.all(found.p < 1e-6)  # that of the middle one, too: it is ahead of another one
    assert found.deals.tolist() == [400] * 3


def test_an_order_that_is_shown_to_stay() -> None:
    found = changes([0.5, 0.3, 0.2], [0.6, 0.3, 0.1])
    assert found.difference_low.tolist() == found.difference_high.tolist() == [0, 0, 0]
    assert np.all(found.p > 0.9)


def test_what_is_level_may_change_places() -> None:
    found = changes([0.3, 0.3, 0.1], [0.3, 0.3, 0.1])
    assert np.all(found.difference_low[:2] == -1)
    assert np.all(found.difference_high[:2] == 1)
    assert (found.difference_low[2], found.difference_high[2]) == (0, 0)
    assert np.all(found.p > 0.01)


def test_one_ruleset_under_two_names_has_one_order() -> None:
    found = changes([0.3, 0.3, 0.3], [0.3, 0.3, 0.3], certain=True)
    assert not found.difference_low.any()
    assert not found.difference_high.any()


def test_two_deals_show_nothing_even_where_one_wins_all_that_the_other_loses() -> None:
    found = changes([1.0, 0.0], [0.0, 1.0], deals=2)
    assert found.difference.tolist() == [1, -1]
    assert found.difference_low.tolist() == [-1, -1]
    assert found.difference_high.tolist() == [1, 1]
    assert np.all(found.p > 0.1)


def test_nothing_is_said_of_what_was_not_played() -> None:
    found = rank_changes(
        *(np.zeros(1, PRODUCTS), np.zeros(1, PRODUCTS), [(0, 1)], 2), whole=WHOLE, certain=False
    )
    assert np.isnan(found.difference).all()
    assert np.isnan(found.p).all()


@pytest.mark.parametrize("rates", [[0.3] * 4, [0.3, 0.3, 0.28, 0.25]])
def test_changes_that_are_none_are_seldom_claimed(rates: list[float]) -> None:
    claimed = covered = 0
    for seed in range(200):
        found = changes(rates, rates, deals=100, seed=2 * seed)
        claimed += bool(np.any(found.p * len(rates) <= 0.05))
        covered += bool(np.all((found.difference_low <= 0) & (found.difference_high >= 0)))
    assert claimed <= 10
    assert covered >= 190
