"""Differences as text: with sign and half-width, as a range over fields, as a bound on all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan
from typing import Any, TypeAlias

import numpy as np

from forsale_sim.display.numbers import MINUS, NOTHING, decimals_for, half_widths, number
from forsale_sim.results.paired.schema import RANK
from forsale_sim.results.schema import SHARE
from forsale_sim.stats.intervals import LEVEL
from forsale_sim.stats.student import t_quantile

Row: TypeAlias = dict[str, Any]
"""A row of ``differences`` or ``conclusions``, from `results.tables.records`."""

POINTS = 100
"""Percentage points in a fraction of 1."""


def scale(row: Row) -> int:
    """Return what a difference is multiplied with to be shown: fractions are shown in points."""
    return POINTS if row["unit"] == SHARE else 1


def about(rows: Iterable[Row], measure: str, key: str = "") -> list[Row]:
    """Return the rows of a measure; with a key, those that are about one seat, say."""
    return [row for row in rows if row["measure"] == measure and (not key or row[key] is not None)]


def signed(value: float, decimals: int) -> str:
    """Return a number with its sign; without one if it is shown as 0."""
    text = number(abs(value), decimals)
    if not text.strip("0.,"):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def estimate(row: Row, *, absolute: bool = False) -> str:
    """Return a difference with its half-width, "+1.8 ±0.1"; "0" where it is exactly that.

    Parameters
    ----------
    row
        Of ``differences``.
    absolute
        Whether to leave out the sign.
    """
    return estimates([row], absolute=absolute)[0]


def estimates(rows: Sequence[Row], *, absolute: bool = False) -> list[str]:
    """Return differences with their half-widths, all with the same decimals."""
    value, low, high = (
        np.array([scale(row) * _number(row[name]) for row in rows])
        for name in ("difference", "difference_low", "difference_high")
    )
    half = half_widths(value, low, high)
    decimals = 0 if rows[0]["unit"] == RANK else decimals_for(half)
    return [
        "0"
        if centre == 0 and arm == 0
        else f"{number(abs(centre), decimals) if absolute else signed(centre, decimals)} "
        f"{NOTHING if isnan(arm) else f'±{number(arm, decimals)}'}"
        for centre, arm in zip(value.tolist(), half.tolist(), strict=True)
    ]


def span(row: Row) -> str:
    """Return the differences of all fields as a range, "+1.8 to +2.4"; if alike, as one number.

    Parameters
    ----------
    row
        Of ``conclusions``.
    """
    least, most = scale(row) * row["least"], scale(row) * row["most"]
    decimals = 1 if max(abs(least), abs(most)) >= 0.95 else 2
    ends = dict.fromkeys([signed(least, decimals), signed(most, decimals)])
    return " to ".join(ends)


def unknown(row: Row) -> bool:
    """Return whether a difference has no interval, for want of deals."""
    return isnan(_number(row["difference_high"]))


def reach(rows: Sequence[Row]) -> float:
    """Return what none of several differences exceeds, either way, 95 % sure of all at once.

    NaN if one of them is unknown. By Bonferroni's correction each interval is widened for as many
    as there are.
    """
    error = (1 - LEVEL) / 2
    deals = np.array([row["deals"] for row in rows])
    difference = np.array([scale(row) * row["difference"] for row in rows])
    high = np.array([scale(row) * _number(row["difference_high"]) for row in rows])
    wider = t_quantile(1 - error / len(rows), deals - 1) / t_quantile(1 - error, deals - 1)
    return float(np.max(np.abs(difference) + wider * (high - difference)))


def bound(rows: Sequence[Row]) -> str:
    """Return `reach` as text, rounded up to two digits that count."""
    value = reach(rows)
    decimals = 1 if value >= 0.95 else 2
    return number(np.ceil(value * 10**decimals) / 10**decimals, decimals)


def in_all(fields: int) -> str:
    """Return in which fields something is so that is so in all, of which there are so many."""
    return {1: "in the only field", 2: "in both fields"}.get(fields, f"in all {fields} fields")


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
