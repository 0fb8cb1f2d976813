"""A chart of effects: a row each, on one axis, with the fields that they were seen in as dots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib.ticker as ticks
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from strategy_lab.display.compare.difference_text import signed_text
from strategy_lab.display.plots.marks import draw_level, name_rows
from strategy_lab.display.plots.plot_style import (
    BLUE,
    GREY,
    GRID,
    GROUND,
    INK,
    PANEL_WIDTH,
    VERMILION,
    style,
)

FILLED, HOLLOW, DOT, OTHER = "filled", "hollow", "dot", "other"
"""Kinds of marks: the main one, the same in another way, one of many, and the main one's rival."""

MARKS: dict[str, dict[str, Any]] = {
    FILLED: {"marker": "o", "markersize": 7, "color": BLUE, "zorder": 4},
    HOLLOW: {"marker": "o", "markersize": 7, "color": BLUE, "mfc": GROUND, "mew": 1.6, "zorder": 3},
    DOT: {"marker": "o", "markersize": 3.5, "color": GREY, "mew": 0, "zorder": 2},
    OTHER: {"marker": "D", "markersize": 6, "color": VERMILION, "zorder": 3},
}

ROW, LINE, FRAME = 0.27, 0.1, 0.95
"""Inches: of a row, of what another line of a label takes, and of all that is not rows."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A value of a row."""

    kind: str
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class EffectRow:
    """A row of the chart."""

    label: str
    marks: Sequence[Mark]


def effect_chart(
    rows: Sequence[EffectRow],
    *,
    unit: str,
    key: Sequence[tuple[str, str]] = (),
    level: float = 0.0,
    margin: float | None = None,
    limits: tuple[float, float] | None = None,
) -> Figure:
    """Return a chart of effects."""
    with style():
        lines = max((row.label.count("\n") for row in rows), default=0) + 1
        height = FRAME + len(rows) * (ROW + LINE * (lines - 1))
        figure = Figure(figsize=(PANEL_WIDTH, height), facecolor="none")
        axis = figure.add_subplot()
        if margin is not None:
            axis.axvspan(level - margin, level + margin, color=GRID, lw=0, zorder=0)
        draw_level(axis, level, upright=False)
        for place, row in enumerate(rows):
            for mark in row.marks:
                _draw(axis, place, mark)
        name_rows(axis, [row.label for row in rows])
        axis.set_xlabel(unit)
        if limits is not None:
            axis.set_xlim(*limits)
        axis.xaxis.set_major_locator(ticks.MaxNLocator(5))
        axis.spines["left"].set_visible(False)
        _add_key(axis, key)
    return figure


def mark_text(mark: Mark, decimals: int = 1) -> str:
    """Return an effect with its interval, "+1.2 (+0.3 to +2.1)"."""
    value = signed_text(mark.value, decimals)
    if mark.low is None or mark.high is None:
        return value
    low, high = (signed_text(end, decimals) for end in (mark.low, mark.high))
    return f"{value} ({low} to {high})"


def _draw(axis: Axes, place: int, mark: Mark) -> None:
    look = MARKS[mark.kind]
    if mark.low is not None and mark.high is not None:
        axis.plot([mark.low, mark.high], [place, place], color=look["color"], lw=1.3, zorder=1)
    axis.plot([mark.value], [place], linestyle="none", **look)


def _add_key(axis: Axes, key: Sequence[tuple[str, str]]) -> None:
    """Name the kinds of marks above the rows."""
    if not key:
        return
    handles = [
        axis.plot([], [], linestyle="none", label=name, **MARKS[kind])[0] for kind, name in key
    ]
    axis.figure.legend(
        handles=handles,
        loc="outside upper left",
        ncols=len(handles),
        fontsize=8.5,
        labelcolor=INK,
        handletextpad=0.1,
        columnspacing=0.9,
        borderpad=0,
        borderaxespad=0.2,
    )
