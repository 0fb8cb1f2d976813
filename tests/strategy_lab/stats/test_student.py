from __future__ import annotations

import numpy as np
import pytest
from scipy.special import stdtrit
from scipy.stats import t
from strategy_lab.stats.intervals import MANY, t_quantile, t_tail


@pytest.mark.parametrize("probability", [0.9, 0.975, 0.9995, 0.025])
def test_it_is_scipys_quantile_for_any_degrees(probability: float) -> None:
    degrees = np.array([1, 2, 7, 8, 100, MANY - 1, MANY, MANY + 1, 10**5, 10**9])
    expected = stdtrit(degrees.astype(float), probability)
    np.testing.assert_allclose(t_quantile(probability, degrees), expected, rtol=1e-11)


def test_tails_are_scipys() -> None:
    value, degrees = np.array([-1.0, 0.0, 2.0, 5.0, np.inf]), np.array([1, 5, 100, 10**12, 3])
    np.testing.assert_allclose(t_tail(value, degrees), t.sf(value, degrees), rtol=1e-13)
    assert np.isnan(t_tail([2.0, np.nan], [0, 5])).all()
