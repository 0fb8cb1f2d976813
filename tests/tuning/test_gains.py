"""Gains: beyond a fair share, with an interval."""

from __future__ import annotations

import pytest
from forsale_sim.tuning.gains import Gain


def test_a_gain_is_what_is_won_beyond_a_fair_share() -> None:
    gain = Gain.of((0.4, 0.05), 0.25)
    assert (gain.mean, gain.half_width) == pytest.approx((0.15, 0.05))
    assert (gain.low, gain.high) == pytest.approx((0.1, 0.2))
    assert gain.in_points == "+15.0 ±5.0"


@pytest.mark.parametrize(("mean", "shown"), [(0.06, True), (0.05, False), (-0.1, False)])
def test_it_is_shown_if_its_whole_interval_is_above_nothing(mean: float, shown: bool) -> None:
    assert Gain(mean, 0.05).is_shown is shown


def test_nothing_has_no_sign_of_a_loss() -> None:
    assert Gain.of((1 / 3 - 1e-17, 0.01), 1 / 3).in_points == "+0.0 ±1.0"
    assert Gain(-0.02, 0.01).in_points == "\N{MINUS SIGN}2.0 ±1.0"
