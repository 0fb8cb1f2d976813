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
