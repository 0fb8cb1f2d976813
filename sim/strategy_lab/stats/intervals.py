"""95 % confidence intervals for means and rates from clustered observations."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

# ratio: The mean of a quantity over observations that come in clusters: a ratio of two sums
# (docs/statistics.md, Means and rates). The sum of squared residuals needs only :math:`\sum x_d^2`,
# :math:`\sum x_d n_d` and :math:`\sum n_d^2`, integers that add up when parts of a run are merged.

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class ClusterSums(NamedTuple):
    clusters: Integers  # how many clusters have an observation of it
    n: Integers  # observations
    x: Integers  # sum of the observed values, in a unit that makes them integers
    nn: Integers  # sum over clusters of the square of their number of observations
    xn: Integers  # sum over clusters of their sum times their number of observations
    xx: Integers  # sum over clusters of the square of their sum


class Ratio(NamedTuple):
    """Estimated means; NaN if nothing was observed."""

    value: Floats
    standard_error: Floats  # NaN for a single cluster
    clusters: Integers
    n: Integers


def ratio(sums: ClusterSums, unit: float = 1.0) -> Ratio:
    """Estimate means and their standard errors from sums over clusters.

    `sums`: the sums of the observed integers. `unit`: the unit of these integers. Returns Ratio:
    the sum of squared residuals is computed in exact integers, so that a mean that is the same in
    every cluster has a standard error of exactly 0.
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


# Student's t. SciPy is loaded where it is needed first: that takes longer than a command's help.


def t_quantile(probability: float, degrees: ArrayLike) -> NDArray[np.float64]:
    """Return the value that a t-distributed variable stays below with a given probability.

    It is as `degrees`, the degrees of freedom; NaN where they are not above 0.
    """
    from scipy.special import stdtrit

    return np.asarray(stdtrit(np.asarray(degrees, np.float64), probability))


def t_tail(value: ArrayLike, degrees: ArrayLike) -> NDArray[np.float64]:
    """Return the probability that a t-distributed variable is larger than a value.

    NaN if the value is, or if the degrees of freedom are not above 0.
    """
    from scipy.special import stdtr

    return np.asarray(stdtr(np.asarray(degrees, np.float64), -np.asarray(value, np.float64)))


LEVEL = 0.95

MEAN_INTERVAL = "95 % t interval, linearised ratio clustered by deal"
RATE_INTERVAL = "95 % Wilson interval, effective sample size and t from deals"
"""The estimators' names, printed with their intervals."""

RATE_TEST = "score test clustered by deal"
"""The name of the test that belongs to the interval for rates."""


class Estimate(NamedTuple):
    """A value with its limits; NaN where there are too few data."""

    value: float
    low: float
    high: float

    def named(self, name: str) -> dict[str, float]:
        return {name: self.value, f"{name}_low": self.low, f"{name}_high": self.high}


class Interval(NamedTuple):
    """Limits; NaN if there are fewer than two clusters."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]


def mean_interval(mean: Ratio) -> Interval:
    r"""Return intervals for means.

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

    Wilson's interval, which stays within 0 and 1 and has a width at both ends, with the effective
    sample size :math:`m = R (1 - R) / v` (docs/statistics.md, Means and rates). Where the clusters
    show no variance, as at 0 and 1, each counts as one observation: :math:`m = D`.
    """
    p, t = rate.value, _t(rate)
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


# shares: How a whole is shared out: the mean share of each part, and how shares vary together
# (docs/statistics.md, Seats). As shares add up to 1, the matrix of covariances has at most rank
# :math:`k - 1`, so tests are of differences between parts.

NO_VARIANCE = 1e-9  # a variance below this part of the total variance of all shares counts as 0


class Shares(NamedTuple):
    """Mean shares; NaN without clusters, and covariances are NaN for a single one."""

    value: Floats  # (…, parts)
    covariance: Floats  # (…, parts, parts): of the means
    clusters: Integers  # (…)


def shares(clusters: Integers, x: Integers, xx: Integers, whole: int) -> Shares:
    """Estimate mean shares and their covariances from sums over clusters.

    `clusters`: (…): how many clusters. `x`: (…, parts): the sum over clusters of what each part
    got. `xx`: (…, parts, parts): the sum over clusters of the product of what two parts got.
    `whole`: what all parts get together in each cluster. Returns Shares: the sums of products are
    computed in exact integers.

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
    known = np.asarray(np.isfinite(scatter).all(axis=(-2, -1)))
    variances = np.linalg.eigvalsh(np.where(known[..., None, None], scatter, 0.0))
    return np.asarray(known & (variances[..., 1] <= NO_VARIANCE * variances.sum(axis=-1)))
