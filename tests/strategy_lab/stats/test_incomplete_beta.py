from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.special import betainc, betaln
from strategy_lab.stats.intervals import incomplete_beta, log_beta

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


@given(shapes, shapes)
def test_the_complete_one_is_scipys(a: Floats, b: Floats) -> None:
    np.testing.assert_allclose(log_beta(a, b), betaln(a, b), rtol=1e-12, atol=1e-12)


def test_the_ends_are_exact() -> None:
    x = np.array([0.0, 1.0])
    assert incomplete_beta(ONE * 3, ONE * 5, x, 1 - x).tolist() == [0, 1]


@pytest.mark.parametrize("a", [1e3, 1e9, 1e15])
def test_what_is_left_of_1_counts_with_all_its_digits(a: float) -> None:
    """I_x(a, 1) is x**a, where a double of `x` itself would have lost the digits that matter."""
    rest = np.array(3 / a)
    found = incomplete_beta(ONE * a, ONE, 1 - rest, rest)
    assert float(found) == pytest.approx(float(np.exp(a * np.log1p(-rest))), rel=1e-12)


def test_what_is_unknown_stays_unknown() -> None:
    x = np.array([np.nan, 0.5])
    found = incomplete_beta(ONE, ONE, x, 1 - x)
    assert np.isnan(found[0])
    assert found[1] == pytest.approx(0.5)
