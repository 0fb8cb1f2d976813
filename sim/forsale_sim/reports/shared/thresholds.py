"""Thresholds along a scale: where an estimate is shown to be above a level."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from forsale_sim.results.columns import Columns

SELDOM = 0.005
"""Rows on a smaller part of the games are left out."""

SELDOM_TEXT = "Values in fewer than 1 of 200 cases are left out."


def frequent_rows(table: Columns) -> Columns:
    """Return the rows that at least `SELDOM` of a table's games are on."""
    often = table["games"] >= SELDOM * table["games"].sum()
    return {name: column[often] for name, column in table.items()}


def first_and_last(table: Columns) -> tuple[Columns, Columns] | None:
    """Return the first and the last row of a table; None if it has no row."""
    if not len(table["games"]):
        return None
    first, last = ({name: column[[at]] for name, column in table.items()} for at in (0, -1))
    return first, last


def count_rises(pairs: Iterable[tuple[Columns, Columns] | None], name: str) -> int:
    """Count the pairs of rows in which intervals show that a measure is higher in the second."""
    return sum(
        bool(len(a["games"]) and len(b["games"]) and b[f"{name}_low"][0] > a[f"{name}_high"][0])
        for a, b in filter(None, pairs)
    )


def first_above(table: Columns, key: str, name: str, level: float) -> int | None:
    """Return the first key from which on, to the last, the lower limit is above a level."""
    below = np.flatnonzero(~(table[f"{name}_low"] > level))
    start = int(below[-1]) + 1 if len(below) else 0
    return int(table[key][start]) if start < len(table[key]) else None


def last_above(table: Columns, key: str, name: str, level: float) -> int | None:
    """Return the last key whose lower limit is above a level."""
    above = table[key][table[f"{name}_low"] > level]
    return int(above[-1]) if len(above) else None


def around_best(table: Columns, key: str, name: str, level: float) -> tuple[int, int] | None:
    """Return the first and last key around the best whose lower limits are above a level."""
    if not len(table[key]):
        return None
    above = table[f"{name}_low"] > level
    best = int(np.argmax(table[name]))
    if not above[best]:
        return None
    gaps = np.flatnonzero(~above)
    first = int(max(gaps[gaps < best], default=-1)) + 1
    last = int(min(gaps[gaps > best], default=len(above))) - 1
    return int(table[key][first]), int(table[key][last])


def threshold_text(most: int | None) -> str:
    """Return a threshold as text."""
    return "none" if most is None else str(most)
