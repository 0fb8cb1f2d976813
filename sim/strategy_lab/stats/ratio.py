r"""The mean of a quantity over observations that come in clusters: a ratio of two sums.

Cluster :math:`d` (of :math:`D`) contributes :math:`n_d` observations, whose sum is :math:`x_d`. The
mean is estimated by :math:`R = \sum x_d / \sum n_d`. Observations of one cluster are not
independent, clusters are; so the variance of :math:`R` comes from the clusters' residuals, by
linearisation (Cochran, *Sampling Techniques*, 3rd ed., 6.3 and 9A.2):

.. math:: v = \frac{D}{D - 1} \cdot \frac{\sum (x_d - R n_d)^2}{(\sum n_d)^2}

The sum of squares needs only :math:`\sum x_d^2`, :math:`\sum x_d n_d` and :math:`\sum n_d^2`,
integers that are added when parts of a run are merged.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class ClusterSums(NamedTuple):
    """Integer sums over clusters, one array entry for each quantity to be estimated."""

    clusters: Integers
    """How many clusters have an observation of it."""
    n: Integers
    """Observations."""
    x: Integers
    """Sum of the observed values, in a unit that makes them integers."""
    nn: Integers
    """Sum over clusters of the square of their number of observations."""
    xn: Integers
    """Sum over clusters of their sum times their number of observations."""
    xx: Integers
    """Sum over clusters of the square of their sum."""


class Ratio(NamedTuple):
    """Estimated means; NaN if nothing was observed."""

    value: Floats
    standard_error: Floats
    """NaN for a single cluster."""
    clusters: Integers
    n: Integers


def ratio(sums: ClusterSums, unit: float = 1.0) -> Ratio:
    """Estimate means and their standard errors from sums over clusters.

    Parameters
    ----------
    sums
        The sums of the observed integers.
    unit
        The unit of these integers.

    Returns
    -------
    Ratio
        The sum of squared residuals is computed in exact integers, so that a mean that is the same
        in every cluster has a standard error of exactly 0.
    """
    n, x, nn, xn, xx = (np.asarray(array).astype(object) for array in sums[1:])
    squares = xx * n * n - 2 * xn * x * n + nn * x * x
    observed = np.asarray(sums.n) > 0
    clusters = np.asarray(sums.clusters)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = np.where(observed, sums.n, np.nan)
        correction = np.where(clusters > 1, clusters / (clusters - 1.0), np.nan)
        variance = correction * squares.astype(np.float64) / total**4
        return Ratio(unit * sums.x / total, unit * np.sqrt(variance), clusters, np.asarray(sums.n))
