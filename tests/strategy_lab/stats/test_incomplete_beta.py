from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.special import betainc
from strategy_lab.stats.intervals import incomplete_beta

Floats = NDArray[np.float64]

ONE = np.array(1.0)
shapes = st.integers(1, 2000).map(lambda halves: np.array(halves / 2))


@given(shapes, shapes, st.integers(0, 1000).map(lambda n: n / 1000))  # nearer to 1, SciPy errs
def test_it_is_scipys(a: Floats, b: Floats, x: float) -> None:
    found = incomplete_beta(a, b, np.array(x), np.array(1 - x))
    np.testing.assert_allclose(found, betainc(a, b, x), rtol=1e-9, atol=1e-200)  # below, it errs


@given(st.integers(1, 300), st.integers(1, 30), st.integers(0, 1024).map(lambda n: n / 1024))
@example(245, 24, 0.049)  # where SciPy is 3 % off
def test_it_is_the_tail_of_a_binomial_however_small(a: int, b: int, x: float) -> None:
    """Compared with the sum in fractions, for whole shapes."""
    part, trials = Fraction(x), a + b - 1
    tail = sum(comb(trials, n) * part**n * (1 - part) ** (trials - n) for n in range(a, a + b))
    found = incomplete_beta(a * ONE, b * ONE, np.array(x), np.array(1 - x))
    assert float(found) == pytest.approx(float(tail), rel=1e-9, abs=1e-290)
