"""Estimates from sums over batches."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.stats.batches import gap_difference, smooth_difference


def ratio(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(sums[..., 0] / sums[..., 1])


def shares(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return sums[..., :3] / sums[..., 3:]


def drawn(rng: np.random.Generator, rate: float, batches: int = 30) -> NDArray[np.int64]:
    """Return sums of batches of 50 tries each."""
    return np.column_stack([rng.binomial(50, rate, batches), np.full(batches, 50)])


def test_of_a_mean_it_is_the_t_interval_of_batch_means() -> None:
    sums = drawn(np.random.default_rng(1), 0.3)
    means = sums[:, 0] / 50
    found = smooth_difference(ratio, None, sums, error=0.05, least_error=1e-9)
    half = 2.045229642 * means.std(ddof=1) / np.sqrt(30)
    assert found == pytest.approx((means.mean(), means.mean() - half, means.mean() + half))


def test_what_batches_have_in_common_cancels() -> None:
    rng = np.random.default_rng(2)
    a = drawn(rng, 0.3)
    b = a + np.array([5, 0])
    found = smooth_difference(ratio, a, b, error=0.05, least_error=1e-3)
    assert found.value == pytest.approx(0.1)
    assert found.high - found.low < 0.005
    apart = smooth_difference(ratio, a, drawn(rng, 0.4), error=0.05, least_error=1e-3)
    assert apart.high - apart.low > 0.04


def test_intervals_hold_as_often_as_they_say() -> None:
    rng = np.random.default_rng(4)
    held = 0
    for _ in range(1000):
        a, b = drawn(rng, 0.2), drawn(rng, 0.3)
        low, high = smooth_difference(ratio, a, b, error=0.1, least_error=1e-9)[1:]
        held += low <= 0.1 <= high
    assert 870 <= held <= 930


def test_gaps_are_not_taken_for_larger_than_they_are() -> None:
    rng = np.random.default_rng(5)
    missed = 0
    for _ in range(300):
        wins = rng.multinomial(60, [1 / 3] * 3, 20)
        sums = np.column_stack([wins, np.full(20, 60)])
        found = gap_difference(shares, None, sums, error=0.05, least_error=1e-3)
        assert 0 <= found.value <= np.ptp(shares(sums.sum(axis=0)))
        missed += found.low > 0
    assert missed <= 15
