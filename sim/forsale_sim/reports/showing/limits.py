"""Limits of rules of thumb: where, along a scale, an estimate is shown to be above a level."""

from __future__ import annotations

import numpy as np

from forsale_sim.results.tables import Columns

SELDOM = 0.005
"""What is seen in a smaller part of the cases is neither drawn nor counted on."""

SELDOM_TEXT = "What is seen in fewer than 1 of 200 cases is left out."


def frequent(table: Columns) -> Columns:
    """Return the rows of a table of one group that are not seldom."""
    seen = table["games"] >= SELDOM * table["games"].sum()
    return {name: column[seen] for name, column in table.items()}


def ends(table: Columns) -> tuple[Columns, Columns] | None:
    """Return the first and the last row of a table; None if it has no row."""
    if not len(table["games"]):
        return None
    first, last = ({name: column[[at]] for name, column in table.items()} for at in (0, -1))
    return first, last


def first_above(table: Columns, key: str, name: str, level: float) -> int | None:
    """Return the first key from which on, to the last, the lower limit is above a level."""
    below = np.flatnonzero(~(table[f"{name}_low"] > level))
    start = int(below[-1]) + 1 if len(below) else 0
    return int(table[key][start]) if start < len(table[key]) else None


def last_above(table: Columns, key: str, name: str, level: float) -> int | None:
    """Return the last key of which the lower limit is above a level."""
    above = table[key][table[f"{name}_low"] > level]
    return int(above[-1]) if len(above) else None


def around_best(table: Columns, key: str, name: str, level: float) -> tuple[int, int] | None:
    """Return the first and the last key about the best of which lower limits are above a level."""
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


def limit(most: int | None) -> str:
    """Return a limit in words."""
    return "none" if most is None else str(most)
