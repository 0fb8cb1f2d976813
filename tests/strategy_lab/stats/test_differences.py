from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import ttest_rel
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.multivariate import test_mvmean as hotelling
from statsmodels.stats.weightstats import ttost_paired
from strategy_lab.stats.differences import (
    JointTest,
    Observed,
    all_equal,
    all_within,
    combined,
    holm,
)
from strategy_lab.stats.intervals import t_quantile

from tests.strategy_lab.stats.clustered import simulated_shares

# corrections

NAN = float("nan")


def test_what_was_not_asked_does_not_count() -> None:
    corrected = holm(np.array([0.01, NAN, 0.04, NAN]))
    np.testing.assert_allclose(corrected, [0.02, NAN, 0.04, NAN])
    np.testing.assert_array_equal(holm(np.array([NAN, NAN])), [NAN, NAN])
    assert holm(np.array([])).shape == (0,)


def test_it_agrees_with_statsmodels() -> None:
    random = np.random.default_rng(4)
    for digits in (1, 2, 3, 8):  # few digits give ties, zeros and ones
        for questions in (1, 2, 10, 200):
            p = random.uniform(size=questions).round(digits)
            expected = multipletests(p, method="holm")[1]
            np.testing.assert_array_equal(holm(p), expected)
            np.testing.assert_array_equal(holm(np.append(p, NAN)), np.append(expected, NAN))


# equivalence


@pytest.mark.parametrize("mean", [0.0, 0.1, -0.25, 0.4])
def test_it_is_the_two_one_sided_tests(mean: float) -> None:
    x = np.random.default_rng(1).normal([mean, 0.0], size=(40, 2))
    found = all_within(x.mean(axis=0), np.cov(x.T) / 40, np.array(40), margin=0.3)
    np.testing.assert_allclose(found, ttost_paired(*x.T, -0.3, 0.3)[0])


def test_certain_differences_are_small_or_not() -> None:
    for other, p in ((0.0, 0.0), (0.2, 0.0), (0.4, 1.0)):
        means = np.array([0.0, other])
        assert all_within(means, np.zeros((2, 2)), np.array(10), margin=0.3) == p


def test_at_the_margin_one_run_in_twenty_is_wrong_at_most() -> None:
    # Two means are exactly the margin apart, with others between them.
    found = simulated_shares([0.2, 0.25, 0.25, 0.3], clusters=2000, runs=1000, seed=2)
    assert 0.03 <= np.mean(all_within(*found, margin=0.1) <= 0.05) <= 0.065
    several = simulated_shares([0.2, 0.2, 0.3, 0.3], clusters=2000, runs=1000, seed=3)
    assert np.mean(all_within(*several, margin=0.1) <= 0.05) <= 0.05


# joint


def of(x: NDArray[np.float64]) -> JointTest:
    """Ask it of (clusters, means)."""
    return all_equal(x.mean(axis=0), np.cov(x.T) / len(x), np.array(len(x)))


def observed(means: list[float], clusters: int = 30) -> NDArray[np.float64]:
    random = np.random.default_rng(3)
    mixed = random.normal(size=(len(means), len(means)))
    return means + random.normal(size=(clusters, len(means))) @ mixed


def test_of_two_means_it_is_the_paired_t_test() -> None:
    x = observed([1.0, 1.3])
    np.testing.assert_allclose(of(x).p, ttest_rel(*x.T).pvalue)


def test_shares_that_add_up_are_no_obstacle() -> None:
    x = np.random.default_rng(4).dirichlet([3, 4, 5, 6], 50)
    np.testing.assert_allclose(of(x).p, hotelling(x[:, :3] - x[:, 3:]).pvalue)


def test_where_nothing_can_be_said_it_is_nan() -> None:
    few = observed([1.0, 2.0, 3.0, 4.0], clusters=4)
    assert np.isfinite(of(few).p)
    assert np.isnan(of(few[:3]).p)
    flat = np.ones((10, 3)) * [1.0, 2.0, 3.0]
    assert np.isnan(of(flat).p), "no variance at all"
    unknown = np.full((3, 3), np.nan)
    assert np.isnan(all_equal(np.array([0.2, 0.3, 0.5]), unknown, np.array(1)).p)


@pytest.mark.parametrize("parts", [3, 4, 6])
def test_equal_means_are_said_to_differ_in_one_run_of_twenty(parts: int) -> None:
    found = simulated_shares([1 / parts] * parts, clusters=400, runs=2000, seed=parts)
    assert 0.04 <= np.mean(all_equal(*found).p <= 0.05) <= 0.065


# combinations


def seen(vectors: NDArray[np.int64], weights: list[float]) -> Observed:
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
    estimate = combined([seen(vectors, weights)])
    half = float(t_quantile(0.975, np.array([29.0]))[0]) * error
    np.testing.assert_allclose(
        estimate, [by_hand.mean(), by_hand.mean() - half, by_hand.mean() + half], rtol=1e-9
    )


def test_variances_of_independent_experiments_add_up() -> None:
    one, other = (
        seen(drawn(40, 3), [1, 0, 0]),
        seen(drawn(40, 4), [0, 1, 0]),
    )
    halves = [each.high - each.value for each in (combined([one]), combined([other]))]
    both = combined([one, other])
    assert both.value == pytest.approx(combined([one]).value + combined([other]).value)
    assert both.high - both.value == pytest.approx(math.hypot(*halves))
