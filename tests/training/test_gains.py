"""Gains: beyond a fair share, with an interval."""

from __future__ import annotations

import pytest
from forsale_sim.training.gains import Gain
from forsale_sim.training.win_rates import WinRate


def test_a_gain_is_what_is_won_beyond_a_fair_share() -> None:
    gain = Gain.of(WinRate(0.4, 0.36, 0.45), 0.25)
    assert (gain.mean, gain.low, gain.high) == pytest.approx((0.15, 0.11, 0.2))
    assert gain.half_width == pytest.approx(0.05)
    assert gain.in_points == "+15.0 ±5.0"


@pytest.mark.parametrize(
    ("mean", "low", "shown"), [(0.06, 0.01, True), (0.05, 0.0, False), (-0.1, -0.2, False)]
)
def test_it_is_shown_if_its_whole_interval_is_above_nothing(
    mean: float, low: float, shown: bool
) -> None:
    assert Gain(mean, low, 0.2).is_shown is shown


def test_nothing_has_no_sign_of_a_loss() -> None:
    nothing = 1 / 3 - 1e-17
    assert Gain.of(WinRate(nothing, nothing, nothing), 1 / 3).in_points == "+0.0"
    assert Gain(-0.02, -0.03, -0.01).in_points == "\N{MINUS SIGN}2.0 ±1.0"
