from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.stats.pairwise import (
    Pairs,
    largest_difference,
    pairs,
    simultaneous_half_widths,
)
from forsale_sim.stats.studentized_range import studentized_range_quantile
from numpy.typing import NDArray

from tests.stats.clustered import simulated_shares


def covered_at_once(found: Pairs, expected: list[float]) -> NDArray[np.bool_]:
    truth = np.subtract.outer(expected, expected)
    half = simultaneous_half_widths(found)
    within: NDArray[np.bool_] = np.abs(found.difference - truth) <= half + 1e-12
    return within.all(axis=(-2, -1))


def test_differences_are_those_of_every_two() -> None:
    x = np.random.default_rng(1).normal(size=(50, 3)) @ np.array(
        [[1, 0.5, 0], [0, 1, 0], [0, 0, 2]]
    )
    found = pairs(x.mean(axis=0), np.cov(x.T) / 50, np.array(50))
    for one in range(3):
        for two in range(3):
            paired = x[:, one] - x[:, two]
            np.testing.assert_allclose(found.difference[one, two], paired.mean())
            error = paired.std(ddof=1) / np.sqrt(50)
            np.testing.assert_allclose(found.standard_error[one, two], error, atol=1e-9)


def test_equal_means_are_covered_by_the_quantile_of_the_studentized_range() -> None:
    clusters = np.array([2, 11, 10**7])
    equal = pairs(np.zeros((3, 4)), np.broadcast_to(np.eye(4), (3, 4, 4)), clusters)
    found = simultaneous_half_widths(equal)
    quantile = studentized_range_quantile(0.95, 4, clusters - 1)
    np.testing.assert_allclose(found[:, 0, 1], quantile)
    np.testing.assert_array_equal(np.diagonal(found, axis1=-2, axis2=-1), 0)


def test_the_largest_difference_is_that_of_the_largest_and_the_smallest() -> None:
    found = pairs(np.array([0.2, 0.35, 0.3, 0.15]), np.eye(4) * 0.01**2, np.array(500))
    largest = largest_difference(found)
    assert (largest.largest, largest.smallest) == (1, 3)
    assert largest.value == pytest.approx(0.2)
    half = 2.5747 * 0.01 * np.sqrt(2)
    assert (largest.low, largest.high) == pytest.approx((0.2 - half, 0.2 + half), rel=1e-3)


def test_another_pair_may_set_the_limits() -> None:
    covariance = np.diag([0.05, 0.001, 0.001]) ** 2
    largest = largest_difference(pairs(np.array([0.4, 0.39, 0.2]), covariance, np.array(10**6)))
    assert largest.value == pytest.approx(0.2)
    assert largest.low == pytest.approx(0.19 - 2.3437 * 0.001 * np.sqrt(2), rel=1e-4)
    assert largest.high == pytest.approx(0.2 + 2.3437 * 0.05, rel=1e-3)


def test_the_lower_limit_is_never_below_0() -> None:
    found = pairs(np.array([0.26, 0.25, 0.24]), np.eye(3) * 0.1**2, np.array(100))
    assert largest_difference(found).low == 0


def test_one_cluster_is_too_few() -> None:
    largest = largest_difference(pairs(np.array([0.2, 0.3]), np.eye(2), np.array(1)))
    assert largest.value == pytest.approx(0.1)
    assert np.isnan([largest.low, largest.high]).all()


@pytest.mark.parametrize("expected", [[0.25] * 4, [0.2, 0.22, 0.26, 0.32], [1 / 6] * 6])
def test_all_differences_are_covered_at_once(expected: list[float]) -> None:
    shares = simulated_shares(expected, clusters=200, runs=2000, seed=6)
    assert 0.94 <= covered_at_once(pairs(*shares), expected).mean() <= 0.96


def test_the_largest_is_covered_though_it_was_picked() -> None:
    for expected in ([0.25] * 4, [0.2, 0.22, 0.26, 0.32]):
        largest = largest_difference(pairs(*simulated_shares(expected, 200, 2000, seed=7)))
        truth = max(expected) - min(expected)
        assert np.mean((largest.low <= truth) & (truth <= largest.high)) >= 0.94


def test_an_interval_for_two_would_cover_the_picked_ones_too_seldom() -> None:
    found = pairs(*simulated_shares([1 / 6] * 6, clusters=200, runs=1000, seed=8))
    largest = largest_difference(found)
    run = np.arange(1000)
    error = found.standard_error[run, largest.largest, largest.smallest]
    assert np.mean(largest.value <= 1.96 * error) < 0.7
