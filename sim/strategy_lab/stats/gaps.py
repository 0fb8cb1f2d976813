r"""The gap between the largest and the smallest of several means, alone or under two conditions.

The means that come out largest and smallest are chosen by the same observations, so their
difference is too large on average, the more so the closer the means are ("the winner's curse").
What is estimated is the true difference of these two; under two conditions, how that differs. Of a
normal estimate it is known how it is distributed given the choice: as a normal distribution that
is cut off where another mean would have been chosen. The estimate is the value for which the
observed difference is the median of this distribution, and the limits are those for which it is a
quantile: so it is too large in half of all cases, and the limits miss in 5 of 100.

Where other means come close, intervals of the conditional distribution alone would be long. So it
is cut off, too, at simultaneous limits for all differences that could have been chosen, on which a
tenth of the error is spent: the hybrid estimates and intervals of Andrews, Kitagawa and McCloskey
("Inference on winners", *Quarterly Journal of Economics* 139, 2024).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.intervals import LEVEL
from strategy_lab.stats.student import t_quantile, t_tail

Floats = NDArray[np.float64]

GAP_INTERVAL = "95 % hybrid interval for the means that came out best and worst, clustered by deal"
"""The estimator's name, printed with its interval."""

SCREENING = 0.1
"""The share of the error that is spent on simultaneous limits."""

SMALLEST_LOG = -200.0
"""The decimal logarithm of the smallest p value."""

STEPS = 40
"""Of the bisection for p values, which are then known to nine digits."""

CUTS, ROUNDS = 65, 5
"""Values that are tried at once for a limit, and how often: it is then known to nine digits."""

LEAST_SLOPE = 1e-9
"""Against rounding: by less than this share a choice does not depend on the difference."""


LEAST_ERROR = 1e-12
"""Of what is certain: limits are then about the value itself."""


