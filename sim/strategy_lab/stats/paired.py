r"""The difference of two means over the same clusters, paired.

Quantities :math:`a` and :math:`b` are both observed in clusters :math:`1 \dots D`, say under two
rules with the same cards. Their means are ratios (see `ratio`), and what a cluster contributes to
the error of :math:`R_b - R_a` is

.. math:: e_d = \frac{x_{bd} - R_b n_{bd}}{N_b} - \frac{x_{ad} - R_a n_{ad}}{N_a},
          \qquad v = \frac{D}{D - 1} \sum e_d^2.

What the clusters have in common cancels. In addition to each quantity's own sums this needs sums of
products of both, which are additive too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.ratio import ClusterSums, Ratio

Integers = NDArray[np.int64]

PAIRED_INTERVAL = "95 % t interval, paired by deal"
"""The estimator's name, printed with `mean_interval` of a `difference`."""


class CrossSums(NamedTuple):
    """Integer sums over clusters of products of two quantities, a and b."""

    clusters: Integers
    """How many clusters have an observation of either."""
    xx: Integers
    """Sum of a times sum of b."""
    xn: Integers
    """Sum of a times observations of b."""
    nx: Integers
    """Observations of a times sum of b."""
    nn: Integers
    """Observations of a times observations of b."""


def difference(a: ClusterSums, b: ClusterSums, both: CrossSums, unit: float = 1.0) -> Ratio:
    """Estimate by how much the mean of b exceeds that of a, from sums over common clusters.

    Parameters
    ----------
    a, b
        The sums of each quantity.
    both
        The sums of products.
    unit
        The unit of the summed integers.

    Returns
    -------
    Ratio
        For `mean_interval`, since a difference is not a rate. NaN if either was not observed. The
        sum of squared residuals is computed in exact integers, so that a difference that is the
        same in every cluster has a standard error of exactly 0.
    """
    a_n, a_x, a_nn, a_xn, a_xx = (np.asarray(array).astype(object) for array in a[1:])
    b_n, b_x, b_nn, b_xn, b_xx = (np.asarray(array).astype(object) for array in b[1:])
    xx, xn, nx, nn = (np.asarray(array).astype(object) for array in both[1:])
    # The squared residuals of a, of b and their products, times (N_a N_b)⁴ so that they are whole.
    squares_a = (a_xx * a_n**2 - 2 * a_xn * a_x * a_n + a_nn * a_x**2) * b_n**4
    squares_b = (b_xx * b_n**2 - 2 * b_xn * b_x * b_n + b_nn * b_x**2) * a_n**4
    products = xx * a_n * b_n - nx * a_x * b_n - xn * b_x * a_n + nn * a_x * b_x
    squares = squares_a + squares_b - 2 * products * (a_n * b_n) ** 2
    observed = (np.asarray(a.n) > 0) & (np.asarray(b.n) > 0)
    clusters = np.asarray(both.clusters)
    with np.errstate(divide="ignore", invalid="ignore"):
        n = [np.where(observed, sums.n, np.nan) for sums in (a, b)]
        correction = np.where(clusters > 1, clusters / (clusters - 1.0), np.nan)
        scale = n[0] ** 2 * n[1] ** 2
        error = np.sqrt(correction * squares.astype(np.float64)) / scale
        value = b.x / n[1] - a.x / n[0]
    return Ratio(unit * value, unit * error, clusters, np.asarray(a.n) + np.asarray(b.n))
