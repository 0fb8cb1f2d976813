"""How plots look: their style, and the rates, intervals and texts that are drawn."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from forsale_sim.display.numbers import decimals_for, number
from forsale_sim.results.tables import Columns, values

Floats = NDArray[np.float64]

HIGH, LOW, LEVEL, LINE = "#0072B2", "#D55E00", "#8A8A8A", "#404040"
"""Colours: above (blue), below (vermilion, as in Okabe and Ito's palette), level; and text."""

FONT_SIZE = 10

STYLE: dict[Any, Any] = {
    "font.size": FONT_SIZE,
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
MOST_LINES = 3
"""Of a title; for more of them a row of panels is made higher."""
LINE_HEIGHT = 0.18
"""Of a title, in inches."""
ROOM = 0.18
"""What a panel has beyond its outermost interval, for a number there, as a part of the range."""
NUMBER = 0.12
"""What a number takes beyond an interval, as a part of an axis: fits into `ROOM`."""


def empty_panels(
    number_of_panels: int, height: float, wider: float = 0.0
) -> tuple[Figure, Sequence[Axes]]:
    """Return a figure with so many panels, each so many inches high, wider than others by some."""
    across = min(ACROSS, number_of_panels)
    down = -(-number_of_panels // across)
    figure = Figure(figsize=(WIDTH + wider, 1.0 + height * down), facecolor="white")
    axes = [figure.add_subplot(down, across, 1 + i) for i in range(number_of_panels)]
    return figure, axes


def in_percent(panel: Columns) -> tuple[float, Floats, Floats]:
    """Return a fair share, the rates, and the arms of their intervals (2, rows), in per cent."""
    rate, low, high = (100 * panel[f"win_rate{limit}"] for limit in ("", "_low", "_high"))
    arms = np.nan_to_num(np.array([rate - low, high - rate]))
    return 100 / float(panel["players"][0]), rate, arms


def reach(table: Columns) -> dict[int, tuple[float, float]]:
    """Return the ends of the axes of all player counts, in per cent: there is but one scale.

    They are as far from a fair share in all panels, so that all intervals are within. Where that
    would lead below 0 or above 100, all panels have the same axis, which ends there.
    """
    fair = 100 / table["players"]
    limits = np.array([100 * table[f"win_rate{limit}"] - fair for limit in ("", "_low", "_high")])
    down, up = -np.nanmin(limits, initial=-0.5), np.nanmax(limits, initial=0.5)
    room = ROOM * (down + up)
    counts = values(table["players"])
    ends = {players: (100 / players - down - room, 100 / players + up + room) for players in counts}
    low, high = min(low for low, _ in ends.values()), max(high for _, high in ends.values())
    if low >= 0 and high <= 100:
        return ends
    return dict.fromkeys(counts, (max(0.0, low), min(100.0, high)))


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

    Where there is no room beyond an interval, its number is at the other end, or by the rate.

    Parameters
    ----------
    axis
        Drawn on, as far as it goes along the rates.
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
    first, last = axis.get_ylim() if upright else axis.get_xlim()
    needed = NUMBER * (last - first)
    for place, value, arm, colour in zip(places, rate, arms.T, colours, strict=True):
        if not np.isfinite(value):
            continue
        above = value >= fair
        low, high = (value - arm[0], value + arm[1])  # and on the other side, beyond the stem
        ends = {1: high if above else max(high, fair), -1: min(low, fair) if above else low}
        room = {1: ends[1] + needed <= last, -1: ends[-1] - needed >= first}
        side = next((side for side in ((1, -1) if above else (-1, 1)) if room[side]), 0)
        beyond = ends.get(side, value)
        at = (place, value) if upright else (value, place)
        error = {"yerr": arm[:, None]} if upright else {"xerr": arm[:, None]}
        bar = axis.errorbar(
            *at, **error, fmt="o", color=colour, markersize=5, capsize=3, elinewidth=1.4
        )
        for artist in bar.get_children():
            artist.set_clip_on(False)  # a rate of 0 is drawn whole
        up = upright if side else not upright
        side = side or 1
        axis.annotate(
            number(value, decimals),
            (place, beyond) if upright else (beyond, place),
            xytext=(0, 5 * side) if up else (5 * side, 0),
            textcoords="offset points",
            ha="center" if up else ("left" if side > 0 else "right"),
            va=("bottom" if side > 0 else "top") if up else "center",
            fontsize="small",
            color=colour,
        )


def set_titles(figure: Figure, rows: Sequence[Sequence[tuple[Axes, str]]]) -> None:
    """Set the titles of panels, in lines that fit; where these are many, the figure grows.

    Parameters
    ----------
    figure
        With the panels.
    rows
        Panels that are side by side, with their titles.
    """
    characters = CHARACTERS[max(map(len, rows))]
    more = 0
    for row in rows:
        wrapped = [textwrap.wrap(finding, characters) for _, finding in row]
        for (axis, _), lines in zip(row, wrapped, strict=True):
            axis.set_title("\n".join(lines))
        more += max(0, max(map(len, wrapped)) - MOST_LINES)
    if more:
        figure.set_figheight(figure.get_figheight() + LINE_HEIGHT * more)


def frame(figure: Figure, title: str, caption: str) -> None:
    """Add a figure's title, and a caption that says how to read it and what the bars are."""
    figure.suptitle(title, x=0.01, ha="left", fontsize="x-large", fontweight="bold")
    figure.supxlabel(caption, x=0.01, ha="left", fontsize="small", color="#666666")
