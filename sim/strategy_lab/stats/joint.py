"""Joint tests: whether several means are all 0, or all equal."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.incomplete_beta import incomplete_beta

Floats = NDArray[np.float64]

JOINT_TEST = "Hotelling's T² test clustered by deal"
"""The test's name, printed wherever it decides a verdict."""


class JointTest(NamedTuple):
    """An F statistic, its degrees of freedom and p value; NaN if there are too few data."""

    f: Floats
    numerator: int
    denominator: NDArray[np.int64]
    p: Floats


def all_zero(estimate: Floats, covariance: Floats, clusters: NDArray[np.int64]) -> JointTest:
    r"""Test whether several means are all 0.

    Parameters
    ----------
    estimate
        (…, means), such as paired differences.
    covariance
        (…, means, means): of the estimates.
    clusters
        (…): how many independent observations the estimates and covariances come from.

    Returns
    -------
    JointTest
        NaN if there are no more clusters than means, or if the covariances are singular.

    Notes
    -----
    Hotelling's test: with :math:`T^2 = m^\top C^{-1} m` for :math:`q` means, and :math:`D`
    clusters,

    .. math:: F = \frac{D - q}{q (D - 1)} T^2

    has the F distribution with :math:`q` and :math:`D - q` degrees of freedom, exactly for normal
    observations and nearly for the means of many others (Hotelling, "The generalization of
    Student's ratio", *Annals of Mathematical Statistics* 2, 1931; Anderson, *An Introduction to
    Multivariate Statistical Analysis*, 3rd ed., 2003, 5.2).
    """
    means = estimate.shape[-1]
    clusters = np.asarray(clusters)
    known = np.isfinite(covariance).all(axis=(-2, -1)) & (clusters > means)
    usable = np.where(known[..., None, None], covariance, 0.0)
    known &= np.linalg.matrix_rank(usable, hermitian=True) == means
    usable = np.where(known[..., None, None], covariance, np.eye(means))
    solved = np.linalg.solve(usable, estimate[..., None])[..., 0]
    denominator = clusters - means
    t_squared = np.where(known, (estimate * solved).sum(axis=-1), np.nan)
    f = t_squared * denominator / (means * np.maximum(clusters - 1, 1))
    return JointTest(f, means, denominator, _f_tail(f, means, np.maximum(denominator, 1)))


def all_equal(estimate: Floats, covariance: Floats, clusters: NDArray[np.int64]) -> JointTest:
    """Test whether several means are all equal, by whether their differences are all 0.

    `estimate`, `covariance`, `clusters`: as for `all_zero`, but the covariances may be singular
    along the sum of all means, as those of shares are. The test is of the differences to the last
    mean; any other would give the same result.
    """
    means = estimate.shape[-1]
    contrasts = np.hstack([np.eye(means - 1), -np.ones((means - 1, 1))])
    return all_zero(estimate @ contrasts.T, contrasts @ covariance @ contrasts.T, clusters)


def _f_tail(f: Floats, numerator: int, denominator: NDArray[np.int64]) -> Floats:
    """Return the probability that an F-distributed variable is larger than `f`, 0 or more."""
    with np.errstate(divide="ignore"):
        ratio = numerator * f / denominator
        near, far = 1 / (1 + ratio), 1 / (1 + 1 / ratio)
    return incomplete_beta(denominator / 2, np.asarray(numerator / 2), near, far)
