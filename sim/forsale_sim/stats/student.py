"""Student's t distribution: quantiles and tails."""

from __future__ import annotations

from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from forsale_sim.stats.incomplete_beta import incomplete_beta, log_beta

HALF = np.array(0.5)

LAST_STEP = 1e-8
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
    Newton's method. The upper tail is convex, and the normal quantile lies below that of t, so all
    steps go the same way.
    """
    degrees = np.asarray(degrees, np.float64)
    different, places = np.unique(degrees, return_inverse=True)
    return _quantiles(probability, tuple(different.tolist()))[places].reshape(degrees.shape)


@lru_cache
def _quantiles(probability: float, degrees: tuple[float, ...]) -> NDArray[np.float64]:
    # Kept, because many measures of one table have the same degrees.
    n = _at_least_one(degrees)
    tail = min(probability, 1 - probability)
    value = np.full(n.shape, abs(NormalDist().inv_cdf(probability)))
    step = np.full(n.shape, np.inf)
    while (step > LAST_STEP * value).any():
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


def _at_least_one(degrees: ArrayLike) -> NDArray[np.float64]:
    degrees = np.asarray(degrees, np.float64)
    return np.where(degrees >= 1, degrees, np.nan)
