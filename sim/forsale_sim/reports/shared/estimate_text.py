"""Estimates as text, and rows of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from forsale_sim.display.number_text import (
    NOTHING,
    decimals_for,
    half_width,
    half_widths,
    number,
    with_limits,
)
from forsale_sim.results.columns import Columns
from forsale_sim.wording import counted

USUAL = 4
"""The number of players that texts begin with, if it is among those played."""

BOUND = "the bound on a difference adds up both half-widths"
"""How the bound of `difference` is made."""


def estimate_texts(table: Columns, name: str, scale: float = 1.0) -> list[str]:
    """Return a column with its half-widths, such as "25.3 ±0.2"."""
    value, low, high = with_limits(table, name, scale)
    half = half_widths(value, low, high)
    decimals = decimals_for(half)
    return [
        f"{number(x, decimals)} {half_width(arm, decimals)}".rstrip()
        if np.isfinite(arm)
        else number(x, 1)
        for x, arm in zip(value.tolist(), half.tolist(), strict=True)
    ]


def number_texts(column: NDArray[np.float64], decimals: int = 2) -> list[str]:
    """Return a column that has no intervals as text."""
    return [number(value, decimals) for value in column.tolist()]


def estimate_text(table: Columns, name: str, scale: float = 1.0) -> str:
    """Return the only value of a column with its half-width; a dash if there is no row."""
    return estimate_texts(table, name, scale)[0] if len(table["games"]) else NOTHING


def row_keys(table: Columns, *names: str) -> list[list[str]]:
    """Return columns of a table as texts, row by row: what rows begin with."""
    return [list(map(str, row)) for row in zip(*(table[n].tolist() for n in names), strict=True)]


def table_rows(keys: Iterable[list[str]], *columns: Sequence[str]) -> list[list[str]]:
    """Return rows that begin with their keys, followed by columns of texts."""
    return [[*key, *cells] for key, *cells in zip(keys, *columns, strict=True)]


def range_text(values: NDArray[np.float64], decimals: int = 1) -> str:
    """Return a range of numbers as text; one number if both ends read alike."""
    ends = dict.fromkeys(number(end, decimals) for end in (np.nanmin(values), np.nanmax(values)))
    return " to ".join(ends)


def out_of(part: int | str, whole: int, what: str) -> str:
    """Return a part of several things, "3 of 64 cases", or of one, "the only case", "no case"."""
    if whole == 1:
        return f"the only {what}" if part else f"no {what}"
    return f"{part} of {counted(whole, what)}"


def all_of(whole: int, what: str) -> str:
    """Return "all 64 cases" or "the only case"."""
    return f"all {counted(whole, what)}" if whole > 1 else f"the only {what}"


def difference(a: Columns, b: Columns, name: str) -> tuple[float, float]:
    """Return by how much the only value of `b` exceeds that of `a`, and a bound: `BOUND`."""
    halves = [float(table[f"{name}_high"][0] - table[name][0]) for table in (a, b)]
    return float(b[name][0] - a[name][0]), sum(halves)


def signed_text(value: float, bound: float, decimals: int = 2) -> str:
    """Return a difference with its bound, such as "+0.51 ±0.02"."""
    sign = "+" if value > 0 else "\N{MINUS SIGN}" if value < 0 else ""
    text = f"{sign}{number(abs(value), decimals)}"
    return f"{text} {half_width(bound, decimals)}".rstrip() if np.isfinite(bound) else text


def by_players(counts: Sequence[int], values: Sequence[str], unit: str = "") -> str:
    """Return values by numbers of players, the usual one first: "7 with 4 players (3: 8, 5: 6)"."""
    at = counts.index(USUAL) if USUAL in counts else 0
    of = unit.removesuffix("s") if values[at] == "1" else unit
    first = " ".join(filter(None, (values[at], of, f"with {counts[at]} players")))
    others = [
        f"{count}: {value}"
        for index, (count, value) in enumerate(zip(counts, values, strict=True))
        if index != at
    ]
    return f"{first} ({', '.join(others)})" if others else first
