"""Columns of tables as what is drawn: series, curves, and panels side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from forsale_sim.reports.page.drawing import Series, curves
from forsale_sim.reports.page.parts import Panel
from forsale_sim.reports.results import Results
from forsale_sim.reports.showing.cases import Case
from forsale_sim.results.tables import Columns


def series(label: str, table: Columns, name: str, scale: float = 1.0) -> Series:
    """Return a column with its limits, to be drawn."""
    value, low, high = (scale * table[f"{name}{end}"] for end in ("", "_low", "_high"))
    return Series(label, value, low, high)


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
