from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import t
from strategy_lab.stats.intervals import (
    ClusterSums,
    CrossSums,
    Interval,
    Ratio,
    Shares,
    mean_interval,
    rate_interval,
    rate_test,
    ratio,
    shares,
    t_quantile,
    t_tail,
    unpaired_difference,
)
from strategy_lab.stats.intervals import paired_difference as difference

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


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.03, 0.1, 1 / 6, 0.25, 1 / 3, 0.5, 0.9])
@pytest.mark.parametrize("clusters", [30, 200, 2000])
@pytest.mark.parametrize("alike", [0.5, 4.0, 100.0])
def test_rate_intervals_cover_over_a_grid(rate: float, clusters: int, alike: float) -> None:
    expected_wins = 2.5 * clusters * min(rate, 1 - rate)
    sums = simulated_rates(rate, clusters, runs=10_000, seed=7, alike=alike)
    covered = coverage(rate_interval(ratio(sums)), rate)
    if expected_wins * min(1.0, alike) < 100:  # few, or few independent: rougher, either way
        assert covered >= 0.92
    else:
        assert 0.94 <= covered <= 0.965


@pytest.mark.slow
@pytest.mark.parametrize("clusters", [30, 200, 2000])
def test_mean_intervals_cover_over_a_grid(clusters: int) -> None:
    sums = simulated_means(clusters, runs=10_000, seed=8)
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


# paired

Integers = NDArray[np.int64]


def paired(a: tuple[Integers, Integers], b: tuple[Integers, Integers]) -> Ratio:
    """Of observations and their sums, (runs, clusters) each."""
    (a_n, a_x), (b_n, b_x) = a, b
    both = CrossSums(
        clusters=((a_n > 0) | (b_n > 0)).sum(axis=-1),
        xx=(a_x * b_x).sum(axis=-1),
        xn=(a_x * b_n).sum(axis=-1),
        nx=(a_n * b_x).sum(axis=-1),
        nn=(a_n * b_n).sum(axis=-1),
    )
    return difference(cluster_sums(a_n, a_x), cluster_sums(b_n, b_x), both)


def simulated(runs: int, clusters: int, seed: int) -> tuple[tuple[Integers, Integers], ...]:
    """Two quantities whose means are 50 and 53, in clusters with luck in common."""
    random = np.random.default_rng(seed)
    luck = random.gamma(4.0, 2.0, (runs, clusters)) - 8.0
    found = []
    for mean in (50, 53):
        n = random.choice([0, 2, 4, 4], (runs, clusters))
        noise = np.sqrt(n) * random.normal(0, 4, n.shape)
        found.append((n, np.rint(n * (mean + luck) + noise).astype(int)))
    return tuple(found)


def test_paired_the_standard_error_is_that_of_the_clusters_residuals() -> None:
    a, b = simulated(1, 30, seed=1)
    found = paired(a, b)
    residuals = []
    for n, x in (a, b):
        residuals.append((x - x.sum() / n.sum() * n) / n.sum())
    seen = ((a[0] > 0) | (b[0] > 0)).sum()
    variance = seen / (seen - 1) * ((residuals[1] - residuals[0]) ** 2).sum()
    np.testing.assert_allclose(found.value, b[1].sum() / b[0].sum() - a[1].sum() / a[0].sum())
    np.testing.assert_allclose(found.standard_error, np.sqrt(variance))


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    low, high = mean_interval(paired(*simulated(2000, 150, seed=2)))
    assert 0.94 <= np.mean((low <= 3) & (high >= 3)) <= 0.96


def test_a_difference_that_is_always_the_same_has_no_error_at_all() -> None:
    n, x = np.full((1, 1000), 3), np.arange(1000)[None]
    found = paired((n, x), (n, x + 7))
    assert found.value == pytest.approx(7 / 3)
    assert found.standard_error == 0


def test_what_was_not_observed_has_no_difference() -> None:
    nothing, n = np.zeros((1, 5), int), np.full((1, 5), 2)
    found = paired((nothing, nothing), (n, n))
    assert np.isnan(found.value)
    assert np.isnan(found.standard_error)


# unpaired


def test_errors_of_independent_means_add_up() -> None:
    a = cluster_sums(np.array([[2, 2, 4]]), np.array([[3, 5, 9]]))
    b = cluster_sums(np.array([[1, 1]]), np.array([[7, 10]]))
    found = unpaired_difference(a, b, unit=0.5)
    of_a, of_b = ratio(a), ratio(b)
    assert found.value == pytest.approx(0.5 * (8.5 - 17 / 8))
    variance = of_a.standard_error**2 + of_b.standard_error**2
    assert found.standard_error == pytest.approx(0.5 * np.sqrt(variance))
    assert found.clusters.tolist() == [2]
    assert found.n.tolist() == [10]


@pytest.mark.parametrize("clusters", [30, 300])
def test_intervals_cover_the_truth(clusters: int) -> None:
    runs = 2000
    for a, b, unit, truth in (
        (simulated_rates(0.25, clusters, runs, 1), simulated_rates(0.4, 90, runs, 2), 1.0, 0.15),
        (simulated_means(clusters, runs, 3), simulated_means(60, runs, 4), 1.0, 0.0),
    ):
        low, high = mean_interval(unpaired_difference(a, b, unit))
        assert 0.935 < np.mean((low <= truth) & (truth <= high)) < 0.97


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
