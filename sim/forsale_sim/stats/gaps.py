r"""The gap between the largest and the smallest of several means, compared under two conditions.

The gap :math:`g(m) = \max_{ij} (m_i - m_j)` is a maximum, so its estimate is too large on average,
the more so the closer the means are; and it has no standard error where two means share the largest
value. An interval for the difference of two gaps that holds nevertheless comes from intervals that
hold at once for all differences of differences. With :math:`c_{qp} = (b_q - b_{q'}) - (a_p -
a_{p'})` over pairs of means,

.. math:: g(b) - g(a) = \max_q \min_p c_{qp},

so the same maximum and minimum of their lower and of their upper limits contain it. Pairs that are
far from being the largest and the smallest need no interval: a tenth of the error is spent on
finding out which these are, the rest, by Bonferroni's correction, on the pairs that remain (the two
steps are those of Romano, Shaikh and Wolf, "A practical two-step method for testing moment
inequalities", *Econometrica* 82, 2014). Where best and worst are plain the interval is little wider
than one for two means that were named before.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from forsale_sim.stats.intervals import LEVEL
from forsale_sim.stats.student import t_quantile

Floats = NDArray[np.float64]

GAP_INTERVAL = "95 % interval of a difference of two maxima, two-step Bonferroni clustered by deal"
"""The estimator's name, printed with its interval."""

SCREENING = 0.1
"""The share of the error that is spent on finding which pairs may be the largest and smallest."""

SMALLEST_LOG = -200.0
"""The decimal logarithm of the smallest p value."""

STEPS = 40
"""Of the bisection for p values, which are then known to nine digits."""


class GapDifference:
    """By how much the gap between several means differs under b from that under a.

    Parameters
    ----------
    a, b
        (means,): the estimates under either.
    covariance
        (2 means, 2 means): of the estimates under a, then b.
    clusters
        How many independent observations they come from.
    least_error
        What a standard error that is estimated as 0 is taken to be.
    """

    def __init__(
        self, a: Floats, b: Floats, covariance: Floats, clusters: int, least_error: float = 0.0
    ) -> None:
        means = len(a)
        contrasts = np.zeros((means * (means - 1), means))
        for row, (i, j) in enumerate(permutations(range(means), 2)):
            contrasts[row, i], contrasts[row, j] = 1, -1
        self._a, self._b = contrasts @ a, contrasts @ b
        within = contrasts @ covariance[:means, :means] @ contrasts.T
        beyond = contrasts @ covariance[means:, means:] @ contrasts.T
        across = contrasts @ covariance[:means, means:] @ contrasts.T
        self._error_a, self._error_b = _roots(np.diag(within)), _roots(np.diag(beyond))
        squares = np.diag(beyond)[:, None] + np.diag(within)[None, :] - 2 * across.T
        errors = _roots(squares)
        self._error = np.where(errors == 0, least_error, errors)
        self._degrees = clusters - 1

    @property
    def value_a(self) -> float:
        """The gap under a as it is estimated: too large on average."""
        return float(self._a.max())

    @property
    def value_b(self) -> float:
        """The gap under b as it is estimated."""
        return float(self._b.max())

    @property
    def value(self) -> float:
        """The difference of the estimated gaps."""
        return self.value_b - self.value_a

    def limits(self, error: float = 1 - LEVEL) -> tuple[float, float]:
        """Return the limits of the difference, which miss it at most in this share of cases."""
        of_a = self._contenders(self._a, self._error_a, SCREENING * error)
        of_b = self._contenders(self._b, self._error_b, SCREENING * error)
        difference = self._b[of_b][:, None] - self._a[of_a][None, :]
        rest = (1 - SCREENING) * error / (2 * difference.size)
        half = -t_quantile(rest, self._degrees) * self._error[np.ix_(of_b, of_a)]
        return _maximin(difference - half), _maximin(difference + half)

    def p_equal(self) -> float:
        """Return the p value of no difference."""

        def excludes(error: float) -> bool:
            low, high = self.limits(error)
            return bool(low > 0 or high < 0)

        return _least(excludes)

    def p_large(self, margin: float) -> float:
        """Return the p value of a difference of `margin` or more: two one-sided tests."""

        def within(error: float) -> bool:
            low, high = self.limits(2 * error)
            return bool(-margin < low and high < margin)

        return _least(within)

    def _contenders(self, differences: Floats, errors: Floats, error: float) -> NDArray[np.intp]:
        """Return which pairs may be those of the largest and the smallest mean."""
        half = -t_quantile(error / (2 * len(differences)), self._degrees) * errors
        return np.flatnonzero(differences + half >= (differences - half).max())


def _maximin(values: Floats) -> float:
    return float(values.min(axis=1).max())


def _roots(squares: Floats) -> Floats:
    return np.sqrt(np.maximum(squares, 0.0))


def _least(holds: Callable[[float], bool]) -> float:
    """Return the least error with which something holds, 1 if it does with none."""
    if not holds(0.5):
        return 1.0
    low, high = SMALLEST_LOG, np.log10(0.5)
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(10**middle) else (middle, high)
    return float(10**high)
