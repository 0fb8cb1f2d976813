r"""Which of two players is stronger, if either: two mirrored sequential tests.

A sequential probability ratio test of elo0 against elo1 that ends with elo0 shows that the first
player is *not* stronger by elo1. It does not show that the second is stronger. So the same test
also runs with the roles exchanged on the same scores, each test to its own end (Sobel and Wald, "A
sequential decision procedure for choosing one of three hypotheses", 1949; Armitage 1950):

================================  ============================================
the tests end with                finding
================================  ============================================
elo1 for the first                the first is stronger
elo1 for the second               the second is stronger
elo0 for both                     neither is stronger by elo1
================================  ============================================

Each test errs in favour of its own side with probability :math:`\alpha / 2`. So if
:math:`e_0 \ge 0`, one of two equal players is found stronger with probability :math:`\alpha` at
most; and a player stronger by elo1 is missed with probability :math:`\beta`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike

from strategy_lab.stats.sequential.elo import IntervalEstimate
from strategy_lab.stats.sequential.estimates import after_test
from strategy_lab.stats.sequential.sprt import Bounds, llr


class Finding(Enum):
    """What two mirrored tests have shown so far."""

    FIRST = "first is stronger"
    SECOND = "second is stronger"
    NEITHER = "neither is stronger by elo1"
    OPEN = "not known yet"


@dataclass(slots=True)
class OneSide:
    """The test that would show one of the two to be stronger."""

    llr: float = 0.0
    """The log-likelihood ratio at its end, or at the latest look."""
    stronger: bool | None = None
    """How it ended; None while it goes on."""
    ended: float = math.inf
    """After how many scores it ended."""

    def look(self, ratio: float, bounds: Bounds, total: float) -> None:
        """Update the test with the log-likelihood ratio of all scores so far."""
        self.llr = ratio
        if not bounds.lower < ratio < bounds.upper:
            self.stronger, self.ended = ratio >= bounds.upper, total


@dataclass(frozen=True, slots=True)
class TwoSidedTest:
    """Two mirrored tests of normalised Elo, on the scores of the first.

    Parameters
    ----------
    elo0, elo1
        The hypotheses of both tests; -elo1 <= elo0 < elo1, so that they cannot both find their own
        side stronger.
    alpha, beta
        The probabilities of error.

    Raises
    ------
    ValueError
        If these are out of range.
    """

    elo0: float
    elo1: float
    alpha: float
    beta: float
    first: OneSide = field(default_factory=OneSide)
    second: OneSide = field(default_factory=OneSide)

    def __post_init__(self) -> None:
        if not -self.elo1 <= self.elo0 < self.elo1 < math.inf:
            raise ValueError(f"elo0 {self.elo0} must be from -elo1 to below elo1 {self.elo1}")
        Bounds.of_errors(self.alpha, self.beta)

    @property
    def bounds(self) -> Bounds:
        """Where either test ends."""
        return Bounds.of_errors(self.alpha / 2, self.beta)

    @property
    def finding(self) -> Finding:
        """The finding so far."""
        if self.first.stronger:
            return Finding.FIRST
        if self.second.stronger:
            return Finding.SECOND
        if self.first.stronger is None or self.second.stronger is None:
            return Finding.OPEN
        return Finding.NEITHER

    def look(self, scores: ArrayLike, counts: ArrayLike) -> Finding:
        """Update both tests with all scores so far, and return the finding.

        `scores`, `counts`: as for `sprt.llr`. When to look must not depend on them.
        """
        values = np.asarray(scores, np.float64)
        for side, seen in ((self.first, values), (self.second, 1 - values)):
            if side.stronger is None:
                ratio = llr(seen, counts, self.elo0, self.elo1)
                side.look(ratio, self.bounds, float(np.sum(counts)))
        return self.finding

    def estimate(self, scores: ArrayLike, counts: ArrayLike) -> IntervalEstimate:
        """Return the median-unbiased mean score of the first player.

        It is that of the test that ended last, or, while they go on, of the one that is nearer to
        finding its side stronger.
        """
        values = np.asarray(scores, np.float64)
        if self._last() is self.first:
            return after_test(values, counts, self.elo0, self.elo1, self.bounds)
        value, low, high = after_test(1 - values, counts, self.elo0, self.elo1, self.bounds)
        return IntervalEstimate(1 - value, 1 - high, 1 - low)

    def _last(self) -> OneSide:
        sides = self.first, self.second
        return max(sides, key=lambda side: (side.stronger or False, side.ended, side.llr))
