"""Whether several means differ, and a weighted sum of means, by clustered observations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.intervals import Estimate, Ratio, mean_interval, t_tail

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


JOINT_TEST = "Hotelling's T² test clustered by deal"
"""The test's name, printed wherever it decides a verdict."""


class JointTest(NamedTuple):
    """An F statistic and its p value; NaN if there are too few data."""

    f: Floats
    p: Floats


def all_equal(estimate: Floats, covariance: Floats, clusters: Integers) -> JointTest:
    """Test whether several means are all equal, by whether their differences are all 0.

    `estimate`: (…, means). `covariance`: (…, means, means): of the estimates; they may be singular
    along the sum of all means, as those of shares are. `clusters`: (…): how many independent
    observations they come from. Returns JointTest: NaN if there are fewer clusters than means, or
    if the covariances of differences are singular.

    The test is Hotelling's (docs/statistics.md, Seats) of the differences to the last mean; any
    other would give the same result.
    """
    from scipy.special import fdtrc

    differences = estimate.shape[-1] - 1
    contrasts = np.hstack([np.eye(differences), -np.ones((differences, 1))])
    estimate, covariance = estimate @ contrasts.T, contrasts @ covariance @ contrasts.T
    clusters = np.asarray(clusters)
    known = np.isfinite(covariance).all(axis=(-2, -1)) & (clusters > differences)
    usable = np.where(known[..., None, None], covariance, 0.0)
    known &= np.linalg.matrix_rank(usable, hermitian=True) == differences
    usable = np.where(known[..., None, None], covariance, np.eye(differences))
    solved = np.linalg.solve(usable, estimate[..., None])[..., 0]
    denominator = clusters - differences
    t_squared = np.where(known, (estimate * solved).sum(axis=-1), np.nan)
    f = t_squared * denominator / (differences * np.maximum(clusters - 1, 1))
    p = fdtrc(differences, np.maximum(denominator, 1), f)
    return JointTest(f, np.asarray(p))


SIGNIFICANT = 0.05  # a difference is shown if its corrected p value is not larger than this
HOLM = "Holm-corrected"  # the correction's name, printed wherever it decides a verdict


def holm(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return p values corrected by Holm's method for the number of entries that are not NaN.

    The method is that of docs/statistics.md, Several questions at once.
    """
    order = np.argsort(p)[: np.count_nonzero(~np.isnan(p))]  # NaN come last
    factors = np.arange(order.size, 0, -1)
    corrected = p.copy()
    corrected[order] = np.minimum(np.maximum.accumulate(factors * p[order]), 1)
    return corrected


EQUIVALENCE_TEST = "two one-sided t tests clustered by deal"
"""The test's name, printed wherever it decides a verdict."""

DIFFERS, SMALL, NOT_SHOWN = "differs", "shown small", "not shown"
"""The verdicts on a difference; with enough observations nearly everything is shown to differ."""


def all_within(estimate: Floats, covariance: Floats, clusters: Integers, margin: float) -> Floats:
    """Test whether no two of several means differ by a margin or more.

    `estimate`, `covariance`, `clusters`: as for `all_equal`. `margin`: above 0. Returns (…): p
    values, small if all differences are shown to be smaller than the margin.

    Of each two means, two one-sided t tests (docs/statistics.md, Seats). To show that all
    differences are small, each has to be; so the largest of the p values needs no correction.
    """
    variance = np.diagonal(covariance, axis1=-2, axis2=-1)
    squares = variance[..., :, None] + variance[..., None, :] - 2 * covariance
    difference = estimate[..., :, None] - estimate[..., None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        nearer = (margin - np.abs(difference)) / np.sqrt(np.maximum(squares, 0.0))
    p = t_tail(nearer, np.asarray(clusters)[..., None, None] - 1)
    return np.asarray(p[..., ~np.eye(p.shape[-1], dtype=bool)].max(axis=-1))


# combinations: A weighted sum of means that were observed together, with an interval clustered by
# observation.
#
# Of :math:`D` observations of a vector :math:`x_d`, the sums :math:`s = \sum x_d` and
# :math:`P = \sum x_d x_d^T` are known. For weights :math:`w`, the sum :math:`w \cdot s / D` has the
# variance
#
# .. math:: \frac{w^T P w / D - (w \cdot s / D)^2}{D - 1}.
#
# Vectors of different experiments are independent, so the variances of sums over them add up.


class Observed(NamedTuple):
    observations: int
    sums: Integers  # (n,)
    products: Integers  # (n, n)
    weights: Floats  # (n,)


def combined(parts: Sequence[Observed]) -> Estimate:
    """Estimate the weighted sum over independent experiments; 95 % t interval.

    Its degrees of freedom are those of the smallest experiment, so that it is not too narrow.
    """
    means, variances = zip(*map(_mean_and_variance, parts), strict=True)
    fewest = np.array([min(part.observations for part in parts)])
    value, error = np.array([sum(means)]), np.sqrt([sum(variances)])
    low, high = mean_interval(Ratio(value, error, fewest, fewest))
    return Estimate(float(value[0]), float(low[0]), float(high[0]))


def _mean_and_variance(part: Observed) -> tuple[float, float]:
    number, weights = part.observations, part.weights
    if number == 0:
        return math.nan, math.nan
    mean = float(weights @ part.sums) / number
    if number == 1:
        return mean, math.nan
    spread = float(weights @ part.products @ weights) / number - mean**2
    return mean, max(spread, 0.0) / (number - 1)
