"""Differences between rulesets as text: estimates with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from strategy_lab.display.number_text import MINUS, decimals_for, half_width, half_widths, number
from strategy_lab.results.columns import Columns
from strategy_lab.results.every_game import RANKS
from strategy_lab.results.measures import Measures
from strategy_lab.results.tables import records

Row: TypeAlias = dict[str, Any]
"""A row of ``differences`` or ``conclusions``, from `rows_of`."""


POINTS = 100
"""Percentage points in a fraction of 1."""


def rows_of(table: Columns, known: Measures) -> list[Row]:
    """Return a table's rows as `records` does, each with the `Measure` of its name as "entry"."""
    return [{**row, "entry": known[row["measure"]]} for row in records(table)]


def scale(row: Row) -> int:
    """Return the factor of a difference: fractions are shown in points."""
    factor: int = row["entry"].scale
    return factor


def signed_text(value: float, decimals: int) -> str:
    """Return a number with its sign; without one if it is shown as 0."""
    text = number(abs(value), decimals)
    if not text.strip("0.,"):
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def difference_texts(rows: Sequence[Row]) -> list[str]:
    """Return differences with their half-widths, "+1.8 ±0.1", all with the same decimals."""
    value, low, high = (
        np.array([scale(row) * _number(row[name]) for row in rows])
        for name in ("difference", "difference_low", "difference_high")
    )
    half = half_widths(value, low, high)
    decimals = 0 if rows[0]["unit"] == RANKS else decimals_for(half)
    return [
        "0"
        if centre == 0 and arm == 0
        else f"{signed_text(centre, decimals)} {half_width(arm, decimals)}".rstrip()
        for centre, arm in zip(value.tolist(), half.tolist(), strict=True)
    ]


def _number(value: float | None) -> float:
    return float("nan") if value is None else value
