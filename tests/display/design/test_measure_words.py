"""Measures in running text."""

from __future__ import annotations

import pytest
from forsale_sim.display.measure_words import aims_text, change_with_limits, from_to, goal_scale
from forsale_sim.experiments.design.search import Aims, parse_conditions, parse_goals

ROW = {
    **{"measure": "seat_gap", "value": 0.007, "difference": -0.016},
    **{"difference_low": -0.0231, "difference_high": -0.0104},
}


def test_aims_are_said_in_words() -> None:
    goals = parse_goals(["seat_gap", "ties"], ["win_by_strategy"])
    aims = Aims(goals, parse_conditions(["coins_left<=3"]))
    assert aims_text(aims) == (
        "minimise the gap between seats and the share of games level on money, "
        "maximise the part of wins that comes from who plays and "
        "keep the number of coins that a player keeps at 3 coins or less"
    )


def test_changes_have_units_and_limits() -> None:
    assert from_to(ROW) == "from 2.3 to 0.7 percentage points"
    minus = "\N{MINUS SIGN}"
    assert change_with_limits(ROW) == f"{minus}1.6 percentage points ({minus}2.3 to {minus}1.0)"
    money = {**ROW, "measure": "money", "value": 82.0, "difference": 1.5}
    assert from_to(money) == "from 80.5 to 82.0 thousand"


@pytest.mark.parametrize(
    ("goal", "scale"),
    [("least seat_gap", 100), ("most coins_left", 1), ("least 2*seat_gap + most 1*coins_left", 1)],
)
def test_goals_are_shown_in_points_unless_they_are_a_sum(goal: str, scale: int) -> None:
    assert goal_scale(goal) == scale
