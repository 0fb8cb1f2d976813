"""Quantiles of the studentized range, for intervals of all pairs of means."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from forsale_sim.stats.normal import REACH, normal_density, normal_distribution
from forsale_sim.stats.student import t_quantile

Floats = NDArray[np.float64]

STEP = 0.25
"""The step of both integrals in standard deviations: nine digits for up to 20 means."""

TOLERANCE = 1e-9
"""The relative length of the last Newton step."""


class _Spread(NamedTuple):
    """The estimated standard deviation in units of the true one: values and their probabilities."""

    value: Floats
    weight: Floats


def studentized_range_quantile(
    probability: float, means: int, degrees: ArrayLike
) -> NDArray[np.float64]:
    r"""Return the value that the studentized range stays below with a given probability.

    The studentized range is the largest of several independent normal variables of equal variance
    minus the smallest, divided by an independent estimate of their standard deviation.

    Parameters
    ----------
    probability
        Between 0 and 1.
    means
        How many variables, at least 2.
    degrees
        Degrees of freedom of the estimate, any shape.

    Returns
    -------
    ndarray
        As `degrees`; NaN where they are less than 1.

    Notes
    -----
    For :math:`k` variables, and the density :math:`f_\nu` of the estimate in units of the true
    standard deviation, the distribution is

    .. math:: P(q) = \int_0^\infty f_\nu(s) \, R(q s) \, ds, \qquad
        R(w) = k \int_{-\infty}^\infty \varphi(z) [\Phi(z) - \Phi(z - w)]^{k - 1} \, dz

    (Tukey, *The Problem of Multiple Comparisons*, 1953; Lund and Lund, "Algorithm AS 190:
    probabilities and upper quantiles for the studentized range", *Applied Statistics* 32, 1983).
    With :math:`\log s` for :math:`s`, both are integrals of analytic functions that vanish fast at
    both ends, for which sums over equally spaced points converge exponentially (Trefethen and
    Weideman, "The exponentially convergent trapezoidal rule", *SIAM Review* 56, 2014).
    """
    degrees = np.asarray(degrees)
    different, place = np.unique(degrees, return_inverse=True)
    quantiles = [_quantile(probability, means, n) if n >= 1 else np.nan for n in different.tolist()]
    return np.asarray(quantiles, np.float64)[place].reshape(degrees.shape)


def _quantile(probability: float, means: int, degrees: float) -> float:
    """Solve for the quantile by Newton's method, starting from Bonferroni's upper bound.

    The logarithm of the upper tail is concave in that of the quantile, and nearly linear for few
    degrees of freedom, so all three or four steps go the same way.
    """
    tail = 1 - probability
    spread = _spread(degrees)
    quantile = np.sqrt(2) * float(t_quantile(1 - tail / (means * (means - 1)), degrees))
    step = np.inf
    while abs(step) > TOLERANCE:
        below, density = _range_of_normals(quantile * spread.value, means)
        above = 1 - spread.weight @ below
        slope = spread.weight @ (density * spread.value)
        step = np.log(above / tail) * above / (quantile * slope)
        quantile *= np.exp(step)
    return float(quantile)


def _spread(degrees: float) -> _Spread:
    r"""Return points and weights for the mean of a function of the estimate of spread.

    The density of :math:`x = \log s` is :math:`e^{\nu (x - e^{2 x} / 2)}` up to a factor, which
    cancels because the weights are normalised. In :math:`\sqrt{2 \nu} \, x` it is nearly standard
    normal; for few degrees its lower tail falls only as :math:`e^{\nu x}`.
    """
    scale = np.sqrt(2 * degrees)
    lowest = -REACH - REACH**2 / scale
    x = np.arange(lowest, REACH, STEP) / scale
    weight = np.exp(degrees * (x - np.expm1(2 * x) / 2))
    return _Spread(np.exp(x), weight / weight.sum())


def _range_of_normals(width: Floats, means: int) -> tuple[Floats, Floats]:
    """Return the distribution function and density of the range of standard normal variables."""
    largest = np.arange(-REACH, REACH, STEP)
    smallest = largest - width[:, None]
    between = normal_distribution(largest) - normal_distribution(smallest)
    at_largest = means * STEP * normal_density(largest)
    rest = between ** (means - 2)
    below = (rest * between) @ at_largest
    density = (means - 1) * (rest * normal_density(smallest)) @ at_largest
    return below, density
