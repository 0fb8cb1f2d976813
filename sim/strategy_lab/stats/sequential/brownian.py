r"""Brownian motion between two bounds: the distribution of a sequential test's outcome.

A motion with drift :math:`\mu` and variance :math:`\sigma^2` per unit of time starts at 0 and stops
at the bounds :math:`a < 0 < b`. It models a log-likelihood ratio; time is the number of scores.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

IMAGES: Floats = np.arange(-40.0, 41.0)
"""The reflections that are summed over: enough for far more than `LONGEST`."""

LONGEST = 20.0
"""The variance, in units of the squared distance of the bounds, after which the probability that a
motion has not stopped is below exp(-98)."""


def worse_outcome(
    drift: float, variance: float, lower: float, upper: float, *, time: float, position: float
) -> float:
    r"""Return the probability of an outcome worse than, or equal to, an observed one.

    Outcomes from worst to best: stopped at the lower bound, the sooner the worse; not stopped yet,
    the lower the worse; stopped at the upper bound, the sooner the better (stage-wise ordering).

    `drift`, `variance`: per unit of time. `lower`, `upper`: the bounds, on either side of 0.
    `time`, `position`: when and where it was stopped, or was last seen.

    With :math:`x = -a`, :math:`A = b - a` and :math:`d_k = x + 2kA`, the probability of having
    stopped at the lower bound by time :math:`T` sums inverse Gaussian laws over all reflections
    :math:`k`, and the density of the motions still going sums normal ones (Borodin and Salminen,
    *Handbook of Brownian Motion*, 2nd ed., 3.0.6 and 3.1.8). All is computed from logarithms,
    because single factors overflow.
    """
    span = upper - lower
    time = min(time, LONGEST * span**2 / variance)
    return _stopped_below(drift, variance, -lower, span, time) + _going_below(
        drift, variance, -lower, span, time, position - lower
    )


def _stopped_below(drift: float, variance: float, start: float, span: float, time: float) -> float:
    distance = start + 2 * IMAGES * span
    far, root = np.abs(distance), math.sqrt(variance * time)
    speed = abs(drift) / variance
    shift = -drift * start / variance
    arrived = _product(shift - speed * far, (abs(drift) * time - far) / root)
    arrived += _product(shift + speed * far, (-abs(drift) * time - far) / root)
    return float(np.sign(distance) @ arrived)


def _going_below(
    drift: float, variance: float, start: float, span: float, time: float, position: float
) -> float:
    """Return the probability of not having stopped and being below `position` (from the lower)."""
    root, shift, rate = math.sqrt(variance * time), 2 * IMAGES * span, 2 * drift / variance
    direct = start + shift + drift * time
    mirrored = shift - start + drift * time
    total = 0.0
    for weight, centre, sign in (
        (rate * shift / 2, direct, 1),
        (rate * (shift / 2 - start), mirrored, -1),
    ):
        total += sign * _difference(weight, (position - centre) / root, -centre / root)
    return total


def _difference(exponent: Floats, high: Floats, low: Floats) -> float:
    """Return the sum of exp(exponent) times the normal probability between low and high.

    If both tail probabilities are near 1, their complements are used.
    """
    swapped = low > 0
    upper, lower = np.where(swapped, -low, high), np.where(swapped, -high, low)
    return float(_product(exponent, upper).sum() - _product(exponent, lower).sum())


def _product(exponent: Floats, z: Floats) -> Floats:
    """Return exp(exponent) times the normal probability of being below z."""
    from scipy.special import log_ndtr

    return np.asarray(np.exp(exponent + log_ndtr(z)), np.float64)