class Gap:
    """A gap between several means or, under two conditions, by how much it is larger under b.

    Parameters
    ----------
    b
        (means,): the estimates.
    covariance
        (means, means): of the estimates; of those under a, then b, (2 means, 2 means).
    clusters
        How many independent observations they come from.
    a
        (means,): the estimates under the condition that b is compared with.
    least_error
        What a standard error that is estimated as 0 is taken to be.
    """

    def __init__(
        self,
        b: Floats,
        covariance: Floats,
        clusters: int,
        *,
        a: Floats | None = None,
        least_error: float = 0.0,
    ) -> None:
        self._parts: tuple[Gap, Gap] | None = None
        means = len(b)
        self.largest, self.smallest = int(b.argmax()), means - 1 - int(b[::-1].argmin())
        self._choices = max(means * (means - 1), 1)
        weights, others = _choice(means, self.largest, self.smallest)
        if a is not None:
            of_a = Gap(a, covariance[:means, :means], clusters, least_error=least_error)
            of_b = Gap(b, covariance[means:, means:], clusters, least_error=least_error)
            self._parts = of_a, of_b
            less, more = _choice(means, of_a.largest, of_a.smallest)
            weights = np.concatenate([-less, weights])
            others = np.block([[more, np.zeros_like(more)], [np.zeros_like(others), others]])
            self._choices **= 2
            b = np.concatenate([a, b])
        self._seen = float(weights @ b)
        variance = float(weights @ covariance @ weights)
        self._degrees = clusters - 1
        self._from, self._to = -np.inf, np.inf
        error = float(np.sqrt(variance)) if variance > 0 else least_error
        self._error = max(error, LEAST_ERROR)
        if variance > 0:
            others = others[others @ b < -LEAST_ERROR]  # of equals any may be chosen
            slopes = others @ covariance @ weights / variance
            with np.errstate(divide="ignore", invalid="ignore"):
                ends = self._seen - others @ b / slopes
            self._from = ends[slopes < -LEAST_SLOPE].max(initial=-np.inf)
            self._to = ends[slopes > LEAST_SLOPE].min(initial=np.inf)

    @property
    def value_a(self) -> float:
        """The gap under a."""
        assert self._parts is not None
        return self._parts[0].value

    @property
    def value_b(self) -> float:
        """The gap under b."""
        return self.value if self._parts is None else self._parts[1].value

    @property
    def value(self) -> float:
        """The estimate: under two conditions, the difference of the two."""
        if self._parts is not None:
            return self.value_b - self.value_a
        if self._degrees < 1:
            return self._seen
        return max(self._solve(0.5, 1 - LEVEL), 0.0)

    def limits(self, error: float = 1 - LEVEL) -> tuple[float, float]:
        """Return the limits, which miss the truth in this share of cases; NaN with one cluster."""
        if self._degrees < 1:
            return np.nan, np.nan
        tail = self._tail(error)
        low, high = self._solve(1 - tail, error), self._solve(tail, error)
        if self._parts is None:
            return max(low, 0.0), max(high, 0.0)
        return min(low, self.value), max(high, self.value)

    def p_equal(self) -> float:
        """Return the p value of no difference."""
        return _least(lambda error: self._is_beyond(0.0, error) or self._is_below(0.0, error))

    def p_large(self, margin: float) -> float:
        """Return the p value of a difference of `margin` or more: two one-sided tests."""
        return _least(
            lambda error: self._is_beyond(-margin, 2 * error) and self._is_below(margin, 2 * error)
        )

    def _is_beyond(self, value: float, error: float) -> bool:
        return bool(self._shares(np.array([value]), error)[1][0] < self._tail(error))

    def _is_below(self, value: float, error: float) -> bool:
        return bool(self._shares(np.array([value]), error)[0][0] < self._tail(error))

    @staticmethod
    def _tail(error: float) -> float:
        return (1 - SCREENING) * error / (1 - SCREENING * error) / 2

    def _reach(self, error: float) -> float:
        """Return how far the simultaneous limits are from any difference."""
        quantile = t_quantile(SCREENING * error / (2 * self._choices), self._degrees)
        return -float(quantile) * self._error

    def _shares(self, true: Floats, error: float) -> tuple[Floats, Floats]:
        """Return how often less is seen than was, and more, by what the true difference is."""
        reach = self._reach(error)
        low = np.maximum(self._from, np.minimum(true - reach, self._seen))
        high = np.minimum(self._to, np.maximum(true + reach, self._seen))
        scaled = (np.array([low, np.full(true.shape, self._seen), high]) - true) / self._error
        less, more = _masses(scaled[:-1], scaled[1:], self._degrees)
        both = less + more
        even = np.where(both > 0, both, 2.0)
        return np.where(both > 0, less, 1) / even, np.where(both > 0, more, 1) / even

    def _solve(self, share: float, error: float) -> float:
        """Return the true difference for which what was seen is this quantile."""
        reach = self._reach(error)
        low, high = self._seen - reach, self._seen + reach
        for _ in range(ROUNDS):
            values = np.linspace(low, high, CUTS)
            is_low = self._shares(values[1:-1], error)[0] > share
            last = int(is_low.sum())
            low, high = float(values[last]), float(values[last + 1])
        return (low + high) / 2


def _choice(means: int, largest: int, smallest: int) -> tuple[Floats, Floats]:
    """Return the weights of the difference, and of what is at most 0 as long as it is chosen."""
    units = np.eye(means)
    others = [units[each] - units[largest] for each in range(means)]
    others += [units[smallest] - units[each] for each in range(means)]
    return units[largest] - units[smallest], np.array(others)


def _masses(low: Floats, high: Floats, degrees: int) -> Floats:
    """Return the probability of Student's t between values, exact far from the middle, too."""
    low, high = np.where(low < 0, low, -high), np.where(low < 0, high, -low)
    below, beyond = t_tail(np.array([-low, np.abs(high)]), degrees)
    return np.asarray(np.where(high < 0, beyond - below, 1 - below - beyond))


def _least(holds: Callable[[float], bool]) -> float:
    """Return the least error with which something holds, 1 if it does with none."""
    if not holds(0.5):
        return 1.0
    low, high = SMALLEST_LOG, np.log10(0.5)
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(10**middle) else (middle, high)
    return float(10**high)
