"""By how much the gap between the best and the worst seat differs between two rulesets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategy_lab.rows import whole_win
from strategy_lab.stats.gaps import Gap


def seat_gap_difference(products: NDArray[np.int64], seatings: int, *, paired: bool) -> Gap:
    """Return by how much the gap between win rates of seats differs."""
    exact = products.astype(object)  # which grows with what is multiplied
    deals, sums = exact[0, 0], exact[0, 1:]
    players = len(sums) // 2
    unit = seatings * whole_win(players)
    deviations = (deals * exact[1:, 1:] - np.outer(sums, sums)).astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        covariance = deviations / (np.float64(deals) ** 2 * (deals - 1) * unit**2)
        means = sums.astype(np.float64) / (deals * unit)
    if not paired:
        covariance[:players, players:] = covariance[players:, :players] = 0.0
    return Gap(means[players:], covariance, deals, a=means[:players], least_error=1 / max(deals, 1))
