"""Draws the panels of a report: narrow, so that a phone shows them at full size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from forsale_sim.display.plots.drawing import HIGH, LINE, LOW, STYLE

Floats = NDArray[np.float64]

WIDTH, HEIGHT = 4.7, 3.1
"""Of a panel, in inches: at 72 points an inch, as wide as a phone's page."""

COLOURS = (HIGH, LOW, "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Of series: Okabe and Ito's palette."""
MARKERS = ("o", "s", "^", "D", "v", "P")
LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)))
HATCHES = ("", "///", "---", "xxx", "\\\\\\", "++")

LONG_LABEL = 26
"""Characters; a legend has two columns of labels that are no longer."""

GROUND = "#FFFFFF"

PANEL_STYLE = {
    **STYLE,
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "sans-serif",
    "font.size": 10.5,
    "legend.frameon": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "grid.color": "#DDDDDD",
}
"""Texts stay texts; nothing is painted behind, so that the page's own ground shows."""


class Series(NamedTuple):
    """What is drawn in one colour."""

    label: str
    value: Floats
    low: Floats
    high: Floats


def panel(height: float = HEIGHT, title: str = "") -> tuple[Figure, Axes]:
    """Return an empty drawing and its axes; to be called, and drawn on, within `style`."""
    figure = Figure(figsize=(WIDTH, height))
    axis = figure.add_subplot()
    axis.set_title(title)
    return figure, axis


def style() -> Any:
    """Return the context in which panels are drawn."""
    return mpl.rc_context(PANEL_STYLE)


def points(
    categories: Sequence[str],
    series: Sequence[Series],
    *,
    unit: str,
    title: str = "",
    level: float | None = None,
    across: bool = False,
) -> Figure:
    """Return a drawing of estimates with their intervals, by category.

    Parameters
    ----------
    categories
        Along one axis.
    series
        Each with a value for each category; NaN for none.
    unit
        What the other axis is in.
    title
        Of the panel.
    level
        Where to draw a dashed line.
    across
        Whether values run from left to right and categories from top to bottom.
    """
    with style():
        figure, axis = panel(max(HEIGHT, 1.1 + 0.3 * len(categories)) if across else HEIGHT, title)
        places = np.arange(len(categories))
        offsets = (np.arange(len(series)) - (len(series) - 1) / 2) * min(0.22, 0.7 / len(series))
        if level is not None:
            line = axis.axvline if across else axis.axhline
            line(level, color=LINE, linewidth=1, linestyle=(0, (4, 3)))
        for index, ((label, value, low, high), offset) in enumerate(
            zip(series, offsets, strict=True)
        ):
            arms = np.maximum(np.nan_to_num(np.array([value - low, high - value])), 0)
            x, y = (value, places + offset) if across else (places + offset, value)
            axis.errorbar(
                x,
                y,
                xerr=arms if across else None,
                yerr=None if across else arms,
                fmt=_look(MARKERS, index),
                color=COLOURS[index % len(COLOURS)],
                markersize=5,
                capsize=3,
                elinewidth=1.4,
                label=label,
            )
        if across:
            axis.set_yticks(places, categories)
            axis.set_ylim(len(categories) - 0.5, -0.5)
            axis.set_xlabel(unit)
        else:
            axis.set_xticks(places, categories)
            axis.set_xlim(-0.6, len(categories) - 0.4)
            axis.set_ylabel(unit)
        axis.grid(visible=False, axis="y" if across else "x")
        _legend(figure, axis)
    return figure


def curves(
    x: NDArray[Any],
    series: Sequence[Series],
    *,
    xlabel: str,
    unit: str,
    title: str = "",
    level: float | None = None,
) -> Figure:
    """Return a drawing of estimates along a scale, their intervals as bands; a dashed `level`."""
    with style():
        figure, axis = panel(title=title)
        if level is not None:
            axis.axhline(level, color=LINE, linewidth=1, linestyle=(0, (4, 3)))
        for index, (label, value, low, high) in enumerate(series):
            colour, line = COLOURS[index % len(COLOURS)], _look(LINES, index)
            axis.plot(x, value, color=colour, linewidth=1.8, linestyle=line, label=label)
            axis.fill_between(x, low, high, color=colour, alpha=0.25, linewidth=0)
        axis.set_xlabel(xlabel)
        axis.set_ylabel(unit)
        _legend(figure, axis)
    return figure


def stacks(
    categories: Sequence[str], series: Sequence[Series], *, unit: str, title: str = ""
) -> Figure:
    """Return a drawing of parts of a whole, one bar a category, each part with its interval."""
    with style():
        figure, axis = panel(title=title)
        places = np.arange(len(categories))
        start = np.zeros(len(categories))
        for index, (label, value, low, high) in enumerate(series):
            axis.bar(
                places,
                value,
                bottom=start,
                width=0.62,
                color=COLOURS[index % len(COLOURS)],
                alpha=0.8,
                hatch=_look(HATCHES, index),
                edgecolor=GROUND,
                label=label,
            )
            arms = np.maximum(np.nan_to_num(np.array([value - low, high - value])), 0)
            at = places + (index - (len(series) - 1) / 2) * 0.08
            axis.errorbar(at, start + value, yerr=arms, fmt="none", color=LINE, capsize=2)
            start = start + value
        axis.set_xticks(places, categories)
        axis.set_ylabel(unit)
        axis.grid(visible=False, axis="x")
        _legend(figure, axis)
    return figure


def _look(looks: Sequence[Any], index: int) -> Any:
    """Return one of the looks of series, so that none is told by its colour alone.

    Series of one colour have different ones.
    """
    return looks[(index + index // len(COLOURS)) % len(looks)]


def _legend(figure: Figure, axis: Axes) -> None:
    handles, labels = axis.get_legend_handles_labels()
    if len(labels) > 1:
        columns = 2 if max(map(len, labels)) <= LONG_LABEL else 1
        figure.legend(handles, labels, loc="outside lower center", ncols=columns, fontsize=9.5)
