r"""How a whole is shared out: the mean share of each part, and how shares vary together.

In each cluster :math:`d` (of :math:`D`) part :math:`i` (of :math:`k`) gets :math:`x_{di}` of a
whole :math:`W = \sum_i x_{di}`. The mean shares :math:`m_i = \sum_d x_{di} / D W` have the
covariances

.. math:: C_{ij} = \frac{1}{D (D - 1)} \sum_d
          \left(\frac{x_{di}}{W} - m_i\right) \left(\frac{x_{dj}}{W} - m_j\right),

for which the integers :math:`\sum_d x_{di} x_{dj}` are enough. As shares add up to 1, the matrix
has at most rank :math:`k - 1`: questions are asked of differences between parts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

NO_VARIANCE = 1e-9
"""What part of the variance of all shares a variance is that is none, but for rounding."""


class Shares(NamedTuple):
    """Mean shares; NaN where there is no cluster, and covariances where there is but one."""

    value: Floats
    """(…, parts)"""
    covariance: Floats
    """(…, parts, parts): of the means."""
    clusters: Integers
    """(…)"""


def shares(clusters: Integers, x: Integers, xx: Integers, whole: int) -> Shares:
    """Estimate mean shares and their covariances from sums over clusters.

    Parameters
    ----------
    clusters
        (…): how many.
    x
        (…, parts): what each part got in all of them.
    xx
        (…, parts, parts): sum over clusters of the product of what two parts got.
    whole
        What all parts together get in each.

    Returns
    -------
    Shares
        The sums of products are computed in whole numbers of any size.

    Notes
    -----
    Few clusters may show no variance at all of a difference between parts, as if it were certain.
    There it is taken that, beside the clusters seen, each part has once got the whole. That is as
    Wilson's interval lets a rate of 0 vary; it makes a difference of no more than about
    :math:`3 / D` to an interval.
    """
    clusters, x, xx = np.asarray(clusters), np.asarray(x), np.asarray(xx)
    parts = x.shape[-1]
    exact, count = x.astype(object), clusters.astype(object)[..., None, None]
    products = (count * xx.astype(object) - exact[..., :, None] * exact[..., None, :]).astype(float)
    with np.errstate(divide="ignore", invalid="ignore"):
        many = np.where(clusters > 1, clusters, np.nan)[..., None, None]
        scatter = products / many / float(whole) ** 2
        more = np.asarray(_shows_too_little(scatter), np.float64)[..., None, None]
        scatter += more * (np.eye(parts) - 1 / parts)
        value = x / (np.where(clusters > 0, clusters, np.nan)[..., None] * whole)
        return Shares(value, scatter / many / (many - 1), clusters)


def _shows_too_little(scatter: Floats) -> NDArray[np.bool_]:
    """Return where there is no variance in some direction besides that of all parts' sum."""
    known = np.asarray(np.isfinite(scatter).all(axis=(-2, -1)))
    variances = np.linalg.eigvalsh(np.where(known[..., None, None], scatter, 0.0))
    return np.asarray(known & (variances[..., 1] <= NO_VARIANCE * variances.sum(axis=-1)))
