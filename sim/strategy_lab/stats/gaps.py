r"""The gap between the largest and the smallest of several means, alone or under two conditions.

The means that come out largest and smallest are chosen by the same observations, so their
difference is too large on average, the more so the closer the means are ("the winner's curse").
Two estimates correct it, from opposite sides. With a normal :math:`w` that has the covariance of
the estimates :math:`m`, and the gap :math:`g(m) = \max_{ij} (m_i - m_j)`:

- *split*: :math:`m + \gamma w` and :math:`m - w / \gamma` are independent. One chooses the means,
  the other says by how much they differ; the mean over all :math:`w` is an unbiased estimate of the
  true difference of the means so chosen, which is never more than the gap (Rasines and Young,
  "Splitting strategies for post-selection inference", *Biometrika* 110, 2023).
- *bootstrap*: :math:`2 g(m) - E\,g(m + w)` takes off what chance would add to the observed means
  (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, ch. 10). Since these are already
  further apart than the true ones, it takes off too little.

The first is the estimate, since it is not too large. The limits are t limits, with the standard
error of the difference that was observed: the lower one of the first, the upper one of the second.
Their coverage was measured in simulation, with means that are equal, close, or plainly
different: see ``tests/strategy_lab/stats/test_gaps.py``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.equivalence import within
from strategy_lab.stats.intervals import LEVEL
from strategy_lab.stats.student import t_quantile, t_tail

Floats = NDArray[np.float64]

GAP_INTERVAL = "95 % t interval, corrected for the choice of best and worst, clustered by deal"
"""The estimator's name, printed with its interval."""

SPLIT = 0.7
"""How large the share of chance is that chooses, to that which is seen."""

DRAWS, SEED = 1000, 20_241
"""Normal numbers that stand for all, each with its opposite."""


class Corrected(NamedTuple):
    """A gap without what the choice of its means adds."""

    split: float
    """Not too large on average."""
    bootstrap: float
    """Not too small on average."""


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
        means = len(b)
        self.largest, self.smallest = int(b.argmax()), means - 1 - int(b[::-1].argmin())
        self._clusters = clusters
        self._b, weights = _corrected(b, covariance[-means:, -means:], clusters), _contrast(b)
        self._a = None
        if a is not None:
            self._a = _corrected(a, covariance[:means, :means], clusters)
            weights = np.concatenate([-_contrast(a), weights])
        variance = float(weights @ covariance @ weights)
        self._error = float(np.sqrt(variance)) if variance > 0 else least_error

    @property
    def value_a(self) -> float:
        """The gap under a."""
        return 0.0 if self._a is None else max(self._a.split, 0.0)

    @property
    def value_b(self) -> float:
        """The gap under b."""
        return max(self._b.split, 0.0)

    @property
    def value(self) -> float:
        """The estimate: under two conditions, the difference of the two."""
        return self.value_b - self.value_a

    @property
    def _ends(self) -> tuple[float, float]:
        """The estimates that limits are taken from, the smaller first."""
        a = Corrected(0.0, 0.0) if self._a is None else self._a
        low, high = sorted((self._b.split - a.split, self._b.bootstrap - a.bootstrap))
        return low, high

    def limits(self, error: float = 1 - LEVEL) -> tuple[float, float]:
        """Return the limits, which miss the truth in this share of cases; NaN with one cluster."""
        if self._clusters < 2:
            return np.nan, np.nan
        half = -float(t_quantile(error / 2, self._clusters - 1)) * self._error
        low, high = self._ends
        low, high = low - half, high + half
        if self._a is None:
            low, high = max(low, 0.0), max(high, 0.0)
        return min(low, self.value), max(high, self.value)

    def p_equal(self) -> float:
        """Return the p value of no difference: a t test."""
        low, high = self._ends
        nearest = max(low, -high, 0.0)
        if not self._error:
            return float(nearest == 0)
        return float(2 * t_tail(nearest / self._error, self._clusters - 1))

    def p_large(self, margin: float) -> float:
        """Return the p value of a difference of `margin` or more: two one-sided t tests."""
        low, high = self._ends
        farthest = np.array(max(-low, high, 0.0))
        return float(within(farthest, np.array(self._error), np.array(self._clusters), margin))


def _contrast(means: Floats) -> Floats:
    """Return the weights of the largest mean less the smallest."""
    weights = np.zeros(len(means))
    weights[means.argmax()] += 1
    weights[len(means) - 1 - means[::-1].argmin()] -= 1
    return weights


def _corrected(means: Floats, covariance: Floats, clusters: int) -> Corrected:
    if clusters < 2:
        return Corrected(float(np.ptp(means)), float(np.ptp(means)))
    values, vectors = np.linalg.eigh(covariance)
    drawn = np.random.default_rng(SEED).standard_normal((DRAWS, len(means)))
    chance = np.concatenate([drawn, -drawn]) @ (vectors * np.sqrt(np.maximum(values, 0.0))).T
    bootstrap = 2 * np.ptp(means) - np.ptp(means + chance, axis=1).mean()
    chosen, seen = means + SPLIT * chance, means - chance / SPLIT
    rows = np.arange(len(seen))
    split = np.mean(seen[rows, chosen.argmax(axis=1)] - seen[rows, chosen.argmin(axis=1)])
    return Corrected(float(split), float(bootstrap))
