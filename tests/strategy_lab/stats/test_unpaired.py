"""The difference of two means over different clusters."""

from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.stats.intervals import mean_interval, ratio
from strategy_lab.stats.intervals import unpaired_difference as difference

from tests.strategy_lab.stats.clustered import cluster_sums, simulated_means, simulated_rates


def test_errors_of_independent_means_add_up() -> None:
    a = cluster_sums(np.array([[2, 2, 4]]), np.array([[3, 5, 9]]))
    b = cluster_sums(np.array([[1, 1]]), np.array([[7, 10]]))
    found = difference(a, b, unit=0.5)
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
        low, high = mean_interval(difference(a, b, unit))
        assert 0.935 < np.mean((low <= truth) & (truth <= high)) < 0.97
