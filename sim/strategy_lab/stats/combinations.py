r"""A weighted sum of means that were observed together, with an interval clustered by observation.

Of :math:`D` observations of a vector :math:`x_d`, the sums :math:`s = \sum x_d` and
:math:`P = \sum x_d x_d^T` are known. For weights :math:`w`, the sum :math:`w \cdot s / D` has the
variance

.. math:: \frac{w^T P w / D - (w \cdot s / D)^2}{D - 1}.

Vectors of different experiments are independent, so the variances of sums over them add up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.intervals import mean_interval
from strategy_lab.stats.ratio import Ratio

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Observed(NamedTuple):
    """The sums of vectors that were observed together, and what they are weighted with."""

    observations: int
    sums: Integers
    """(n,)"""
    products: Integers
    """(n, n)"""
    weights: Floats
    """(n,)"""


class Estimate(NamedTuple):
    """A value with its 95 % limits; NaN where there are too few observations."""

    value: float
    low: float
    high: float


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
