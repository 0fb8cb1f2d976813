from __future__ import annotations

import numpy as np
from strategy_lab.stats.intervals import ClusterSums, ratio

from tests.strategy_lab.stats.clustered import cluster_sums


def one(n: list[int], x: list[int]) -> ClusterSums:
    return cluster_sums(np.array([n]), np.array([x]))


def test_the_standard_error_is_that_of_the_clusters_residuals() -> None:
    n, x = np.array([4, 2, 4, 1]), np.array([3, 0, 2, 1])
    found = ratio(cluster_sums(n[None], x[None]))
    mean = x.sum() / n.sum()
    variance = 4 / 3 * ((x - mean * n) ** 2).sum() / n.sum() ** 2
    np.testing.assert_allclose(found.value, mean)
    np.testing.assert_allclose(found.standard_error, np.sqrt(variance))


def test_clusters_of_one_observation_give_the_textbook_standard_error() -> None:
    x = np.random.default_rng(1).integers(0, 100, 50)
    found = ratio(cluster_sums(np.ones((1, 50), int), x[None]))
    np.testing.assert_allclose(found.standard_error, x.std(ddof=1) / np.sqrt(50))


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


def test_one_cluster_has_a_value_but_no_error() -> None:
    found = ratio(one([4], [3]))
    assert found.value == 0.75
    assert np.isnan(found.standard_error)


def test_nothing_observed_is_nan() -> None:
    found = ratio(one([0, 0], [0, 0]))
    assert np.isnan(found.value)
    assert np.isnan(found.standard_error)


def test_the_unit_scales_both() -> None:
    sums = one([4, 4, 2], [60, 120, 30])
    whole, scaled = ratio(sums), ratio(sums, unit=1 / 60)
    np.testing.assert_allclose(scaled.value * 60, whole.value)
    np.testing.assert_allclose(scaled.standard_error * 60, whole.standard_error)


def test_sums_of_parts_add_up_to_those_of_the_whole() -> None:
    parts = one([4, 2], [3, 0]), one([4, 1, 0], [2, 1, 0])
    whole = one([4, 2, 4, 1, 0], [3, 0, 2, 1, 0])
    added = ClusterSums(*(a + b for a, b in zip(*parts, strict=True)))
    np.testing.assert_equal(ratio(added), ratio(whole))
