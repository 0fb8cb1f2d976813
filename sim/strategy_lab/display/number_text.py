"""Numbers as text: estimates with their half-widths, counts, bars."""

from __future__ import annotations

import math
from statistics import median

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.columns import Columns

NOTHING = "\N{EN DASH}"
"""Printed where there is no value, such as the interval of a single deal."""

MINUS = "\N{MINUS SIGN}"
"""Printed for people; what other programs read has a hyphen."""

MOST_DECIMALS = 4

LOPSIDED = 2
"""From how many times the length of its shorter arm on the longer arm of an interval is no ±."""

EIGHTHS = " ▏▎▍▌▋▊▉"
"""The last character of a bar, by how many eighths of it are filled."""

Floats = NDArray[np.float64]


def with_limits(table: Columns, name: str, scale: float = 1) -> list[Floats]:
    """Return a column of estimates and the columns of its lower and upper limits."""
    return [scale * table[f"{name}{limit}"] for limit in ("", "_low", "_high")]


def half_widths(value: Floats, low: Floats, high: Floats) -> Floats:
    """Return the longer arms of intervals, so that ± never claims too much."""
    return np.maximum(value - low, high - value)


def decimals_for(half: Floats) -> int:
    """Return how many decimals show the first digit of typical half-widths.

    Those from 1 to 10 are shown with one, as ±6.0; larger ones with none.
    """
    known = half[np.isfinite(half) & (half > 0)]
    if not len(known):
        return 1
    typical = median(known.tolist())
    if typical >= 10:
        return 0
    return min(max(1, math.ceil(-math.log10(typical))), MOST_DECIMALS)


def estimates(value: Floats, low: Floats, high: Floats, *, most: float = math.inf) -> list[str]:
    """Return estimates with their half-widths, "31.2 ±0.1", all with the same decimals.

    One that is certain has none. A lopsided interval is written out, as "0.0 (0.0 to 3.7)", and so
    is one whose ± would reach beyond 0 or `most`, where the truth cannot be. The intervals are
    padded to one length, so that right-aligned texts line up in both numbers.
    """
    half = half_widths(value, low, high)
    decimals = decimals_for(half)
    centres = [number(x, decimals) for x in value]
    arms = [_arm(*limits, decimals, most) for limits in zip(value, low, high, half, strict=True)]
    width = max(map(len, arms), default=0)
    return [
        NOTHING if centre == NOTHING else f"{centre} {arm:<{width}}"
        for centre, arm in zip(centres, arms, strict=True)
    ]


def half_width(half: float, decimals: int) -> str:
    """Return "±0.3"; a half-width that is not 0 is not shown as 0 but as the smallest step."""
    if not math.isfinite(half):
        return NOTHING
    return f"±{number(max(half, 10**-decimals), decimals)}" if half > 0 else ""


def _arm(value: float, low: float, high: float, half: float, decimals: int, most: float) -> str:
    shorter, shown = min(value - low, high - value), max(half, 10**-decimals)
    lopsided = half > max(LOPSIDED * shorter, 2 * 10**-decimals)
    centre = round(value, decimals)
    beyond = half > 0 and (centre - shown < 0 <= low or high <= most < centre + shown)
    if math.isfinite(half) and (lopsided or beyond):
        return f"({number(low, decimals)} to {number(high, decimals)})"
    return half_width(half, decimals)


def number(value: float, decimals: int) -> str:
    """Return a number with fixed decimals, below 0 with a minus sign; `NOTHING` for NaN."""
    return with_minus(f"{value:,.{decimals}f}") if math.isfinite(value) else NOTHING


def with_minus(text: str) -> str:
    """Return a number that was written with a hyphen with a minus sign instead; 0 has no sign."""
    return text.replace("-", MINUS) if text.strip("+-0.,") else text.lstrip("+-")


def bars(value: Floats, width: int) -> list[str]:
    """Return bars of block characters, of which the longest is `width` characters wide."""
    largest = np.nanmax(value, initial=0.0)
    if largest <= 0:
        return [""] * len(value)
    return [bar(x / largest * width) for x in np.nan_to_num(value)]


def bar(length: float) -> str:
    """Return a bar of a length in characters, to the nearest eighth."""
    whole, eighths = divmod(round(length * 8), 8)
    return ("█" * whole + EIGHTHS[eighths]).rstrip()
