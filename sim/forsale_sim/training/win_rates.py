"""The win rate of one player, with its interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from forsale_sim.display.number_text import half_width
from forsale_sim.rows import whole_win
from forsale_sim.stats.intervals import rate_interval
from forsale_sim.stats.ratio import ClusterSums, ratio


@dataclass(frozen=True, slots=True)
class WinRate:
    """A win rate as a fraction of the games, with the 95 % interval of `rate_interval`."""

    rate: float
    low: float
    high: float

    @classmethod
    def of(cls, shares: NDArray[np.float64], games: int, copy: bool, *, players: int) -> WinRate:
        """Return the win rate of a player from its share of the games of each deal.

        `shares` is (deals,), of at least two deals.
        """
        whole = whole_win(players)
        x, deals = np.rint(shares * games * whole).astype(np.int64), len(shares)
        total, squares = x.sum(), (x**2).sum()
        sums = (deals, games * deals, total, games**2 * deals, games * total, squares)
        rate = ratio(ClusterSums(*(np.array([value]) for value in sums)), 1 / whole)
        low, high = rate_interval(rate, copy & (rate.standard_error == 0))
        return cls(float(rate.value[0]), float(low[0]), float(high[0]))

    @property
    def half_width(self) -> float:
        """The interval's longer arm, so that ± is never too narrow."""
        return max(self.rate - self.low, self.high - self.rate)

    def percent(self, decimals: int = 1) -> str:
        """Return the rate in percent, with its interval."""
        arm = half_width(100 * self.half_width, decimals)
        return f"{100 * self.rate:.{decimals}f} {arm}".rstrip()
