from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from strategy_lab.display.run_text import (
    best_first,
    excess,
    leaders,
    seat_finding,
    seat_notes,
    strategy_finding,
)
from strategy_lab.results.tables import Columns, where
from strategy_lab.stats.batches import GAP_INTERVAL
from strategy_lab.stats.confidence_sequences import FIXED_SAMPLE, AnytimeValid
from strategy_lab.stats.differences import EQUIVALENCE_TEST, JOINT_TEST

from tests.strategy_lab.display.made import made_tables


def effect(**row: Any) -> Columns:
    """A row of ``seat_effect``."""
    usual = {
        **{"best_seat": 4, "worst_seat": 1, "matters": 0.01, "differs": False},
        **{
            "seat_gap": 0.0461,
            "seat_gap_low": 0.028,
            "seat_gap_high": 0.0642,
            "shown_small": False,
        },
    }
    return {name: np.array([value]) for name, value in (usual | row).items()}


def seats(rates: list[float], half: float = 0.01) -> Columns:
    rate = np.array(rates)
    n = len(rates)
    return {
        "players": np.repeat(n, n),
        "seat": np.arange(1, n + 1),
        "win_rate": rate,
        "win_rate_low": rate - half,
        "win_rate_high": rate + half,
    }


def strategies(**rates: float) -> Columns:
    return {
        **seats(list(rates.values())),
        "players": np.repeat(4, len(rates)),
        "strategy": np.array(list(rates)),
    }


@pytest.mark.parametrize(
    ("row", "finding"),
    [
        (effect(differs=True), "seat 4 wins 4.6 points more than seat 1 (2.8 to 6.4)"),
        (effect(), "seats not shown to differ; they may differ by up to 6.4 points"),
        (effect(shown_small=True), "seats shown to be within 1 point"),
        (
            effect(shown_small=True, differs=True, margin=0.01),
            "seats differ, but by less than 1 point",
        ),
    ],
)
def test_what_is_shown_of_seats_is_said(row: Columns, finding: str) -> None:
    assert seat_finding(row, 4) == f"4 players: {finding}"


def test_no_difference_found_is_not_called_small() -> None:
    shown, not_shown = (seat_finding(effect(shown_small=small), 4) for small in (True, False))
    assert "within" in shown
    assert "within" not in not_shown
    assert "not shown" in not_shown


@pytest.mark.parametrize("deals", [0, 1])
def test_too_few_deals_say_nothing_about_seats(deals: int) -> None:
    found = made_tables((4,), deals=deals)["seat_effect"]
    assert seat_finding(found, 4) == "4 players: too few deals to say anything about seats"


def test_two_deals_show_no_difference_of_seats() -> None:
    found = made_tables((4,), deals=2)["seat_effect"]
    assert seat_finding(found, 4).startswith("4 players: seats not shown to differ")


def test_notes_name_what_the_sentences_come_from() -> None:
    players, test, gap = seat_notes(effect(), FIXED_SAMPLE)
    assert "among these players" in players
    assert JOINT_TEST in test
    assert GAP_INTERVAL in gap
    *_, last = seat_notes(effect(shown_small=True), FIXED_SAMPLE)
    assert EQUIVALENCE_TEST in last
    *_, last = seat_notes(effect(), AnytimeValid(1000))
    assert "fixed in advance" in last


def test_a_seat_is_said_to_differ_from_a_fair_share_only_where_seats_differ() -> None:
    found = seats([0.27, 0.25, 0.245, 0.235]) | {
        "p_fair_adjusted": np.array([0.01, np.nan, 0.06, 0.05])
    }
    shown = excess(found, effect(differs=True)).tolist()
    assert shown == pytest.approx([0.02, 0, 0, -0.015])
    assert excess(found, effect(differs=False)).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("made", range(20))
def test_the_sentence_and_the_colours_agree(made: int) -> None:
    tables = made_tables((3, 4), deals=100, seed=made, first_seat=made / 4)
    for players in (3, 4):
        row = where(tables["seat_effect"], players=players)
        found = excess(where(tables["by_seat"], players=players), row)
        if "not shown" in seat_finding(row, players):
            assert not found.any()
        else:
            assert " points more than seat " in seat_finding(row, players)


def test_a_single_deal_finds_nothing() -> None:
    found = made_tables((4,), deals=1)
    assert not excess(found["by_seat"], found["seat_effect"]).any()
    assert "one of 3 others" in strategy_finding(found["by_strategy"])


@pytest.mark.parametrize(
    ("rates", "finding"),
    [
        ({"a": 0.2, "b": 0.3, "c": 0.25}, "4 players: b wins most, 30.0 %"),
        ({"a": 0.29, "b": 0.3, "c": 0.25}, "4 players: b or a wins most"),
        ({"a": 0.29, "b": 0.3, "c": 0.295}, "4 players: b or one of 2 others wins most"),
        ({"a": 0.25}, "4 players: only a plays"),
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
