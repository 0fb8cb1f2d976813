"""Simulated observations in clusters, with a truth to be found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from strategy_lab.stats.intervals import ClusterSums, Shares, shares


def cluster_sums(n: NDArray[np.int64], x: NDArray[np.int64]) -> ClusterSums:
    """Sums over the last axis of (runs, clusters) observations `n` and their sums `x`."""
    return ClusterSums(
        clusters=(n > 0).sum(axis=-1),
        n=n.sum(axis=-1),
        x=x.sum(axis=-1),
        nn=(n * n).sum(axis=-1),
        xn=(x * n).sum(axis=-1),
        xx=(x * x).sum(axis=-1),
    )


def simulated_rates(
    rate: float, clusters: int, runs: int, seed: int, *, alike: float = 4.0
) -> ClusterSums:
    """Wins in clusters of unequal sizes, some empty, whose own rates differ (beta-binomial).

    The smaller `alike`, the more do the observations of one cluster resemble each other.
    """
    random = np.random.default_rng(seed)
    n = random.choice([0, 2, 4, 4], (runs, clusters))
    own_rate = random.beta(alike * rate, alike * (1 - rate), (runs, clusters))
    return cluster_sums(n, random.binomial(n, own_rate))


def simulated_means(clusters: int, runs: int, seed: int) -> ClusterSums:
    """Amounts of money whose mean is 50, in clusters that differ."""
    random = np.random.default_rng(seed)
    n = random.choice([0, 2, 4, 4], (runs, clusters))
    luck = random.gamma(4.0, 2.0, (runs, clusters)) - 8.0
    return cluster_sums(
        n, np.rint(n * (50 + luck) + np.sqrt(n) * random.normal(0, 6, n.shape)).astype(int)
    )


def simulated_shares(
    expected: Sequence[float], clusters: int, runs: int, seed: int, *, games: int = 4
) -> Shares:
    """Who wins the games of each cluster, as shares: wins that differ more than by chance alone.

    In half of the games the one who has won the cluster's first game wins again, so that games of
    one cluster resemble each other; each part's expected share stays what it is.
    """
    random = np.random.default_rng(seed)
    parts = len(expected)
    limits = np.cumsum(expected)[:-1]
    winner = np.searchsorted(limits, random.random((games, runs, clusters)))
    again = random.random((games, runs, clusters)) < 0.5
    again[0] = False
    winner = np.where(again, winner[0], winner)
    x = np.stack([(winner == part).sum(axis=0) for part in range(parts)], axis=-1)
    return shares(np.full(runs, clusters), x.sum(axis=1), np.einsum("rci,rcj->rij", x, x), games)
