"""What plots and figures are drawn with: points, curves and bars, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from strategy_lab.display.number_text import with_limits
from strategy_lab.display.plots.plot_style import GROUND, INK, Look, look
from strategy_lab.results.columns import Columns

Floats = NDArray[np.float64]

GROUP = 0.7
"""The most that the points of one category take of its place."""
APART = 0.22
"""The most by which two points of a category are apart."""


class Series(NamedTuple):
    """Estimates with their intervals, drawn in one colour."""

    label: str
    value: Floats
    low: Floats
    high: Floats

    @property
    def arms(self) -> Floats:
        """How far intervals reach below and above, (2, values); 0 where there is none."""
        arms: Floats = np.array([self.value - self.low, self.high - self.value])
        return np.nan_to_num(arms).clip(0)


def series(label: str, table: Columns, name: str, scale: float = 1.0) -> Series:
    """Return a column of a table and the columns of its limits as a series."""
    return Series(label, *with_limits(table, name, scale))


def draw_level(axis: Axes, level: float | None, *, upright: bool = True) -> None:
    """Draw a dashed line at a value, if there is one; across the axis if values are upright."""
    if level is not None:
        line = axis.axhline if upright else axis.axvline
        line(level, color=INK, linewidth=1, linestyle=(0, (4, 3)))


def draw_points(
    axis: Axes, places: NDArray[Any], drawn: Series, style: Look, *, upright: bool = True
) -> None:
    """Draw points with whiskers; values run upwards if upright, else to the right."""
    x, y = (places, drawn.value) if upright else (drawn.value, places)
    bar = axis.errorbar(
        x,
        y,
        xerr=None if upright else drawn.arms,
        yerr=drawn.arms if upright else None,
        fmt=style.marker,
        color=style.colour,
        markersize=5,
        capsize=3,
        elinewidth=1.4,
        label=drawn.label,
    )
    for artist in bar.get_children():
        artist.set_clip_on(False)  # a point at the end of an axis is drawn whole


def draw_whiskers(axis: Axes, places: NDArray[Any], drawn: Series, *, upright: bool = True) -> None:
    """Draw the intervals of bars."""
    x, y = (places, drawn.value) if upright else (drawn.value, places)
    xerr, yerr = (None, drawn.arms) if upright else (drawn.arms, None)
    axis.errorbar(x, y, xerr=xerr, yerr=yerr, fmt="none", ecolor=INK, elinewidth=1.4, capsize=3)


def draw_groups(
    axis: Axes,
    categories: Sequence[str],
    drawn: Sequence[Series],
    *,
    unit: str,
    level: float | None = None,
    across: bool = False,
) -> None:
    """Draw series of estimates side by side in each category."""
    places = np.arange(len(categories))
    offsets = (np.arange(len(drawn)) - (len(drawn) - 1) / 2) * min(APART, GROUP / len(drawn))
    draw_level(axis, level, upright=not across)
    for index, (each, offset) in enumerate(zip(drawn, offsets, strict=True)):
        draw_points(axis, places + offset, each, look(index), upright=not across)
    if across:
        name_rows(axis, categories)
        axis.set_xlabel(unit)
    else:
        name_columns(axis, categories)
        axis.set_ylabel(unit)


def draw_curves(axis: Axes, x: NDArray[Any], drawn: Sequence[Series]) -> None:
    """Draw estimates along a scale, with their intervals as bands."""
    for index, each in enumerate(drawn):
        colour, _, dashes, _ = look(index)
        axis.plot(x, each.value, color=colour, linewidth=1.8, linestyle=dashes, label=each.label)
        draw_band(axis, x, each.low, each.high, colour, alpha=0.25)


def draw_band(
    axis: Axes, x: NDArray[Any], low: Floats, high: Floats, colour: str, alpha: float
) -> None:
    """Fill what lies between two curves."""
    axis.fill_between(x, low, high, color=colour, alpha=alpha, linewidth=0)


def draw_stacks(axis: Axes, categories: Sequence[str], drawn: Sequence[Series], unit: str) -> None:
    """Draw the parts of a whole, a bar for each category."""
    places = np.arange(len(categories))
    top = np.zeros(len(categories))
    for index, each in enumerate(drawn):
        colour, _, _, hatch = look(index)
        axis.bar(
            places,
            each.value,
            0.6,
            bottom=top,
            color=colour,
            alpha=0.8,
            hatch=hatch,
            edgecolor=GROUND,
            label=each.label,
        )
        if each.arms.any():
            offset = 0.08 * (index - (len(drawn) - 1) / 2)
            limits = (top + end for end in (each.value, each.low, each.high))
            draw_whiskers(axis, places + offset, Series("", *limits))
        top = top + each.value
    name_columns(axis, categories)
    axis.set_ylabel(unit)


def name_rows(axis: Axes, names: Sequence[str]) -> None:
    """Give each row of an axis a name, the first on top."""
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.grid(visible=False, axis="y")
    axis.tick_params(axis="y", length=0)


def name_columns(axis: Axes, names: Sequence[str]) -> None:
    """Give each column of an axis a name."""
    axis.set_xticks(range(len(names)), names)
    axis.set_xlim(-0.6, len(names) - 0.4)
    axis.grid(visible=False, axis="x")
