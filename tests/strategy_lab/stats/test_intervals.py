from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import t
from strategy_lab.stats.intervals import (
    ClusterSums,
    Interval,
    Shares,
    mean_interval,
    rate_interval,
    rate_test,
    ratio,
    shares,
    t_quantile,
    t_tail,
)

from tests.strategy_lab.stats.clustered import cluster_sums, simulated_means, simulated_rates

# student


@pytest.mark.parametrize("probability", [0.9, 0.9995, 0.025])
def test_students_t_is_scipys_and_unknown_without_degrees(probability: float) -> None:
    degrees = np.array([0, 1, 7, 10**5, 10**9])
    quantile = t_quantile(probability, degrees)
    np.testing.assert_allclose(quantile[1:], t.ppf(probability, degrees[1:]), rtol=1e-11)
    np.testing.assert_allclose(t_tail(quantile, degrees)[1:], 1 - probability, rtol=1e-9)
    assert np.isnan(quantile[0])
    assert np.isnan(t_tail([2.0, np.nan], [0, 5])).all()


# ratio


def one(n: list[int], x: list[int]) -> ClusterSums:
    return cluster_sums(np.array([n]), np.array([x]))


def test_the_standard_error_is_that_of_the_clusters_residuals() -> None:
    n, x = np.array([4, 2, 4, 1]), np.array([3, 0, 2, 1])
    found = ratio(cluster_sums(n[None], x[None]))
    mean = x.sum() / n.sum()
    variance = 4 / 3 * ((x - mean * n) ** 2).sum() / n.sum() ** 2
    np.testing.assert_allclose(found.value, mean)
    np.testing.assert_allclose(found.standard_error, np.sqrt(variance))


def test_a_rate_that_is_the_same_in_every_cluster_has_no_error_at_all() -> None:
    found = ratio(one([3, 6, 9] * 1000, [1, 2, 3] * 1000))
    assert found.standard_error == 0


def test_no_digit_is_lost_in_huge_sums() -> None:
    deals = 10**9
    wins, n = 15 * 10**9, 4 * 10**9
    sums = ClusterSums(
        *(np.array([value]) for value in (deals, n, wins, 16 * deals, 60 * deals, 225 * deals + 2))
    )
    np.testing.assert_allclose(ratio(sums).standard_error, np.sqrt(2) / n, rtol=1e-8)


def test_nothing_observed_is_nan() -> None:
    found = ratio(one([0, 0], [0, 0]))
    assert np.isnan(found.value)
    assert np.isnan(found.standard_error)


# intervals


def coverage(interval: Interval, truth: float) -> float:
    return float(np.mean((interval.low <= truth) & (truth <= interval.high)))


def rates(*clusters: tuple[int, int]) -> Interval:
    n, x = np.array(clusters).T
    return rate_interval(ratio(cluster_sums(n[None], x[None])))


@pytest.mark.parametrize(("rate", "clusters"), [(0.25, 40), (0.25, 300), (0.05, 300), (0.5, 100)])
def test_rate_intervals_cover_the_truth_as_often_as_they_say(rate: float, clusters: int) -> None:
    sums = simulated_rates(rate, clusters, runs=4000, seed=clusters)
    assert 0.94 <= coverage(rate_interval(ratio(sums)), rate) <= 0.962


def test_mean_intervals_cover_the_truth_as_often_as_they_say() -> None:
    sums = simulated_means(clusters=100, runs=4000, seed=5)
    assert 0.94 <= coverage(mean_interval(ratio(sums)), 50.0) <= 0.96


def test_independent_observations_give_wilsons_interval() -> None:
    wins = np.repeat([1, 0], [30, 70])
    low, high = rate_interval(ratio(cluster_sums(np.ones((1, 100), int), wins[None])))
    t, m = 1.9842169515, 99  # t of 99 degrees; the sample variance divides by 99
    centre, root = 0.3 + t**2 / (2 * m), t * np.sqrt(0.21 / m + t**2 / (4 * m**2))
    np.testing.assert_allclose(low, (centre - root) / (1 + t**2 / m))
    np.testing.assert_allclose(high, (centre + root) / (1 + t**2 / m))


def test_a_rate_of_0_or_1_has_an_interval_with_a_width() -> None:
    none, all_ = rates(*[(4, 0)] * 50), rates(*[(4, 4)] * 50)
    assert none.low == 0
    assert none.high == pytest.approx(0.0747, abs=1e-3)
    assert all_.low == pytest.approx(0.9253, abs=1e-3)
    assert all_.high == 1


def test_a_rate_that_happens_to_be_the_same_in_a_few_clusters_is_not_certain() -> None:
    low, high = rates((4, 1), (4, 1), (4, 1))
    assert low[0] < 0.1
    assert high[0] > 0.4


def test_a_rate_that_cannot_differ_has_no_width() -> None:
    sums = cluster_sums(np.array([[4, 4]]), np.array([[1, 1]]))
    assert rate_interval(ratio(sums), certain=np.array([True])) == (0.25, 0.25)


@pytest.mark.parametrize("rate", [0.03, 0.25, 0.9])
def test_a_rate_differs_from_what_its_interval_misses(rate: float) -> None:
    found = ratio(simulated_rates(rate, 60, runs=300, seed=9))
    low, high = rate_interval(found)
    for expected in (rate, 0.9 * rate, 0.5 + 0.5 * rate):
        p = rate_test(found, np.full(300, expected))
        np.testing.assert_array_equal(p < 0.05, (expected < low) | (high < expected))


# shares


def shared(x: NDArray[np.int64], whole: int) -> Shares:
    """Of (clusters, parts)."""
    return shares(np.array(len(x)), x.sum(axis=0), x.T @ x, whole)


def test_covariances_are_those_of_the_clusters_means() -> None:
    x = np.random.default_rng(1).multinomial(60, [0.2, 0.3, 0.5], 40)
    found = shared(x, 60)
    np.testing.assert_allclose(found.value, x.mean(axis=0) / 60)
    np.testing.assert_allclose(found.covariance, np.cov(x.T / 60) / 40)
    np.testing.assert_allclose(found.covariance.sum(axis=0), 0, atol=1e-15)


def test_shares_no_digit_is_lost_in_huge_sums() -> None:
    deals, wins = 10**12, 120 * 10**12
    half = np.array([wins, wins])
    products = np.array([[wins * 120 + deals, wins * 120 - deals]] * 2)
    products[1] = products[1][::-1]
    found = shares(np.array(deals), half, products, 240)  # one win more or less in every deal
    np.testing.assert_allclose(found.covariance[0, 0], 1 / 240**2 / deals, rtol=1e-9)


def test_differences_without_variance_are_not_certain() -> None:
    for x in ([[3, 3, 3]] * 20, [[9, 0, 0]] * 20, [[4, 5, 0], [5, 4, 0]] * 10):
        found = shared(np.array(x), 9)
        np.testing.assert_allclose(found.covariance.sum(axis=0), 0, atol=1e-12)
        assert np.linalg.matrix_rank(found.covariance) == 2
        difference = np.array([0.0, 1.0, -1.0])
        assert 0 < difference @ found.covariance @ difference < 0.01
