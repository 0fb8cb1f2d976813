"""The win rate of one player, with its interval, and what it is more than a fair share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from strategy_lab.rows import whole_win
from strategy_lab.stats.intervals import rate_interval
from strategy_lab.stats.ratio import ClusterSums, ratio

DIGITS = 12
"""Decimals of a gain, so that rounding errors do not turn 0 into a small number."""


@dataclass(frozen=True, slots=True)
class WinRate:
    """A win rate as a fraction of the games, with the 95 % interval of `rate_interval`."""

    rate: float
    low: float
    high: float
    players: int

    @classmethod
    def of(
        cls, win: int, win_squares: int, *, deals: int, games: int, players: int, level: bool
    ) -> WinRate:
        """Return the win rate of a player.

        `win` and `win_squares` are sums over deals of the wins in the `games` of each, in parts of
        a win. `level` says whether all others play as the player does.
        """
        sums = (deals, games * deals, win, games**2 * deals, games * win, win_squares)
        rate = ratio(ClusterSums(*(np.array([value]) for value in sums)), 1 / whole_win(players))
        low, high = rate_interval(rate, level & (rate.standard_error == 0))
        return cls(float(rate.value[0]), float(low[0]), float(high[0]), players)

    @property
    def gain(self) -> Gain:
        """The rate beyond a fair share: a lower bound on the others' exploitability."""
        limits = (self.rate, self.low, self.high)
        return Gain(*(round(limit - 1 / self.players, DIGITS) + 0.0 for limit in limits))

    def __str__(self) -> str:
        half = max(self.rate - self.low, self.high - self.rate)
        arm = f" ±{100 * max(half, 0.001):.1f}" if half > 0 else ""
        return f"{100 * self.rate:.1f}{arm} %"


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain as a fraction of the games, with its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def is_shown(self) -> bool:
        """Whether the interval lies above 0."""
        return self.low > 0

    def columns(self, name: str) -> dict[str, float]:
        """Return the gain and its limits as columns of a table, of which `name` is the first."""
        return {name: self.mean, f"{name}_low": self.low, f"{name}_high": self.high}
