"""The incomplete beta function, of which the tails of Student's t and of F are cases.

SciPy has it, too, but takes longer to load than a small run takes in all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SHIFT = 10
"""Stirling's series is used for arguments that are larger by this, where its terms fall fast."""

STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)

PRECISION = 1e-15
"""How little the last factor of the continued fraction differs from 1."""


def incomplete_beta(a: Floats, b: Floats, x: Floats, rest: Floats) -> Floats:
    r"""Return the regularised incomplete beta function :math:`I_x(a, b)`.

    Parameters
    ----------
    a, b
        Above 0.
    x, rest
        Between 0 and 1, and 1 - `x`, which may have more digits than the difference would have.

    Returns
    -------
    ndarray
        Of the arguments' common shape; NaN where one of them is.

    Notes
    -----
    The even part of the continued fraction 8.17.22 of the *NIST Digital Library of Mathematical
    Functions*, in which :math:`1 - x` is taken from `rest` (Didonato and Morris, "Algorithm 708:
    significant digit computation of the incomplete beta function ratios", *ACM Transactions on
    Mathematical Software* 18, 1992). It converges fast where :math:`x < (a + 1) / (a + b + 2)`;
    elsewhere :math:`1 - I_{1 - x}(b, a)` is used.
    """
    a, b, x, rest = np.broadcast_arrays(a, b, x, rest)
    upper = x > (a + 1) / (a + b + 2)
    a, b = np.where(upper, b, a), np.where(upper, a, b)
    x, rest = np.where(upper, rest, x), np.where(upper, x, rest)
    with np.errstate(divide="ignore"):
        log_x = np.where(x < 0.5, np.log(x), np.log1p(-rest))
        log_rest = np.where(x < 0.5, np.log1p(-x), np.log(rest))
    value = np.exp(a * log_x + b * log_rest - log_beta(a, b)) / _fraction(a, b, x, rest)
    return np.where(upper, 1 - value, value)


def log_beta(a: Floats, b: Floats) -> Floats:
    """Return the logarithm of the beta function, with all digits if only one argument is large."""
    small, large = np.minimum(a, b), np.maximum(a, b)
    return _log_gamma_ratio(np.ones_like(small), small - 1) - _log_gamma_ratio(large, small)


def _log_gamma_ratio(a: Floats, b: Floats) -> Floats:
    """Return the logarithm of gamma(a + b) / gamma(a)."""
    z = a + SHIFT
    series = _stirling_series(z + b) - _stirling_series(z)
    shifted = (z + b - 0.5) * np.log1p(b / z) + b * (np.log(z) - 1) + series
    product = 1 + b / a
    for i in range(1, SHIFT):
        product = product * (1 + b / (a + i))
    return np.asarray(shifted - np.log(product))


def _stirling_series(z: Floats) -> Floats:
    inverse_square, series = 1 / z**2, np.zeros_like(z)
    for coefficient in reversed(STIRLING):
        series = series * inverse_square + coefficient
    return series / z


def _fraction(a: Floats, b: Floats, x: Floats, rest: Floats) -> Floats:
    """Return the continued fraction by Lentz's method."""
    value = a * (a * rest - b * x + 1) / (a + 1)
    above, below, factor, m = value, np.zeros_like(x), np.full_like(x, np.inf), 0
    while (np.abs(factor - 1) > PRECISION).any():
        m += 1
        place = a + 2 * m
        over = m * (b - m) * x / (place - 1)
        part = over * (a + m - 1) * (a + b + m - 1) * x / (place - 1)
        whole = m + over + (a + m) * (a * rest - b * x + 1 + m * (1 + rest)) / (place + 1)
        below = 1 / (whole + part * below)
        above = whole + part / above
        factor = above * below
        value = value * factor
    return value
