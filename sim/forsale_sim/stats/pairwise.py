"""Pairwise differences of several means, and the largest of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from forsale_sim.stats.intervals import LEVEL
from forsale_sim.stats.studentized_range import studentized_range_quantile

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

LARGEST_INTERVAL = "simultaneous 95 % Tukey-Kramer interval clustered by deal"
"""The estimator's name, printed with its interval."""


class Pairs(NamedTuple):
    """Pairwise differences: the mean of the first index minus that of the second."""

    difference: Floats
    """(…, means, means)"""
    standard_error: Floats
    """(…, means, means); 0 on the diagonal."""
    clusters: Integers
    """(…)"""


class LargestDifference(NamedTuple):
    """The largest of several means minus the smallest."""

    value: Floats
    low: Floats
    high: Floats
    largest: Integers
    """Index of the largest mean."""
    smallest: Integers


def pairs(estimate: Floats, covariance: Floats, clusters: Integers) -> Pairs:
    """Return the difference of every two means, with its standard error.

    Parameters
    ----------
    estimate
        (…, means)
    covariance
        (…, means, means): of the estimates.
    clusters
        (…): how many independent observations they come from.
    """
    variance = np.diagonal(covariance, axis1=-2, axis2=-1)
    squares = variance[..., :, None] + variance[..., None, :] - 2 * covariance
    difference = estimate[..., :, None] - estimate[..., None, :]
    return Pairs(difference, np.sqrt(np.maximum(squares, 0.0)), np.asarray(clusters))


def simultaneous_half_widths(differences: Pairs) -> Floats:
    r"""Return the half-widths of intervals that cover all differences at once in 95 runs of 100.

    Notes
    -----
    :math:`q s_{ij} / \sqrt 2` with the quantile :math:`q` of the studentized range of :math:`k`
    means with :math:`D - 1` degrees of freedom: exact for means that vary alike, and a good
    approximation, for independent means on the safe side, for others (Tukey 1953; Kramer,
    "Extension of multiple range tests to group means with unequal numbers of replications",
    *Biometrics* 12, 1956; Hayter, "A proof of the conjecture that the Tukey-Kramer multiple
    comparisons procedure is conservative", *Annals of Statistics* 12, 1984). NaN for fewer than two
    clusters.
    """
    means = differences.difference.shape[-1]
    quantile = studentized_range_quantile(LEVEL, means, differences.clusters - 1)
    return np.asarray(quantile[..., None, None] / np.sqrt(2) * differences.standard_error)


def largest_difference(differences: Pairs) -> LargestDifference:
    r"""Estimate by how much the largest mean exceeds the smallest.

    Notes
    -----
    The same observations decide which means are the largest and the smallest, which biases their
    difference upwards. The interval takes this into account: as the
    `simultaneous_half_widths` :math:`h_{ij}` hold for every two means, and the true difference
    between the largest and the smallest is the largest difference of any two, it lies between
    :math:`\max_{ij} (m_i - m_j - h_{ij})`, or 0, and :math:`\max_{ij} (m_i - m_j + h_{ij})`. Where
    all means are equal it does so in 95 runs of 100, elsewhere in more.
    """
    half = simultaneous_half_widths(differences)
    # On the diagonal are zeros, so that the lower limit is never below 0.
    low = (differences.difference - half).max(axis=(-2, -1))
    high = (differences.difference + half).max(axis=(-2, -1))
    to_first = differences.difference[..., :, 0]
    largest, smallest = to_first.argmax(axis=-1), to_first.argmin(axis=-1)
    return LargestDifference(
        differences.difference.max(axis=(-2, -1)), low, high, largest, smallest
    )
