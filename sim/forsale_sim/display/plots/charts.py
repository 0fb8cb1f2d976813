"""Charts of one panel, narrow enough for a phone, with a legend below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from forsale_sim.display.plots.marks import (
    Series,
    draw_curves,
    draw_groups,
    draw_level,
    draw_stacks,
)
from forsale_sim.display.plots.plot_style import PANEL_HEIGHT, PANEL_WIDTH, style

LONG_LABEL = 26
"""Characters; a legend has two columns of labels that are no longer."""


def empty_chart(
    title: str, height: float = PANEL_HEIGHT, width: float = PANEL_WIDTH
) -> tuple[Figure, Axes]:
    """Return an empty chart; to be called, and drawn on, within `style`."""
    figure = Figure(figsize=(width, height), facecolor="none")
    axis = figure.add_subplot()
    axis.set_title(title)
    return figure, axis


def point_chart(
    categories: Sequence[str],
    drawn: Sequence[Series],
    *,
    unit: str,
    title: str = "",
    level: float | None = None,
    across: bool = False,
) -> Figure:
    """Return a chart of estimates by category: see `marks.draw_groups`."""
    height = max(PANEL_HEIGHT, 1.1 + 0.3 * len(categories)) if across else PANEL_HEIGHT
    with style():
        figure, axis = empty_chart(title, height)
        draw_groups(axis, categories, drawn, unit=unit, level=level, across=across)
        _add_legend(figure, axis)
    return figure


def curve_chart(
    x: NDArray[Any],
    drawn: Sequence[Series],
    *,
    xlabel: str,
    unit: str,
    title: str = "",
    level: float | None = None,
) -> Figure:
    """Return a chart of estimates along a scale, with a dashed line at a level."""
    with style():
        figure, axis = empty_chart(title)
        draw_level(axis, level)
        draw_curves(axis, x, drawn)
        axis.set_xlabel(xlabel)
        axis.set_ylabel(unit)
        _add_legend(figure, axis)
    return figure


def stack_chart(
    categories: Sequence[str], drawn: Sequence[Series], *, unit: str, title: str = ""
) -> Figure:
    """Return a chart of parts of a whole, one bar a category, each part with its interval."""
    with style():
        figure, axis = empty_chart(title)
        draw_stacks(axis, categories, drawn, unit)
        _add_legend(figure, axis)
    return figure


def _add_legend(figure: Figure, axis: Axes) -> None:
    handles, labels = axis.get_legend_handles_labels()
    if len(labels) > 1:
        columns = 2 if max(map(len, labels)) <= LONG_LABEL else 1
        figure.legend(handles, labels, loc="outside lower center", ncols=columns, fontsize=9.5)
