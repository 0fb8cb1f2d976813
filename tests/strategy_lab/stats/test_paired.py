from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.stats.intervals import CrossSums, Ratio, mean_interval
from strategy_lab.stats.intervals import paired_difference as difference

from tests.strategy_lab.stats.clustered import cluster_sums

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


def test_the_standard_error_is_that_of_the_clusters_residuals() -> None:
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
