r"""95 % confidence sequences: intervals that may be looked at as often as one likes.

An interval of fixed size covers the truth 95 times in 100 if it is looked at once, after a number
of clusters that was settled before. Looked at again and again, until it is short enough say, it
covers less often. A confidence sequence is a sequence of intervals, one for each number of
clusters, *all* of which cover the truth in 95 runs of 100; so one may stop at any of them, for
whatever reason.

This is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
("Time-uniform central limit theory and asymptotic confidence sequences", *Annals of Statistics*
52, 2024): after :math:`D` clusters it is :math:`R \pm c_D \sqrt v` with the estimate and its
variance from `ratio` and, instead of a quantile, Robbins's boundary for a normal mixture,

.. math::
   c_D = \sqrt{\frac{D \rho^2 + 1}{D \rho^2} \log \frac{D \rho^2 + 1}{\alpha^2}},
   \qquad \alpha = 0.05.

It assumes of the clusters what the usual interval does, that they are independent and alike, and
it is as asymptotic: what the central limit theorem is to that one, a strong approximation of the
whole path of sums by a Gaussian one is to this. So it is not used below `FEWEST` clusters. Any
:math:`\rho` that is settled beforehand is right; see `tuned`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from forsale_sim.stats.intervals import LEVEL, Interval, wilson_limits
from forsale_sim.stats.ratio import Ratio

FEWEST = 500
"""Clusters before which there is no interval: few give no Gaussian path. Chosen by simulation."""

MEAN_SEQUENCE = "95 % confidence sequence, asymptotic, linearised ratio clustered by deal"
RATE_SEQUENCE = "95 % confidence sequence, asymptotic, Wilson form, clustered by deal"
"""The estimators' names, to be printed wherever their intervals are."""

_ALPHA = 1 - LEVEL


def mean_sequence(mean: Ratio, planned: int) -> Interval:
    """Return the intervals that confidence sequences for means have come to.

    Parameters
    ----------
    mean
        From `ratio`.
    planned
        After how many clusters they are to be shortest, settled before any was seen.

    Returns
    -------
    Interval
        NaN where there are fewer than `FEWEST` clusters.
    """
    half = boundary(mean.clusters, planned) * mean.standard_error
    return Interval(mean.value - half, mean.value + half)


def rate_sequence(rate: Ratio, planned: int, certain: NDArray[np.bool_] | None = None) -> Interval:
    """Return the intervals that confidence sequences for rates have come to.

    They are solved for as Wilson's is, with the boundary instead of a quantile. That differs from
    the symmetric limits by less and less as clusters come, so it is an asymptotic confidence
    sequence, too; but it stays within 0 and 1 and covers rare events from the first look on.

    Parameters
    ----------
    rate
        From `ratio`, as fractions.
    planned
        As for `mean_sequence`.
    certain
        Where the rate cannot be any other, so that its interval has no width.
    """
    return wilson_limits(rate, boundary(rate.clusters, planned), certain)


def boundary(clusters: ArrayLike, planned: int) -> NDArray[np.float64]:
    """Return how many standard errors an interval reaches to either side, :math:`c_D` above.

    NaN below `FEWEST` clusters.
    """
    counted = np.asarray(clusters, np.float64)
    scaled = np.where(counted >= FEWEST, counted, np.nan) * tuned(planned)
    return np.asarray(np.sqrt((scaled + 1) / scaled * np.log((scaled + 1) / _ALPHA**2)))


def tuned(planned: int) -> float:
    r"""Return the :math:`\rho^2` that makes the interval after `planned` clusters shortest.

    Notes
    -----
    With :math:`u = D \rho^2 + 1` the interval is shortest where :math:`u - \log u = 1 - 2 \log
    \alpha`, which the iteration :math:`u \leftarrow 1 - 2 \log \alpha + \log u` finds; the boundary
    is :math:`\sqrt u` there. It is 3.04, beside 1.96 for an interval of fixed size, and little more
    to both sides: 3.13 after four times the planned clusters, 3.25 after a quarter of them.
    """
    return (_SHORTEST - 1) / planned


def needed(variance: float, half_width: float) -> int:
    """Return how many clusters make an interval as short as wanted, if it is tuned for them.

    Parameters
    ----------
    variance
        Of one cluster's residual, for clusters of one observation on average.
    half_width
        What is wanted, in the unit of the variance's root.
    """
    return math.ceil(_SHORTEST * variance / half_width**2)


def _shortest() -> float:
    """Return the square of the least boundary, which is its value of D rho^2 + 1, too."""
    value = 1.0
    for _ in range(100):
        value = 1 - 2 * math.log(_ALPHA) + math.log(value)
    return value


_SHORTEST = _shortest()
