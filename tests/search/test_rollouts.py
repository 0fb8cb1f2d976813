"""Rollouts find what a policy overlooks, and refuse a policy that breaks the rules."""

from __future__ import annotations

import pytest
from forsale_sim.cards import lowest
from forsale_sim.search import bid_by_rollouts, sale_by_rollouts
from forsale_sim.search.always_compiled import always_compiled
from forsale_sim.view import View

from tests.strategies.positions import buying, selling

HANDS = {1: [1, 30], 2: [2, 3], 3: [4, 5], 4: [6, 7]}


def no_bid(view: View) -> int:
    return 0


def too_low_a_bid(view: View) -> int:
    return 1


def lowest_house(view: View) -> int:
    return lowest(view.hand)


def no_house(view: View) -> int:
    return 62


@always_compiled
def improved_bid(view: View, budget: int) -> int:
    return bid_by_rollouts(view, budget, no_bid, lowest_house)


@always_compiled
def improved_sale(view: View, budget: int) -> int:
    return sale_by_rollouts(view, budget, no_bid, lowest_house)


@always_compiled
def bid_over_illegal_bids(view: View, budget: int) -> int:
    return bid_by_rollouts(view, budget, too_low_a_bid, lowest_house)


@always_compiled
def bid_over_illegal_sales(view: View, budget: int) -> int:
    return bid_by_rollouts(view, budget, no_bid, no_house)


@always_compiled
def sale_over_illegal_sales(view: View, budget: int) -> int:
    return sale_by_rollouts(view, budget, no_bid, no_house)


def last_but_one_sale() -> View:
    return selling([2, 3, 4, 15], HANDS, gone=2 * [*range(5, 15)])


@pytest.mark.thorough
def test_the_best_house_is_bid_for_where_nobody_else_bids() -> None:
    assert improved_bid(buying([1, 12, 20, 30]), budget=400) == 1


@pytest.mark.thorough
def test_the_only_house_that_wins_is_sold_for_the_best_cheque() -> None:
    assert improved_sale(last_but_one_sale(), budget=1) == 1
    assert improved_sale(last_but_one_sale(), budget=1_000) == 30


@pytest.mark.thorough
@pytest.mark.parametrize("bid", [bid_over_illegal_bids, bid_over_illegal_sales])
def test_bids_over_a_policy_that_breaks_the_rules_are_refused(bid) -> None:  # type: ignore[no-untyped-def]
    for hands in ({}, HANDS):
        illegal = r"its search (bids 1|sells house 62) for seat \d in round \d, which is illegal: "
        with pytest.raises(
            ValueError, match=illegal + r"it (may bid 0, or [2-9]|is not in view.hand)"
        ):
            bid(buying([12, 15, 20, 29], hands=hands), budget=100)


@pytest.mark.thorough
def test_sales_over_a_policy_that_breaks_the_rules_are_refused() -> None:
    with pytest.raises(ValueError, match=r"policy .* illegal"):
        sale_over_illegal_sales(last_but_one_sale(), budget=100)
