from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import ttest_rel
from statsmodels.stats.multivariate import test_mvmean as hotelling
from strategy_lab.stats.differences import JointTest, all_equal, all_zero

from tests.strategy_lab.stats.clustered import simulated_shares


def of(x: NDArray[np.float64], question: object) -> JointTest:
    """Ask it of (clusters, means)."""
    assert callable(question)
    test: JointTest = question(x.mean(axis=0), np.cov(x.T) / len(x), np.array(len(x)))
    return test


def observed(means: list[float], clusters: int = 30) -> NDArray[np.float64]:
    random = np.random.default_rng(3)
    mixed = random.normal(size=(len(means), len(means)))
    return means + random.normal(size=(clusters, len(means))) @ mixed


def test_it_is_hotellings() -> None:
    x = observed([0.5, -0.2, 0.1, 0.0])
    expected = hotelling(x)
    found = of(x, all_zero)
    assert (found.numerator, found.denominator) == expected.df
    np.testing.assert_allclose(found.f, expected.statistic)
    np.testing.assert_allclose(found.p, expected.pvalue)


def test_of_two_means_it_is_the_paired_t_test() -> None:
    x = observed([1.0, 1.3])
    np.testing.assert_allclose(of(x, all_equal).p, ttest_rel(*x.T).pvalue)


def test_shares_that_add_up_are_no_obstacle() -> None:
    x = np.random.default_rng(4).dirichlet([3, 4, 5, 6], 50)
    np.testing.assert_allclose(of(x, all_equal).p, hotelling(x[:, :3] - x[:, 3:]).pvalue)


def test_where_nothing_can_be_said_it_is_nan() -> None:
    few = observed([1.0, 2.0, 3.0, 4.0], clusters=4)
    assert np.isnan(of(few, all_zero).p)
    assert np.isfinite(of(few, all_equal).p)
    assert np.isnan(of(few[:3], all_equal).p)
    flat = np.ones((10, 3)) * [1.0, 2.0, 3.0]
    assert np.isnan(of(flat, all_equal).p), "no variance at all"
    assert np.isnan(all_zero(np.zeros(2), np.eye(2), np.array(2)).p), "no degrees of freedom"
    unknown = np.full((3, 3), np.nan)
    assert np.isnan(all_equal(np.array([0.2, 0.3, 0.5]), unknown, np.array(1)).p)


@pytest.mark.parametrize("parts", [3, 4, 6])
def test_equal_means_are_said_to_differ_in_one_run_of_twenty(parts: int) -> None:
    found = simulated_shares([1 / parts] * parts, clusters=400, runs=2000, seed=parts)
    assert 0.04 <= np.mean(all_equal(*found).p <= 0.05) <= 0.065
