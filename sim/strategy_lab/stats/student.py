"""Student's t distribution: quantiles and tails."""

from __future__ import annotations

from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from strategy_lab.stats.incomplete_beta import incomplete_beta, log_beta

HALF = np.array(0.5)

FEW, MANY = 8, 1000
"""Degrees of freedom from which the expansion is near the quantile, and has 12 correct digits."""

LAST_STEP = 1e-7
"""The relative length of the last Newton step; what is left is about its square."""


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
    (Abramowitz and Stegun, *Handbook of Mathematical Functions*, 26.7.5), below it Newton's method.
    That starts from the expansion, and for few degrees from the normal quantile, which lies below
    that of t: as the upper tail is convex, all steps go the same way.
    """
    degrees = _at_least_one(degrees)
    quantile = _expansion(NormalDist().inv_cdf(probability), degrees)
    different, places = np.unique(degrees[degrees < MANY], return_inverse=True)
    if different.size:
        quantile[degrees < MANY] = _roots(probability, tuple(different.tolist()))[places]
    return quantile


@lru_cache
def _roots(probability: float, degrees: tuple[float, ...]) -> NDArray[np.float64]:
    # Kept, because many measures of one table have the same degrees.
    n = np.array(degrees)
    normal, tail = abs(NormalDist().inv_cdf(probability)), min(probability, 1 - probability)
    value = np.where(n < FEW, normal, _expansion(normal, n))
    step = np.full(n.shape, np.inf)
    while (np.abs(step) > LAST_STEP * value).any():
        step = (t_tail(value, n) - tail) / _density(value, n)
        value = value + step
    return np.asarray(np.copysign(value, probability - 0.5))


def t_tail(value: ArrayLike, degrees: ArrayLike) -> NDArray[np.float64]:
    """Return the probability that a t-distributed variable is larger than a value.

    NaN if the value is, or if there is less than 1 degree of freedom.
    """
    value, degrees = np.asarray(value, np.float64), _at_least_one(degrees)
    with np.errstate(divide="ignore"):
        square = value**2 / degrees
        near, far = 1 / (1 + square), 1 / (1 + 1 / square)
    beyond = incomplete_beta(degrees / 2, HALF, near, far) / 2
    return np.where(value < 0, 1 - beyond, beyond)


def _density(value: NDArray[np.float64], degrees: NDArray[np.float64]) -> NDArray[np.float64]:
    shape = -(degrees + 1) / 2 * np.log1p(value**2 / degrees)
    factor = log_beta(degrees / 2, HALF) + np.log(degrees) / 2
    return np.asarray(np.exp(shape - factor))


def _expansion(z: float, degrees: NDArray[np.float64]) -> NDArray[np.float64]:
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    series = sum(term / degrees**power for power, term in enumerate(terms))
    return np.array(series, np.float64)


def _at_least_one(degrees: ArrayLike) -> NDArray[np.float64]:
    degrees = np.asarray(degrees, np.float64)
    return np.where(degrees >= 1, degrees, np.nan)
