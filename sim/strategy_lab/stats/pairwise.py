"""Pairwise differences of several means."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Pairs(NamedTuple):
    """Pairwise differences: the mean of the first index minus that of the second."""

    difference: Floats
    """(…, means, means)"""
    standard_error: Floats
    """(…, means, means); 0 on the diagonal."""
    clusters: Integers
    """(…)"""


def pairs(estimate: Floats, covariance: Floats, clusters: Integers) -> Pairs:
    """Return the difference of every two means, with its standard error.

    `estimate`: (…, means). `covariance`: (…, means, means): of the estimates. `clusters`: (…): how
    many independent observations they come from.
    """
    variance = np.diagonal(covariance, axis1=-2, axis2=-1)
    squares = variance[..., :, None] + variance[..., None, :] - 2 * covariance
    difference = estimate[..., :, None] - estimate[..., None, :]
    return Pairs(difference, np.sqrt(np.maximum(squares, 0.0)), np.asarray(clusters))
