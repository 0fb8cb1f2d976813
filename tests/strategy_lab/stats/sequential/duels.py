"""Simulated duels: scores of deals drawn from a distribution with a known Elo."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from strategy_lab.stats.sequential_tests import (
    ELO_PER_T,
    Finding,
    IntervalEstimate,
    TwoSidedTest,
    likeliest_with_t,
    mean_score,
)

SCORES = np.array([0, 1, 4, 6, 7, 7.5, 8, 8.5, 9, 10, 12, 14.4, 16]) / 16
SHARES = np.array([1, 40, 90, 100, 60, 250, 70, 110, 120, 50, 30, 5, 1]) / 927
"""Skewed, with a peak in the middle, as the scores of deals are."""


class SimulatedDuel(NamedTuple):
    finding: Finding
    deals: int
    plain: IntervalEstimate
    sequential: IntervalEstimate


def shares_with(elo: float) -> np.ndarray:
    """A distribution of scores with a normalised Elo."""
    return likeliest_with_t(SCORES, SHARES, elo / ELO_PER_T)


def simulated_duel(
    elo: float, test: TwoSidedTest, random: np.random.Generator, most: int = 10**6
) -> SimulatedDuel:
    """Draw deals and look at the test as a duel does, until it ends."""
    shares = shares_with(elo)
    counts, deals, more = np.zeros(len(SCORES), np.int64), 0, 100
    while deals < most:
        counts += random.multinomial(more, shares)
        deals += more
        more = -(-deals // 16)
        if test.look(SCORES, counts) is not Finding.OPEN:
            break
    return SimulatedDuel(
        test.finding, deals, mean_score(SCORES, counts), test.estimate(SCORES, counts)
    )
