from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from strategy_lab.stats.intervals import Shares, shares


def shared(x: NDArray[np.int64], whole: int) -> Shares:
    """Of (clusters, parts)."""
    return shares(np.array(len(x)), x.sum(axis=0), x.T @ x, whole)


def test_covariances_are_those_of_the_clusters_means() -> None:
    x = np.random.default_rng(1).multinomial(60, [0.2, 0.3, 0.5], 40)
    found = shared(x, 60)
    np.testing.assert_allclose(found.value, x.mean(axis=0) / 60)
    np.testing.assert_allclose(found.covariance, np.cov(x.T / 60) / 40)
    np.testing.assert_allclose(found.covariance.sum(axis=0), 0, atol=1e-15)


def test_no_digit_is_lost_in_huge_sums() -> None:
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
