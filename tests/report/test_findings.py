from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from forsale_sim.report.findings import (
    best_first,
    excess,
    leaders,
    seat_finding,
    strategy_finding,
)
from forsale_sim.results.tables import Columns, where

from tests.report.made import made_tables


def seats(rates: list[float], half: float = 0.01, deals: int = 5000) -> Columns:
    rate = np.array(rates)
    n = len(rates)
    return {
        "players": np.repeat(n, n),
        "seat": np.arange(1, n + 1),
        "win_rate": rate,
        "win_rate_low": rate - half,
        "win_rate_high": rate + half,
        "deals": np.repeat(deals, n),
    }


def strategies(**rates: float) -> Columns:
    return {
        **seats(list(rates.values())),
        "players": np.repeat(4, len(rates)),
        "strategy": np.array(list(rates)),
    }


@pytest.mark.parametrize(
    ("rates", "finding"),
    [
        ([0.263, 0.25, 0.24, 0.247], "4 players: seat 1 wins 1.3 points more than a fair share"),
        ([0.26, 0.26, 0.26, 0.22], "4 players: seat 4 wins 3.0 points less than a fair share"),
        ([0.251, 0.25, 0.25, 0.249], "4 players: no seat shown to differ from a fair share"),
    ],
)
def test_the_seat_furthest_from_a_fair_share_is_named(rates: list[float], finding: str) -> None:
    assert seat_finding(seats(rates), comparisons=4) == finding


def test_small_differences_are_told_to_the_hundredth() -> None:
    found = seats([0.254, 0.248, 0.248, 0.25], half=0.001)
    assert "seat 1 wins 0.40 points more" in seat_finding(found, comparisons=4)


def test_what_one_interval_excludes_may_be_chance_among_many() -> None:
    found = seats([0.261, 0.25, 0.25, 0.239], half=0.01)
    assert excess(found, comparisons=1).tolist() == pytest.approx([0.011, 0, 0, -0.011])
    assert excess(found, comparisons=4).tolist() == [0, 0, 0, 0]


def test_few_deals_need_more_than_many() -> None:
    rates = [0.264, 0.25, 0.25, 0.236]
    assert excess(seats(rates), comparisons=4)[0] > 0
    assert excess(seats(rates, deals=4), comparisons=4)[0] == 0


def test_fair_seats_are_seldom_said_to_differ() -> None:
    def claims(seed: int) -> Any:
        found = made_tables((4,), deals=100, field=("a", "b", "c", "d"), seed=seed)["by_seat"]
        return excess(found, comparisons=4).any()

    assert np.mean([claims(seed) for seed in range(200)]) <= 0.08


def test_a_single_deal_finds_nothing() -> None:
    found = made_tables((4,), deals=1)
    assert "no seat" in seat_finding(found["by_seat"], comparisons=4)
    assert "one of 3 others" in strategy_finding(found["by_strategy"])


@pytest.mark.parametrize(
    ("rates", "finding"),
    [
        ({"a": 0.2, "b": 0.3, "c": 0.25}, "4 players: b wins most, 30.0 %"),
        ({"a": 0.29, "b": 0.3, "c": 0.25}, "4 players: b or a wins most"),
        ({"a": 0.29, "b": 0.3, "c": 0.295}, "4 players: b or one of 2 others wins most"),
        ({"a": 0.25}, "4 players: a alone"),
        ({"a": float("nan")}, "4 players: no games"),
        ({"a": float("nan"), "b": 0.2}, "4 players: b wins most, 20.0 %"),
    ],
)
def test_who_wins_most_is_told_as_far_as_known(rates: dict[str, float], finding: str) -> None:
    assert strategy_finding(strategies(**rates)) == finding


def test_leaders_come_in_order() -> None:
    assert leaders(strategies(a=0.29, b=0.3, c=0.295, d=0.1)) == ["b", "c", "a"]


def test_the_order_weighs_player_counts_alike() -> None:
    found = made_tables((3, 6), deals=300, skill=2.0)["by_strategy"]
    assert best_first(found) == ["expert", "linear", "miser", "random", "spread:share=0.3"]
    assert best_first(where(found, players=6))[0] == "expert"
