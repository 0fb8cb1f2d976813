"""What a response wins beyond a fair share: a lower bound on the others' exploitability."""

from __future__ import annotations

from dataclasses import dataclass

from forsale_sim.display.number_text import half_width
from forsale_sim.training.win_rates import WinRate

DIGITS = 12
"""Decimals of a gain, so that rounding errors do not turn 0 into a small number."""


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain as a fraction of the games, with its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, won: WinRate, fair_share: float) -> Gain:
        """Return the gain of a player with this win rate."""
        numbers = (won.rate, won.low, won.high)
        return cls(*(round(number - fair_share, DIGITS) + 0.0 for number in numbers))  # never -0.0

    @property
    def half_width(self) -> float:
        """The interval's longer arm, so that ± is never too narrow."""
        return max(self.mean - self.low, self.high - self.mean)

    @property
    def is_shown(self) -> bool:
        """Whether the interval lies above 0."""
        return self.low > 0

    @property
    def in_points(self) -> str:
        """The gain in percentage points, with its interval, as text."""
        text = f"{100 * self.mean:+.1f} {half_width(100 * self.half_width, 1)}".rstrip()
        return text.replace("-", "\N{MINUS SIGN}")
