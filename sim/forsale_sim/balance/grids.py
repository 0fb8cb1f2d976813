"""What sections on how to play share: curves, panels side by side, limits of rules of thumb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from forsale_sim.balance.cases import Case
from forsale_sim.balance.changes import USUAL
from forsale_sim.balance.drawing import Series, curves
from forsale_sim.balance.parts import Panel
from forsale_sim.balance.results import Results
from forsale_sim.report.numbers import number
from forsale_sim.results.tables import Columns

SELDOM = 0.005
"""What is seen in a smaller part of the cases is neither drawn nor counted on."""

SELDOM_TEXT = "What is seen in fewer than 1 of 200 cases is left out."

BOUND = "the bound on a difference adds up both half-widths"
"""How sure one can be of the difference of two estimates, in words."""


def frequent(table: Columns) -> Columns:
    """Return the rows of a table of one group that are not seldom."""
    seen = table["games"] >= SELDOM * table["games"].sum()
    return {name: column[seen] for name, column in table.items()}


def curve_panel(
    groups: Sequence[tuple[str, Columns]],
    key: str,
    name: str,
    *,
    xlabel: str,
    unit: str,
    title: str,
    scale: float = 1.0,
    level: float | None = None,
) -> Drawing:
    """Return a drawing of a column against a key, with a curve for each group of rows.

    Groups need not have the same keys: where one has none, its curve has a gap.
    """
    x = np.unique(np.concatenate([table[key] for _, table in groups]))
    drawn = [Series(label, *_at(x, table, key, name, scale)) for label, table in groups]
    drawing = curves(x, drawn, xlabel=xlabel, unit=unit, title=title, level=level)
    drawing.axes[0].xaxis.set_major_locator(MaxNLocator(integer=True))
    return drawing


def _at(
    x: NDArray[Any], table: Columns, key: str, name: str, scale: float
) -> list[NDArray[np.float64]]:
    columns = []
    for end in ("", "_low", "_high"):
        column = np.full(len(x), np.nan)
        column[np.searchsorted(x, table[key])] = scale * table[f"{name}{end}"]
        columns.append(column)
    return columns


def grid(
    results: Results, name: str, draw: Callable[[Case, str], tuple[Drawing, str]]
) -> list[Panel]:
    """Return a panel for each number of players and ruleset of the first field, side by side.

    Parameters
    ----------
    name
        Of the figure.
    draw
        Given the case and the panel's title, returns the drawing and what it shows.
    """
    panels = []
    for players in results.players:
        for index, ruleset in enumerate(results.rulesets, start=1):
            case = Case(results.fields[0], ruleset, players)
            drawing, said = draw(case, f"{players} players, {ruleset}")
            panels.append(Panel(f"{name}-{players}-{index}", drawing, said))
    return panels


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


def difference(one: Columns, other: Columns, name: str) -> tuple[float, float]:
    """Return by how much the only value of `other` exceeds that of `one`, and a bound: `BOUND`."""
    halves = [float(table[f"{name}_high"][0] - table[name][0]) for table in (one, other)]
    return float(other[name][0] - one[name][0]), sum(halves)


def signed(value: float, bound: float, decimals: int = 2) -> str:
    """Return a difference with its bound, such as "+0.51 ±0.02"."""
    sign = "+" if value > 0 else "\N{MINUS SIGN}" if value < 0 else ""
    said = f"{sign}{number(abs(value), decimals)}"
    return f"{said} ±{number(bound, decimals)}" if np.isfinite(bound) else said


def by_players(counts: Sequence[int], values: Sequence[str], unit: str = "") -> str:
    """Return values by numbers of players, the usual one first: "7 with 4 players (3: 8, 5: 6)"."""
    at = counts.index(USUAL) if USUAL in counts else 0
    said = " ".join(filter(None, (values[at], unit, f"with {counts[at]} players")))
    others = [
        f"{count}: {value}"
        for index, (count, value) in enumerate(zip(counts, values, strict=True))
        if index != at
    ]
    return f"{said} ({', '.join(others)})" if others else said
