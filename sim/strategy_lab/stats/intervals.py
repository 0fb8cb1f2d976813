"""95 % confidence intervals for means and rates from clustered observations."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.ratio import Ratio
from strategy_lab.stats.student import t_quantile, t_tail

LEVEL = 0.95
"""The confidence level."""

MEAN_INTERVAL = "95 % t interval, linearised ratio clustered by deal"
RATE_INTERVAL = "95 % Wilson interval, effective sample size and t from deals"
"""The estimators' names, printed with their intervals."""

RATE_TEST = "score test clustered by deal"
"""The name of the test that belongs to the interval for rates."""


class Interval(NamedTuple):
    """Limits; NaN if there are fewer than two clusters."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]


def mean_interval(mean: Ratio) -> Interval:
    r"""Return intervals for means.

    Notes
    -----
    :math:`R \pm t \sqrt v`, with the estimate and its variance from `ratio` and Student's t of
    :math:`D - 1` degrees of freedom for :math:`D` clusters (Cochran, *Sampling Techniques*, 3rd
    ed., 2.8 and 6.4).
    """
    half = _t(mean) * mean.standard_error
    return Interval(mean.value - half, mean.value + half)


def rate_interval(rate: Ratio, certain: NDArray[np.bool_] | None = None) -> Interval:
    r"""Return intervals for rates: means of values between 0 and 1.

    `rate`: from `ratio`, as fractions. `certain`: where the rate is certain, so that its interval
    has no width.

    Wilson's interval, which stays within 0 and 1 and has a width at both ends, for an effective
    sample size: the number of independent observations that would have the variance that the
    clusters show, :math:`m = R (1 - R) / v`. With Student's t of :math:`D - 1` degrees of freedom,

    .. math:: \frac{R + t^2 / 2m \pm t \sqrt{R (1 - R) / m + t^2 / 4m^2}}{1 + t^2 / m}

    (Wilson 1927; for clustered samples Franco, Little, Louis and Slud, "Comparative study of
    confidence intervals for proportions in complex sample surveys", *Journal of Survey Statistics
    and Methodology* 7, 2019; Dean and Pagano, same journal 3, 2015). Where the clusters show no
    variance, as at 0 and 1, each counts as one observation: :math:`m = D`.
    """
    return wilson_limits(rate, _t(rate), certain)


def wilson_limits(
    rate: Ratio, quantile: NDArray[np.float64], certain: NDArray[np.bool_] | None = None
) -> Interval:
    """Return the limits of `rate_interval` for given quantiles, one per rate; NaN gives NaN."""
    p, t = rate.value, quantile
    spread = p * (1 - p)
    per_observation = 1 / effective_observations(rate)
    centre = p + t**2 * per_observation / 2
    half = t * np.sqrt(spread * per_observation + (t * per_observation / 2) ** 2)
    scale = 1 + t**2 * per_observation
    # At 0 and 1 one limit is the rate itself, but for rounding.
    low, high = np.minimum(p, (centre - half) / scale), np.maximum(p, (centre + half) / scale)
    if certain is not None:
        low, high = np.where(certain, p, low), np.where(certain, p, high)
    return Interval(np.clip(low, 0, 1), np.clip(high, 0, 1))


def effective_observations(rate: Ratio) -> NDArray[np.float64]:
    """Return the effective sample size of `rate_interval`."""
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = rate.value * (1 - rate.value) / rate.standard_error**2
    return np.where(
        rate.standard_error > 0, effective, np.where(rate.clusters > 0, rate.clusters, np.nan)
    )


def rate_test(rate: Ratio, expected: NDArray[np.float64]) -> NDArray[np.float64]:
    r"""Test whether rates differ from expected ones.

    `rate`: from `ratio`, as fractions. `expected`: between 0 and 1, exclusive. Returns p values,
    two-sided: smaller than 0.05 where `rate_interval` misses the expected rate.

    The score test that Wilson's interval is the inversion of:
    :math:`(R - p) / \sqrt{p (1 - p) / m}` has Student's t distribution of :math:`D - 1` degrees of
    freedom, with the effective sample size :math:`m` of that interval.
    """
    error = np.sqrt(expected * (1 - expected) / effective_observations(rate))
    return 2 * t_tail(np.abs(rate.value - expected) / error, rate.clusters - 1)


def needed(variance: float, half_width: float) -> int:
    """Return how many clusters, if they are many, give an interval for a mean this half-width.

    `variance`: the variance of one cluster's residual, for clusters of one observation on average.
    `half_width`: the half-width, in the unit of the variance's root.
    """
    return math.ceil(NormalDist().inv_cdf((1 + LEVEL) / 2) ** 2 * variance / half_width**2)


def _t(estimate: Ratio) -> NDArray[np.float64]:
    return t_quantile((1 + LEVEL) / 2, estimate.clusters - 1)
