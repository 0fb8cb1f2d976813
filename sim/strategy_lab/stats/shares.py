r"""How a whole is shared out: the mean share of each part, and how shares vary together.

In each cluster :math:`d` (of :math:`D`) part :math:`i` (of :math:`k`) gets :math:`x_{di}` of a
whole :math:`W = \sum_i x_{di}`. The mean shares :math:`m_i = \sum_d x_{di} / D W` have the
covariances

.. math:: C_{ij} = \frac{1}{D (D - 1)} \sum_d
          \left(\frac{x_{di}}{W} - m_i\right) \left(\frac{x_{dj}}{W} - m_j\right),

which need only the integers :math:`\sum_d x_{di} x_{dj}`. As shares add up to 1, the matrix has at
most rank :math:`k - 1`, so tests are of differences between parts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

NO_VARIANCE = 1e-9
"""A variance below this part of the total variance of all shares counts as 0."""


class Shares(NamedTuple):
    """Mean shares; NaN without clusters, and covariances are NaN for a single one."""

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
        (…): how many clusters.
    x
        (…, parts): the sum over clusters of what each part got.
    xx
        (…, parts, parts): the sum over clusters of the product of what two parts got.
    whole
        What all parts get together in each cluster.

    Returns
    -------
    Shares
        The sums of products are computed in exact integers.

    Notes
    -----
    A few clusters may show no variance of a difference between parts, as if it were certain. Then
    one more cluster for each part, in which it got the whole, is added to the variance, much as
    Wilson's interval lets a rate of 0 vary. This changes an interval by no more than about
    :math:`3 / D`.
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
    """Return where some direction other than the sum of all parts has no variance."""
    known = np.asarray(np.isfinite(scatter).all(axis=(-2, -1)))
    variances = np.linalg.eigvalsh(np.where(known[..., None, None], scatter, 0.0))
    return np.asarray(known & (variances[..., 1] <= NO_VARIANCE * variances.sum(axis=-1)))
