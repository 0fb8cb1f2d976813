"""Differences between rulesets as text: estimates, ranges over fields, bounds on several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan
from typing import Any, TypeAlias

import numpy as np

from forsale_sim.display.number_text import (
    MINUS,
    decimals_for,
    half_width,
    half_widths,
    number,
)
from forsale_sim.results.columns import SHARE
from forsale_sim.results.paired.schema import RANK
from forsale_sim.stats.intervals import LEVEL
from forsale_sim.stats.student import t_quantile

Row: TypeAlias = dict[str, Any]
"""A row of ``differences`` or ``conclusions``, from `results.tables.records`."""

POINTS = 100
"""Percentage points in a fraction of 1."""


def scale(row: Row) -> int:
    """Return the factor of a difference: fractions are shown in points."""
    return POINTS if row["unit"] == SHARE else 1


def rows_about(rows: Iterable[Row], measure: str, key: str = "") -> list[Row]:
    """Return the rows of a measure; with a key, only those that have it, such as a seat."""
    return [row for row in rows if row["measure"] == measure and (not key or row[key] is not None)]


def signed_text(value: float, decimals: int) -> str:
    """Return a number with its sign; without one if it is shown as 0."""
    text = number(abs(value), decimals)
    if not text.strip("0.,"):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def difference_text(row: Row, *, absolute: bool = False) -> str:
    """Return a difference with its half-width, "+1.8 ±0.1", or "0" if it is exactly 0."""
    return difference_texts([row], absolute=absolute)[0]


def difference_texts(rows: Sequence[Row], *, absolute: bool = False) -> list[str]:
    """Return differences with their half-widths, all with the same decimals; or without signs."""
    value, low, high = (
        np.array([scale(row) * _number(row[name]) for row in rows])
        for name in ("difference", "difference_low", "difference_high")
    )
    half = half_widths(value, low, high)
    decimals = 0 if rows[0]["unit"] == RANK else decimals_for(half)
    return [
        "0"
        if centre == 0 and arm == 0
        else f"{number(abs(centre), decimals) if absolute else signed_text(centre, decimals)} "
        f"{half_width(arm, decimals)}".rstrip()
        for centre, arm in zip(value.tolist(), half.tolist(), strict=True)
    ]


def range_text(row: Row) -> str:
    """Return the range of a row of ``conclusions`` over fields, "+1.8 to +2.4", or one number."""
    least, most = scale(row) * row["least"], scale(row) * row["most"]
    decimals = 1 if max(abs(least), abs(most)) >= 0.95 else 2
    ends = dict.fromkeys([signed_text(least, decimals), signed_text(most, decimals)])
    return " to ".join(ends)


def lacks_interval(row: Row) -> bool:
    """Return whether a difference has no interval because there are too few deals."""
    return isnan(_number(row["difference_high"]))


def joint_bound(rows: Sequence[Row]) -> float:
    """Return a simultaneous 95 % bound on the sizes of differences; NaN if one has no interval.

    Each interval is widened by Bonferroni's correction for the number of differences.
    """
    error = (1 - LEVEL) / 2
    deals = np.array([row["deals"] for row in rows])
    difference = np.array([scale(row) * row["difference"] for row in rows])
    high = np.array([scale(row) * _number(row["difference_high"]) for row in rows])
    wider = t_quantile(1 - error / len(rows), deals - 1) / t_quantile(1 - error, deals - 1)
    return float(np.max(np.abs(difference) + wider * (high - difference)))


def joint_bound_text(rows: Sequence[Row]) -> str:
    """Return `joint_bound` as text, rounded up to two significant digits."""
    value = joint_bound(rows)
    decimals = 1 if value >= 0.95 else 2
    return number(np.ceil(value * 10**decimals) / 10**decimals, decimals)


def in_all_fields(fields: int) -> str:
    """Return "in all 4 fields", or its form for one or two."""
    return {1: "in the only field", 2: "in both fields"}.get(fields, f"in all {fields} fields")


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
