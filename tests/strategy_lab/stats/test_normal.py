from __future__ import annotations

import numpy as np
from scipy.special import ndtr
from scipy.stats import norm
from strategy_lab.stats.normal import normal_density, normal_distribution


def test_it_is_scipys() -> None:
    z = np.concatenate([np.linspace(-12, 12, 100_001), [-np.inf, np.inf]])
    np.testing.assert_allclose(normal_distribution(z), ndtr(z), rtol=0, atol=2e-15)
    np.testing.assert_allclose(normal_density(z), norm.pdf(z), rtol=1e-12)


def test_any_shape_is_answered() -> None:
    assert normal_distribution(np.zeros((2, 3))).tolist() == [[0.5] * 3] * 2
