"""How plots look: their style, and the rates, intervals and texts that are drawn."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from forsale_sim.report.numbers import decimals_for, number
from forsale_sim.results.tables import Columns

Floats = NDArray[np.float64]

HIGH, LOW, LEVEL, LINE = "#0072B2", "#D55E00", "#8A8A8A", "#404040"
"""Colours: above (blue), below (vermilion, as in Okabe and Ito's palette), level; and text."""

STYLE: dict[Any, Any] = {
    "font.size": 10,
    "text.color": LINE,
    "axes.labelcolor": LINE,
    "axes.edgecolor": "#BBBBBB",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#ECECEC",
    "xtick.color": LINE,
    "ytick.color": LINE,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.hspace": 0.08,
    "figure.constrained_layout.wspace": 0.06,
    "svg.hashsalt": "forsale-sim",
}
"""Light grid, dark text. The salt gives the parts of an SVG the same names each time."""

DOTS_PER_INCH = 150
WIDTH = 9.0
"""Of a figure, in inches."""
ACROSS = 2
"""Panels side by side."""
CHARACTERS = {1: 70, 2: 38}
"""Longest line of a panel's title, by the panels side by side."""
ROOM = 0.18
"""What a panel has beyond its outermost interval, for a number there, as a part of the range."""


def empty_panels(number_of_panels: int, height: float) -> tuple[Figure, Sequence[Axes]]:
    """Return a figure with so many panels, each so many inches high."""
    across = min(ACROSS, number_of_panels)
    down = -(-number_of_panels // across)
    figure = Figure(figsize=(WIDTH, 1.0 + height * down), facecolor="white")
    axes = [figure.add_subplot(down, across, 1 + i) for i in range(number_of_panels)]
    return figure, axes


def in_percent(panel: Columns) -> tuple[float, Floats, Floats]:
    """Return a fair share, the rates, and the arms of their intervals (2, rows), in per cent."""
    rate, low, high = (100 * panel[f"win_rate{limit}"] for limit in ("", "_low", "_high"))
    arms = np.nan_to_num(np.array([rate - low, high - rate]))
    return 100 / float(panel["players"][0]), rate, arms


def reach(table: Columns) -> tuple[float, float]:
    """Return how far panels go below and above their fair share, in points, for all intervals."""
    fair = 100 / table["players"]
    limits = np.array([100 * table[f"win_rate{limit}"] - fair for limit in ("", "_low", "_high")])
    down, up = -np.nanmin(limits, initial=-0.5), np.nanmax(limits, initial=0.5)
    room = ROOM * (down + up)
    return down + room, up + room


def draw(
    axis: Axes,
    places: NDArray[np.int64],
    rate: Floats,
    arms: Floats,
    fair: float,
    colours: Sequence[str],
    *,
    upright: bool,
) -> None:
    """Draw rates with stems from a fair share, intervals, and their numbers beyond these.

    Parameters
    ----------
    axis
        Drawn on.
    places
        Where each rate stands.
    rate, arms, fair
        From `in_percent`.
    colours
        One for each rate.
    upright
        Whether places are along x and rates along y; else the other way round.
    """
    decimals = decimals_for(arms.max(axis=0))
    stems, line = (axis.vlines, axis.axhline) if upright else (axis.hlines, axis.axvline)
    stems(places, fair, rate, colors=colours, linewidth=7, alpha=0.25)
    line(fair, color=LINE, linewidth=1, linestyle=(0, (4, 3)))
    for place, value, arm, colour in zip(places, rate, arms.T, colours, strict=True):
        if not np.isfinite(value):
            continue
        above = value >= fair
        beyond = value + arm[1] if above else value - arm[0]
        at = (place, value) if upright else (value, place)
        error = {"yerr": arm[:, None]} if upright else {"xerr": arm[:, None]}
        axis.errorbar(*at, **error, fmt="o", color=colour, markersize=5, capsize=3, elinewidth=1.4)
        axis.annotate(
            number(value, decimals),
            (place, beyond) if upright else (beyond, place),
            xytext=(0, 5 if above else -5) if upright else (5 if above else -5, 0),
            textcoords="offset points",
            ha="center" if upright else ("left" if above else "right"),
            va=("bottom" if above else "top") if upright else "center",
            fontsize="small",
            color=colour,
        )


def title(axis: Axes, finding: str, number_of_panels: int) -> None:
    """Set a panel's title, in lines that fit."""
    axis.set_title(textwrap.fill(finding, CHARACTERS[min(ACROSS, number_of_panels)]))


def no_rate_below_0(rate: float, _: float) -> str:
    """Return the label of a tick: none where an axis goes on below 0 to make room."""
    return f"{rate:g}" if rate >= 0 else ""


def frame(figure: Figure, title: str, caption: str) -> None:
    """Add a figure's title, and a caption that says how to read it and what the bars are."""
    figure.suptitle(title, x=0.01, ha="left", fontsize="x-large", fontweight="bold")
    figure.supxlabel(caption, x=0.01, ha="left", fontsize="small", color="#666666")
