from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.stats.differences import Observed, combined
from strategy_lab.stats.intervals import t_quantile


def observed(vectors: NDArray[np.int64], weights: list[float]) -> Observed:
    """Return what is kept of vectors, (observations, n)."""
    return Observed(len(vectors), vectors.sum(axis=0), vectors.T @ vectors, np.array(weights))


def drawn(observations: int, seed: int) -> NDArray[np.int64]:
    """Return vectors whose first two numbers go together."""
    random = np.random.default_rng(seed)
    common = random.integers(0, 50, (observations, 1))
    return np.hstack([common + random.integers(0, 9, (observations, 2)), 60 - common])


def test_a_sum_has_the_mean_and_error_of_the_sums_of_each_observation() -> None:
    vectors, weights = drawn(30, 1), [0.5, -0.25, 2.0]
    by_hand = vectors @ np.array(weights)
    error = by_hand.std(ddof=1) / math.sqrt(30)
    estimate = combined([observed(vectors, weights)])
    half = float(t_quantile(0.975, np.array([29.0]))[0]) * error
    np.testing.assert_allclose(
        estimate, [by_hand.mean(), by_hand.mean() - half, by_hand.mean() + half], rtol=1e-9
    )


def test_variances_of_independent_experiments_add_up() -> None:
    one, other = observed(drawn(40, 3), [1, 0, 0]), observed(drawn(40, 4), [0, 1, 0])
    halves = [each.high - each.value for each in (combined([one]), combined([other]))]
    both = combined([one, other])
    assert both.value == pytest.approx(combined([one]).value + combined([other]).value)
    assert both.high - both.value == pytest.approx(math.hypot(*halves))


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    truth = 24.5 + 4 - (60 - 24.5)
    estimates = [combined([observed(drawn(20, seed), [1, 0, -1])]) for seed in range(4000)]
    covered = np.mean([low <= truth <= high for _, low, high in estimates])
    assert covered == pytest.approx(0.95, abs=0.012)
