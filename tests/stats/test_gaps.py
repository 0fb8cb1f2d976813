"""The difference of two gaps: intervals that hold where best and worst are plain, and where not."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.stats.gaps import GapDifference
from forsale_sim.stats.student import t_quantile
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def estimated(sample: Floats, means: int) -> GapDifference:
    """From (clusters, 2 means) observations."""
    values, clusters = sample.mean(axis=0), len(sample)
    return GapDifference(
        values[:means], values[means:], np.cov(sample.T) / clusters, clusters, least_error=1e-3
    )


def sampled(
    a: list[float], b: list[float], clusters: int, seed: int, shared: float = 0.5
) -> Floats:
    generator = np.random.default_rng(seed)
    own = generator.normal(size=(clusters, 2 * len(a)))
    common = np.tile(generator.normal(size=(clusters, len(a))), 2)
    return np.array([*a, *b]) + np.sqrt(1 - shared) * own + np.sqrt(shared) * common


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([0, 0, 0], [0, 0, 0]),
        ([0, 0, 0, 0], [0.3, 0, 0, 0]),
        ([0, 0.1, 0.2, 0.3], [0.3, 0.2, 0.1, 0]),
        ([0, 0.5, 1.0], [0, 0.5, 2.0]),
    ],
)
def test_intervals_cover_the_truth(a: list[float], b: list[float]) -> None:
    truth = np.ptp(b) - np.ptp(a)
    runs, covered = 400, 0
    for seed in range(runs):
        low, high = estimated(sampled(a, b, 200, seed), len(a)).limits()
        covered += bool(low <= truth <= high)
    assert covered >= 0.93 * runs


def test_where_best_and_worst_are_plain_little_is_lost() -> None:
    sample = sampled([0, 1, 2], [0, 1, 3], 400, seed=1)
    found = estimated(sample, 3)
    low, high = found.limits()
    named = (sample[:, 5] - sample[:, 3]) - (sample[:, 2] - sample[:, 0])
    usual = 2 * t_quantile(0.975, 399) * named.std(ddof=1) / 20
    assert usual < high - low < 1.1 * usual
    assert found.value == pytest.approx(named.mean())


def test_chance_alone_is_seldom_taken_for_a_difference() -> None:
    """The estimates of both gaps are too large; the test must not be misled by it."""
    claims = [
        estimated(sampled([0, 0, 0, 0], [0, 0, 0, 0], 100, seed), 4).p_equal() <= 0.05
        for seed in range(200)
    ]
    assert np.mean(claims) <= 0.05


def test_p_values_go_with_the_limits() -> None:
    found = estimated(sampled([0, 0, 0], [0.6, 0, 0], 300, seed=3), 3)
    p = found.p_equal()
    assert 0 < p < 0.05
    low, _ = found.limits(1.01 * p)
    assert low > 0
    low, _ = found.limits(0.99 * p)
    assert low <= 0
    margin = 1.2
    p_large = found.p_large(margin)
    assert found.limits(2.02 * p_large)[1] < margin
    assert found.limits(1.98 * p_large)[1] >= margin
    assert found.p_large(0.01) == 1.0


def test_a_plain_difference_has_a_tiny_p_value() -> None:
    assert estimated(sampled([0, 0, 0], [3, 0, 0], 500, seed=4), 3).p_equal() < 1e-20
