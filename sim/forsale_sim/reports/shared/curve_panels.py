"""Curves of a column against a key, and panels of them side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from forsale_sim.display.number_text import with_limits
from forsale_sim.display.plots.charts import curve_chart
from forsale_sim.display.plots.marks import Series
from forsale_sim.reports.page.page_parts import Panel
from forsale_sim.reports.results import Results
from forsale_sim.reports.shared.cases import Case
from forsale_sim.results.columns import Columns


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
    """Return a chart of a column against a key, with a curve for each group of rows.

    A group that lacks a key has a gap in its curve.
    """
    x = np.unique(np.concatenate([table[key] for _, table in groups]))
    curves = [Series(label, *_at(x, table, key, name, scale)) for label, table in groups]
    drawing = curve_chart(x, curves, xlabel=xlabel, unit=unit, title=title, level=level)
    drawing.axes[0].xaxis.set_major_locator(MaxNLocator(integer=True))
    return drawing


def win_rate_panel(
    groups: Sequence[tuple[str, Columns]], key: str, players: int, *, xlabel: str, title: str
) -> Drawing:
    """Return a chart of win rates against a key, about a fair share."""
    labels = {"xlabel": xlabel, "unit": "win rate, %", "title": title}
    return curve_panel(groups, key, "win_rate", **labels, scale=100, level=100 / players)


def _at(
    x: NDArray[Any], table: Columns, key: str, name: str, scale: float
) -> list[NDArray[np.float64]]:
    columns = []
    for values in with_limits(table, name, scale):
        columns.append(np.full(len(x), np.nan))
        columns[-1][np.searchsorted(x, table[key])] = values
    return columns


def grid(
    results: Results, name: str, draw: Callable[[Case, str], tuple[Drawing, str]]
) -> list[Panel]:
    """Return a panel for each number of players and ruleset of the first field, side by side.

    `name` is the figure's; `draw` takes a case and a title, and returns a drawing and its alt text.
    """
    panels = []
    for players in results.players:
        for index, ruleset in enumerate(results.rulesets, start=1):
            case = Case(results.fields[0], ruleset, players)
            drawing, alt = draw(case, f"{players} players, {ruleset}")
            panels.append(Panel(f"{name}-{players}-{index}", drawing, alt))
    return panels
