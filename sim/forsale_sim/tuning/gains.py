"""What a response wins beyond a fair share: a lower bound on how exploitable the others are."""

from __future__ import annotations

from dataclasses import dataclass

DIGITS = 12
"""Decimals of a gain, so that what is nothing is not a little more or less."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What a response wins beyond a fair share, with a 95 % t interval clustered by deal.

    Attributes
    ----------
    mean
        As a fraction of the games.
    half_width
        Half the width of the interval.
    """

    mean: float
    half_width: float

    @classmethod
    def of(cls, measured: tuple[float, float], fair_share: float) -> Gain:
        """Return the gain of who has this win rate, with half the width of its interval."""
        rate, half_width = measured
        return cls(round(rate - fair_share, DIGITS) + 0.0, half_width)  # never -0.0

    @property
    def low(self) -> float:
        """The interval's lower end."""
        return self.mean - self.half_width

    @property
    def high(self) -> float:
        """The interval's upper end."""
        return self.mean + self.half_width

    @property
    def is_shown(self) -> bool:
        """Whether the interval lies above 0."""
        return self.low > 0

    @property
    def in_points(self) -> str:
        """In percentage points, with its interval."""
        text = f"{100 * self.mean:+.1f} ±{100 * self.half_width:.1f}"
        return text.replace("-", "\N{MINUS SIGN}")
