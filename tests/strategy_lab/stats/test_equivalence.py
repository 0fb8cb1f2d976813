from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.weightstats import ttost_paired
from strategy_lab.stats.differences import (
    DIFFERS,
    NOT_SHOWN,
    SMALL,
    all_within,
    pairs,
    verdicts,
    within,
)

from tests.strategy_lab.stats.clustered import simulated_shares


@pytest.mark.parametrize("mean", [0.0, 0.1, -0.25, 0.4])
def test_it_is_the_two_one_sided_tests(mean: float) -> None:
    x = mean + np.random.default_rng(1).normal(size=40)
    error = x.std(ddof=1) / np.sqrt(40)
    found = within(x.mean(), error, np.array(40), margin=0.3)
    np.testing.assert_allclose(found, ttost_paired(x, np.zeros(40), -0.3, 0.3)[0])


def test_certain_differences_are_small_or_not() -> None:
    found = within(np.array([0.0, 0.2, 0.4]), np.zeros(3), np.full(3, 10), margin=0.3)
    assert found.tolist() == [0.0, 0.0, 1.0]


@pytest.mark.parametrize("margin", [0.0, -1.0, float("nan")])
def test_a_margin_is_above_0(margin: float) -> None:
    with pytest.raises(ValueError, match="margin"):
        within(np.array(0.0), np.array(1.0), np.array(10), margin)


def test_of_several_means_the_two_that_are_furthest_apart_decide() -> None:
    found = pairs(np.array([0.24, 0.25, 0.26]), np.eye(3) * 0.003**2, np.array(500))
    expected = within(np.array(0.02), np.array(0.003 * np.sqrt(2)), np.array(500), margin=0.03)
    np.testing.assert_allclose(all_within(found, margin=0.03), expected)


def test_at_the_margin_one_run_in_twenty_is_wrong_at_most() -> None:
    # Two means are exactly the margin apart, with others between them.
    found = pairs(*simulated_shares([0.2, 0.25, 0.25, 0.3], clusters=2000, runs=1000, seed=2))
    assert 0.03 <= np.mean(all_within(found, margin=0.1) <= 0.05) <= 0.065
    several = pairs(*simulated_shares([0.2, 0.2, 0.3, 0.3], clusters=2000, runs=1000, seed=3))
    assert np.mean(all_within(several, margin=0.1) <= 0.05) <= 0.05


def test_what_is_shown_small_is_called_so_whether_or_not_it_differs() -> None:
    differs = np.array([True, False, False, True])
    small = np.array([False, False, True, True])
    assert verdicts(differs, small).tolist() == [DIFFERS, NOT_SHOWN, SMALL, SMALL]
