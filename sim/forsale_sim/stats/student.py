"""Student's t distribution: quantiles and tails."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

MANY = 1000
"""Degrees of freedom from which the expansion has 12 correct digits; SciPy loads slowly."""


def t_quantile(probability: float, degrees: ArrayLike) -> NDArray[np.float64]:
    """Return the value that a t-distributed variable stays below with a given probability.

    Parameters
    ----------
    probability
        Between 0 and 1.
    degrees
        Degrees of freedom, any shape.

    Returns
    -------
    ndarray
        As `degrees`; NaN where they are less than 1.

    Notes
    -----
    From `MANY` degrees on this is Fisher and Cornish's expansion about the normal quantile
    (Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.7.5), below it SciPy's
    ``stdtrit``.
    """
    degrees = np.asarray(degrees, np.float64)
    quantile = np.full(degrees.shape, np.nan)
    many = degrees >= MANY
    quantile[many] = _expansion(NormalDist().inv_cdf(probability), degrees[many])
    few = (degrees >= 1) & ~many
    if few.any():
        from scipy.special import stdtrit

        quantile[few] = stdtrit(degrees[few], probability)
    return quantile


def t_tail(value: ArrayLike, degrees: ArrayLike) -> NDArray[np.float64]:
    """Return the probability that a t-distributed variable is larger than a value.

    NaN if the value is, or if there is less than 1 degree of freedom.
    """
    from scipy.special import stdtr

    degrees = np.asarray(degrees, np.float64)
    return np.asarray(stdtr(np.where(degrees >= 1, degrees, np.nan), -np.asarray(value)))


def _expansion(z: float, degrees: NDArray[np.float64]) -> NDArray[np.float64]:
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    series = sum(term / degrees**power for power, term in enumerate(terms))
    return np.asarray(series, np.float64)
