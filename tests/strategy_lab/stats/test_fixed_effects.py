from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.stats.batches import coefficients, effects, within_products


def drawn(clusters: int, slopes: list[float], noise: float, seed: int = 1) -> np.ndarray:
    """Return groups of which each has a level of its own, which goes with its x."""
    random = np.random.default_rng(seed)
    level = random.normal(0, 10, (clusters, 3, 1, 1))
    x = level + random.normal(size=(clusters, 3, 4, len(slopes)))
    y = 5 * level[..., 0] + x @ slopes + random.normal(0, noise, (clusters, 3, 4))
    return np.concatenate([x, y[..., np.newaxis]], axis=3)


def test_slopes_are_those_within_groups() -> None:
    products = within_products(drawn(50, [2.0, -1.0], noise=0.0)).sum(axis=0)
    assert coefficients(products) == pytest.approx([2, -1])


def test_limits_cover_the_slopes() -> None:
    truth = np.array([2.0, -1.0])
    inside = []
    for seed in range(200):
        products = within_products(drawn(60, list(truth), noise=3.0, seed=seed))
        batches = products.reshape(20, 3, 3, 3).sum(axis=1)
        _, low, high = effects(batches, lambda slopes: slopes)
        inside.append((low <= truth) & (truth <= high))
    assert 0.91 < np.mean(inside) < 0.98
