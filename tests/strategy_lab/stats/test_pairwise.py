from __future__ import annotations

import numpy as np
from strategy_lab.stats.differences import pairs


def test_differences_are_those_of_every_two() -> None:
    x = np.random.default_rng(1).normal(size=(50, 3)) @ np.array(
        [[1, 0.5, 0], [0, 1, 0], [0, 0, 2]]
    )
    found = pairs(x.mean(axis=0), np.cov(x.T) / 50, np.array(50))
    for one in range(3):
        for two in range(3):
            paired = x[:, one] - x[:, two]
            np.testing.assert_allclose(found.difference[one, two], paired.mean())
            error = paired.std(ddof=1) / np.sqrt(50)
            np.testing.assert_allclose(found.standard_error[one, two], error, atol=1e-9)
