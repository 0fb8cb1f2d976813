"""What searches say of how often someone wins: the win rate of a run, of one player's games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from forsale_sim.rows import WIN
from forsale_sim.stats.intervals import rate_interval
from forsale_sim.stats.ratio import ClusterSums, ratio


@dataclass(frozen=True, slots=True)
class WinRate:
    """A win rate, with the 95 % interval that `stats.intervals.rate_interval` has for it.

    Attributes
    ----------
    rate
        As a fraction of the games.
    low, high
        The interval's ends, between 0 and 1.
    """

    rate: float
    low: float
    high: float

    @classmethod
    def of(cls, shares: NDArray[np.float64], games: int, copy: bool) -> WinRate:
        """Return the win rate of who had these shares of the games of each deal.

        Parameters
        ----------
        shares
            (deals,): of two deals or more.
        games
            How many a deal was played for.
        copy
            Whether the opponents play as it does itself. Where no deal then differs from a fair
            share, that is certain.
        """
        x, deals = np.rint(shares * games * WIN).astype(np.int64), len(shares)
        total, squares = x.sum(), (x**2).sum()
        sums = (deals, games * deals, total, games**2 * deals, games * total, squares)
        found = ratio(ClusterSums(*(np.array([value]) for value in sums)), 1 / WIN)
        low, high = rate_interval(found, copy & (found.standard_error == 0))
        return cls(float(found.value[0]), float(low[0]), float(high[0]))

    @property
    def half_width(self) -> float:
        """The interval's longer arm, so that ± never claims too much."""
        return max(self.rate - self.low, self.high - self.rate)

    def percent(self, decimals: int = 1) -> str:
        """Return it in percent, with its interval."""
        return f"{100 * self.rate:.{decimals}f} ±{100 * self.half_width:.{decimals}f}"
