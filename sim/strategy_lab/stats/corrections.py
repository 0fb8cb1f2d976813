"""Corrections of p values for multiple testing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SIGNIFICANT = 0.05
"""A difference is shown if its corrected p value is not larger than this."""

HOLM = "Holm-corrected"
"""The correction's name, printed wherever it decides a verdict."""


def holm(p: NDArray[np.float64]) -> NDArray[np.float64]:
    r"""Return p values corrected by Holm's method for the number of entries that are not NaN.

    The probability that any true null hypothesis has a corrected p value of :math:`\alpha` or less
    is at most :math:`\alpha`, however the tests depend on each other.

    Notes
    -----
    The :math:`i`-th smallest of :math:`m` values is multiplied by :math:`m - i + 1`; none becomes
    smaller than one before it, none larger than 1 (Holm, "A simple sequentially rejective multiple
    test procedure", *Scandinavian Journal of Statistics* 6, 1979).
    """
    order = np.argsort(p)[: np.count_nonzero(~np.isnan(p))]  # NaN come last
    factors = np.arange(order.size, 0, -1)
    corrected = p.copy()
    corrected[order] = np.minimum(np.maximum.accumulate(factors * p[order]), 1)
    return corrected


def corrected(
    p: NDArray[np.float64], family: NDArray[np.int64], families: int
) -> NDArray[np.float64]:
    """Return p values corrected by Holm's method within each family, times a number of families.

    `p`: of any tests; NaN where there is none. `family`: a number for each test; those of one
    family have the same. `families`: how many families share the error rate (Bonferroni).
    """
    found = np.asarray(p, np.float64).copy()
    for number in np.unique(family):
        found[family == number] = families * holm(found[family == number])
    return np.minimum(found, 1)
