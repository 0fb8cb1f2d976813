"""Confidence sequences cover the truth at all times, which intervals of fixed size do not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.stats.confidence_sequences import (
    FEWEST,
    boundary,
    mean_sequence,
    needed,
    rate_sequence,
    tuned,
)
from strategy_lab.stats.intervals import (
    ClusterSums,
    Interval,
    Ratio,
    mean_interval,
    rate_interval,
    ratio,
)

from tests.strategy_lab.stats.clustered import cluster_sums

RUNS_AT_ONCE = 50
SIZES = np.array([0, 2, 4, 4])
"""Observations of a cluster: some have none."""


def sums_so_far(n: NDArray[Any], x: NDArray[Any], looks: NDArray[Any]) -> ClusterSums:
    """(runs, looks): the sums that each run has come to at each look."""
    parts = (n > 0, n, x, n * n, x * n, x * x)
    return ClusterSums(*(part.cumsum(axis=1, dtype=np.int64)[:, looks - 1] for part in parts))


def rates(random: np.random.Generator, shape: tuple[int, int], rate: float, alike: float) -> Any:
    n = random.choice(SIZES, shape)
    return n, random.binomial(n, random.beta(alike * rate, alike * (1 - rate), shape))


def amounts(random: np.random.Generator, shape: tuple[int, int]) -> Any:
    n = random.choice(SIZES, shape)
    luck = random.gamma(1.0, 5.0, shape) - 5.0
    return n, np.rint(n * (50 + luck) + np.sqrt(n) * random.normal(0, 6, shape)).astype(int)


def ever_missed(
    made: Callable[[np.random.Generator, tuple[int, int]], Any],
    truth: float,
    interval: Callable[[Ratio], Interval],
    *,
    runs: int,
    looks: NDArray[Any],
    seed: int,
) -> float:
    """The share of runs in which some look shows an interval that misses the truth."""
    random = np.random.default_rng(seed)
    missed = 0
    for _ in range(runs // RUNS_AT_ONCE):
        n, x = made(random, (RUNS_AT_ONCE, int(looks[-1])))
        low, high = interval(ratio(sums_so_far(n, x, looks)))
        missed += int(((low > truth) | (high < truth)).any(axis=1).sum())
    return missed / runs


def geometric(first: int, last: int, growth: float) -> NDArray[Any]:
    steps = np.arange(np.log(last / first) / np.log(growth) + 1)
    return np.unique(np.minimum(np.round(first * growth**steps), last).astype(int))


def test_looked_at_often_a_sequence_covers_and_an_interval_does_not() -> None:
    looks = geometric(FEWEST, 4000, 1.1)
    options: dict[str, Any] = {"runs": 1000, "looks": looks, "seed": 1}
    made = partial(rates, rate=0.25, alike=4.0)
    assert ever_missed(made, 0.25, lambda rate: rate_sequence(rate, 2000), **options) <= 0.05
    assert ever_missed(made, 0.25, rate_interval, **options) > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("planned", [FEWEST, 5000])
@pytest.mark.parametrize(("rate", "alike"), [(0.25, 4.0), (0.5, 0.5), (0.02, 4.0), (0.004, 4.0)])
def test_rate_sequences_cover_under_constant_peeking(
    rate: float, alike: float, planned: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Looked at after each cluster, the most that anyone can peek."""
    looks = np.arange(FEWEST, 8000)
    options: dict[str, Any] = {"runs": 2000, "looks": looks, "seed": 2}
    made = partial(rates, rate=rate, alike=alike)
    found = ever_missed(made, rate, lambda estimate: rate_sequence(estimate, planned), **options)
    naive = ever_missed(made, rate, rate_interval, **options)
    with capsys.disabled():
        print(f"\nrate {rate}, planned {planned}: missed {found:.2%}, fixed size {naive:.2%}")
    assert found <= 0.05
    assert naive > 0.2


@pytest.mark.slow
def test_rate_sequences_cover_over_a_long_time(capsys: pytest.CaptureFixture[str]) -> None:
    looks = geometric(FEWEST, 200_000, 1.02)
    options: dict[str, Any] = {"runs": 1000, "looks": looks, "seed": 3}
    made = partial(rates, rate=0.25, alike=4.0)
    found = ever_missed(made, 0.25, lambda rate: rate_sequence(rate, 20_000), **options)
    naive = ever_missed(made, 0.25, rate_interval, **options)
    with capsys.disabled():
        print(f"\nto 200,000 clusters: missed {found:.2%}, fixed size {naive:.2%}")
    assert found <= 0.05
    assert naive > 0.3


@pytest.mark.slow
def test_mean_sequences_cover_under_constant_peeking(capsys: pytest.CaptureFixture[str]) -> None:
    looks = np.arange(FEWEST, 8000)
    options: dict[str, Any] = {"runs": 2000, "looks": looks, "seed": 4}
    found = ever_missed(amounts, 50.0, lambda mean: mean_sequence(mean, 2000), **options)
    naive = ever_missed(amounts, 50.0, mean_interval, **options)
    with capsys.disabled():
        print(f"\nmeans: missed {found:.2%}, fixed size {naive:.2%}")
    assert found <= 0.05
    assert naive > 0.2


def test_the_boundary_is_that_of_a_normal_mixture() -> None:
    """The mixture of likelihood ratios over N(0, rho^2) is 1 / alpha on the boundary."""
    planned = 3000
    rho2 = tuned(planned)
    for clusters in (500, 3000, 50_000):
        z = boundary(clusters, planned)
        total = z * np.sqrt(clusters)
        mixture = np.exp(rho2 * total**2 / (2 * (clusters * rho2 + 1)))
        assert mixture / np.sqrt(clusters * rho2 + 1) == pytest.approx(1 / 0.05)


def test_as_many_clusters_as_needed_are_as_good_as_wanted() -> None:
    clusters = needed(0.1875, 0.005)
    half = boundary(clusters, clusters) * np.sqrt(0.1875 / clusters)
    assert half == pytest.approx(0.005, rel=1e-4)


def test_few_clusters_have_no_interval_unless_it_is_certain() -> None:
    n = np.full((1, FEWEST), 2)
    enough = ratio(cluster_sums(n, n // 2))
    few = ratio(cluster_sums(n[:, 1:], n[:, 1:] // 2))
    assert np.isfinite(rate_sequence(enough, 1000)).all()
    assert np.isnan(rate_sequence(few, 1000)).all()
    assert np.isnan(mean_sequence(few, 1000)).all()
    assert rate_sequence(few, 1000, certain=np.array([True])) == (0.5, 0.5)


def test_a_rate_that_showed_no_variance_has_a_width() -> None:
    n = np.full((1, 1000), 4)
    low, high = rate_sequence(ratio(cluster_sums(n, 0 * n)), 1000)
    assert low == 0
    assert high == pytest.approx(9.212 / (1000 + 9.212), rel=1e-3)
