"""Estimates as text, and tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from forsale_sim.balance.drawing import Series
from forsale_sim.report.numbers import NOTHING, decimals_for, half_widths, number
from forsale_sim.results.tables import Columns


def estimates(table: Columns, name: str, scale: float = 1.0) -> list[str]:
    """Return a column with its half-widths, such as "25.3 ±0.2"."""
    value, low, high = (scale * table[f"{name}{end}"] for end in ("", "_low", "_high"))
    half = half_widths(value, low, high)
    decimals = decimals_for(half)
    return [
        f"{number(x, decimals)} ±{number(arm, decimals)}" if np.isfinite(arm) else number(x, 1)
        for x, arm in zip(value.tolist(), half.tolist(), strict=True)
    ]


def numbers(column: NDArray[np.float64], decimals: int = 2) -> list[str]:
    """Return a column that has no intervals as text."""
    return [number(value, decimals) for value in column.tolist()]


def series(label: str, table: Columns, name: str, scale: float = 1.0) -> Series:
    """Return a column with its limits, to be drawn."""
    value, low, high = (scale * table[f"{name}{end}"] for end in ("", "_low", "_high"))
    return Series(label, value, low, high)


def one(table: Columns, name: str, scale: float = 1.0) -> str:
    """Return the only value of a column with its half-width; a dash if there is no row."""
    return estimates(table, name, scale)[0] if len(table["games"]) else NOTHING


def keys(*columns: NDArray[np.generic]) -> list[list[str]]:
    """Return the beginnings of a table's rows: columns as texts."""
    return [[str(cell) for cell in row] for row in zip(*(c.tolist() for c in columns), strict=True)]


def rows(beginnings: Iterable[list[str]], *columns: Sequence[str]) -> list[list[str]]:
    """Return a table's rows: their beginnings, then columns of texts."""
    return [[*first, *rest] for first, *rest in zip(beginnings, *columns, strict=True)]


def span(values: NDArray[np.float64], decimals: int = 1) -> str:
    """Return a range of numbers as text; one number if they are alike."""
    ends = dict.fromkeys(number(end, decimals) for end in (np.nanmin(values), np.nanmax(values)))
    return " to ".join(ends)


def counted(number_of: int, what: str) -> str:
    """Return a number of things in words."""
    return f"{number_of:,} {what}{'' if number_of == 1 else 's'}"
