"""The normal distribution for arrays, without SciPy, which takes long to load."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

REACH = 8.5
"""How many standard deviations from the mean the density becomes negligible."""

SPACING, TERMS = 1 / 64, 5
"""Taylor's series about points so near, of so many terms, has 15 decimals."""

POINTS = np.arange(-REACH, REACH + SPACING, SPACING)
BELOW = np.array([math.erfc(-point / math.sqrt(2)) / 2 for point in POINTS.tolist()])


def normal_density(z: Floats) -> Floats:
    """Return the density of the standard normal distribution."""
    return np.asarray(np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi))


def normal_distribution(z: Floats) -> Floats:
    """Return the probability that a standard normal variable is smaller than `z`.

    The derivatives of the density are Hermite polynomials times the density (Abramowitz and Stegun,
    *Handbook of Mathematical Functions*, 26.2.31).
    """
    z = np.clip(z, -REACH, REACH)
    nearest = np.rint((z + REACH) / SPACING).astype(np.intp)
    point = POINTS[nearest]
    step = z - point
    series, power = np.zeros_like(z), step
    before, hermite = np.zeros_like(z), np.ones_like(z)
    for n in range(1, TERMS + 1):
        series += hermite * power
        power = power * -step / (n + 1)
        before, hermite = hermite, point * hermite - (n - 1) * before
    return np.asarray(BELOW[nearest] + normal_density(point) * series)
