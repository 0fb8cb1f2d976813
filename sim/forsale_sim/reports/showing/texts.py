"""Estimates as text, and tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from forsale_sim.display.numbers import NOTHING, decimals_for, half_widths, number
from forsale_sim.results.tables import Columns
from forsale_sim.wording import counted

USUAL = 4
"""The number of players that texts begin with, if so many play and it matters to them."""

BOUND = "the bound on a difference adds up both half-widths"
"""How sure one can be of the difference of two estimates, in words."""


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


def out_of(part: int | str, whole: int, what: str) -> str:
    """Return a part of a number of things in words: "3 of 64 cases", "any of 64 cases".

    Of a single one it is "the only case" or "no case".
    """
    if whole == 1:
        return f"the only {what}" if part else f"no {what}"
    return f"{part} of {counted(whole, what)}"


def all_of(whole: int, what: str) -> str:
    """Return all of a number of things in words: "all 64 cases", "the only case"."""
    return f"all {counted(whole, what)}" if whole > 1 else f"the only {what}"


def difference(a: Columns, b: Columns, name: str) -> tuple[float, float]:
    """Return by how much the only value of `b` exceeds that of `a`, and a bound: `BOUND`."""
    halves = [float(table[f"{name}_high"][0] - table[name][0]) for table in (a, b)]
    return float(b[name][0] - a[name][0]), sum(halves)


def signed(value: float, bound: float, decimals: int = 2) -> str:
    """Return a difference with its bound, such as "+0.51 ±0.02"."""
    sign = "+" if value > 0 else "\N{MINUS SIGN}" if value < 0 else ""
    said = f"{sign}{number(abs(value), decimals)}"
    return f"{said} ±{number(bound, decimals)}" if np.isfinite(bound) else said


def by_players(counts: Sequence[int], values: Sequence[str], unit: str = "") -> str:
    """Return values by numbers of players, the usual one first: "7 with 4 players (3: 8, 5: 6)"."""
    at = counts.index(USUAL) if USUAL in counts else 0
    of = unit.removesuffix("s") if values[at] == "1" else unit
    said = " ".join(filter(None, (values[at], of, f"with {counts[at]} players")))
    others = [
        f"{count}: {value}"
        for index, (count, value) in enumerate(zip(counts, values, strict=True))
        if index != at
    ]
    return f"{said} ({', '.join(others)})" if others else said
