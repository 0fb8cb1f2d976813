"""Gaps: intervals that cover 95 of 100, not all, and estimates that are not too large."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.stats.batches import Gap
from strategy_lab.stats.intervals import t_quantile

Floats = NDArray[np.float64]

MEANS = [
    [0, 0, 0],
    [0, 0, 0, 0],
    [0.3, 0, 0, 0],
    [0, 0.1, 0.2, 0.3],
    [0, 0.05, 0.1, 0.15, 0.2, 0.25],
    [0, 0.5, 1.0],
    [0.5, 0.5, 0, 0],
]
PAIRS = [
    ([0, 0, 0], [0, 0, 0]),
    ([0, 0, 0, 0], [0.3, 0, 0, 0]),
    ([0, 0.1, 0.2, 0.3], [0.3, 0.2, 0.1, 0]),
    ([0, 0.5, 1.0], [0, 0.5, 2.0]),
]


def gap(sample: Floats) -> Gap:
    """Of (clusters, means) observations."""
    return Gap(sample.mean(axis=0), np.cov(sample.T) / len(sample), len(sample), least_error=1e-3)


def difference(sample: Floats) -> Gap:
    """Of (clusters, 2 means) observations."""
    values, means = sample.mean(axis=0), sample.shape[1] // 2
    covariance = np.cov(sample.T) / len(sample)
    return Gap(values[means:], covariance, len(sample), a=values[:means], least_error=1e-3)


def shares(means: list[float], clusters: int, generator: np.random.Generator) -> Floats:
    """Observations that add up to the same in every cluster, as the wins of seats do."""
    own = generator.normal(size=(clusters, len(means)))
    return np.array(means) + own - own.mean(axis=1, keepdims=True)


def sampled(a: list[float], b: list[float], clusters: int, generator: np.random.Generator):
    own = generator.normal(size=(clusters, 2 * len(a)))
    common = np.tile(generator.normal(size=(clusters, len(a))), 2)
    return np.array([*a, *b]) + np.sqrt(0.5) * own + np.sqrt(0.5) * common


def covered(means: list[float], runs: int, clusters: int = 200) -> tuple[float, float]:
    """How often limits cover the gap, and by how many errors the estimate exceeds it."""
    generator = np.random.default_rng(1)
    hits, values = 0, []
    for _ in range(runs):
        found = gap(shares(means, clusters, generator))
        low, high = found.limits()
        hits += bool(low <= np.ptp(means) <= high)
        values.append(found.value)
    error = np.sqrt(2 / clusters)
    return hits / runs, float(np.median(values) - np.ptp(means)) / error


def covered_difference(a: list[float], b: list[float], runs: int) -> float:
    generator = np.random.default_rng(2)
    hits = 0
    for _ in range(runs):
        low, high = difference(sampled(a, b, 200, generator)).limits()
        hits += bool(low <= np.ptp(b) - np.ptp(a) <= high)
    return hits / runs


@pytest.mark.parametrize("means", [MEANS[1], MEANS[3]])
def test_limits_cover_the_gap_and_the_estimate_is_not_too_large(means: list[float]) -> None:
    hits, excess = covered(means, 300)
    assert hits >= 0.93
    assert excess <= 0.1


def test_limits_cover_the_difference_of_two_gaps() -> None:
    assert covered_difference(*PAIRS[1], runs=300) >= 0.92


@pytest.mark.slow
@pytest.mark.parametrize("means", MEANS)
def test_limits_cover_95_of_100_and_not_all(means: list[float]) -> None:
    """Of equal means the interval, which begins at 0, cannot miss on one side."""
    hits, excess = covered(means, 2000)
    assert 0.93 <= hits <= 0.985, hits
    assert -0.8 <= excess <= 0.05, excess


@pytest.mark.slow
@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_limits_of_a_difference_cover_95_of_100_and_not_all(a: list[float], b: list[float]) -> None:
    assert 0.93 <= covered_difference(a, b, 2000) <= 0.985


def test_where_best_and_worst_are_plain_they_are_taken_as_named_before() -> None:
    sample = sampled([0, 1, 2], [0, 1, 3], 400, np.random.default_rng(1))
    found = difference(sample)
    low, high = found.limits()
    named = (sample[:, 5] - sample[:, 3]) - (sample[:, 2] - sample[:, 0])
    usual = 2 * t_quantile(0.975, 399) * named.std(ddof=1) / 20
    assert high - low == pytest.approx(usual, rel=0.01)
    assert found.value == pytest.approx(named.mean(), abs=1e-3)
    assert found.value == found.value_b - found.value_a


def test_chance_alone_is_seldom_taken_for_a_difference() -> None:
    generator = np.random.default_rng(3)
    claims = [
        difference(sampled([0] * 4, [0] * 4, 100, generator)).p_equal() <= 0.05 for _ in range(300)
    ]
    assert np.mean(claims) <= 0.075


def test_p_values_go_with_the_limits() -> None:
    found = difference(sampled([0, 0, 0], [0.6, 0, 0], 300, np.random.default_rng(3)))
    p = found.p_equal()
    assert 0 < p < 0.05
    assert found.limits(1.01 * p)[0] > 0
    assert found.limits(0.99 * p)[0] <= 0
    margin = 1.2
    p_large = found.p_large(margin)
    assert found.limits(2.02 * p_large)[1] < margin
    assert found.limits(1.98 * p_large)[1] >= margin
    assert found.p_large(0.01) > 0.5


def test_two_that_are_nearly_the_worst_do_not_hide_who_is_best() -> None:
    found = Gap(np.array([0.39333, 0.3025, 0.30417]), 3e-4 * (np.eye(3) - 1 / 3), 400)
    low, high = found.limits()
    assert 0.02 < low < 0.075 < found.value < 0.095 < high < 0.15


def test_what_never_varies_is_taken_to_vary_a_little() -> None:
    found = Gap(np.array([0.2, 0.3]), np.zeros((2, 2)), 100, least_error=0.01)
    low, high = found.limits()
    assert 0.07 < low < 0.1 < high < 0.13
