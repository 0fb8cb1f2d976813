"""Moments and quantiles of whole numbers from their histograms."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Moments(NamedTuple):
    """Moments of whole numbers, with one array entry for each histogram."""

    n: NDArray[np.int64]
    """How many were counted."""
    sum: NDArray[np.int64]
    sum_of_squares: NDArray[np.int64]


def moments(histogram: NDArray[np.int64]) -> Moments:
    """Return the moments of histograms.

    Parameters
    ----------
    histogram
        (…, values): how often each value from 0 up was counted.

    Returns
    -------
    Moments
        Of shape (…).
    """
    values = np.arange(histogram.shape[-1])
    return Moments(histogram.sum(axis=-1), histogram @ values, histogram @ values**2)


def standard_deviation(sums: Moments) -> NDArray[np.float64]:
    r"""Return the sample standard deviation, :math:`\sqrt{(\sum x^2 - (\sum x)^2 / n) / (n - 1)}`.

    NaN if fewer than two were counted. The difference is computed in exact integers.
    """
    n, total, squares = (array.astype(object) for array in sums)
    enough = sums.n > 1
    with np.errstate(divide="ignore", invalid="ignore"):
        count = np.where(enough, sums.n, np.nan)
        variance = (n * squares - total * total).astype(np.float64) / count / (count - 1)
    return np.asarray(np.sqrt(variance), np.float64)


def quantile(histogram: NDArray[np.int64], percent: int) -> NDArray[np.float64]:
    """Return the smallest value that at least so many per cent do not exceed.

    This is the inverse of the empirical distribution (the first definition of Hyndman and Fan,
    "Sample quantiles in statistical packages", *American Statistician* 50, 1996), always a value
    that was counted, computed in integers. NaN if nothing was counted.

    `histogram`: (…, values): how often each value from 0 up was counted. `percent`: from 1 to 100;
    50 for the median.
    """
    up_to = histogram.cumsum(axis=-1)
    n = up_to[..., -1:]
    # 100 * up_to >= percent * n would overflow int64 a hundred times sooner.
    needed = n // 100 * percent + -(-(n % 100) * percent // 100)
    values = (up_to >= needed).argmax(axis=-1)
    return np.where(n[..., 0] > 0, values, np.nan)
