"""Heat maps of who finishes ahead of whom, with numbers that can be read on every colour."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from numpy.typing import NDArray

from strategy_lab.display.plots.marks import Floats
from strategy_lab.display.plots.plot_style import GROUND, INK
from strategy_lab.results.columns import Columns

SCALE = LinearSegmentedColormap.from_list("ahead", ["#D45D01", "#FEFEFE", "#0171B1"])
"""Nearly vermilion and blue, but not in `plot_style.DARK`: cells look the same in light and dark,
as the numbers on them do."""

SLANT = 50
"""Degrees by which the labels of columns are turned."""

CELL = 0.3
"""Inches that a cell takes."""
ORDINARY_FIELD = 9
"""Strategies for which a panel of the usual width has room."""


def ahead_matrix(meetings: Columns, names: Sequence[str]) -> tuple[Floats, NDArray[np.bool_]]:
    """Return how often rows finish ahead of columns, in per cent, and where not 50 % is shown."""
    rate = np.full((len(names), len(names)), np.nan)
    decided = np.zeros(rate.shape, bool)
    at = tuple(
        [names.index(name) for name in meetings[key].tolist()] for key in ("strategy", "opponent")
    )
    rate[at] = 100 * meetings["ahead_rate"]
    decided[at] = (meetings["ahead_rate_low"] > 0.5) | (meetings["ahead_rate_high"] < 0.5)
    return rate, decided


def draw_heat_map(
    axis: Axes, labels: Sequence[str], rate: Floats, decided: NDArray[np.bool_]
) -> None:
    """Draw a heat map of rates in per cent, NaN for none; cells not decided have no colour."""
    axis.pcolormesh(
        np.where(decided, rate, np.nan), cmap=SCALE, vmin=0, vmax=100, edgecolors=GROUND
    )
    for row, column in zip(*np.nonzero(np.isfinite(rate)), strict=True):
        cell = SCALE(rate[row, column] / 100)
        axis.text(
            *(column + 0.5, row + 0.5, f"{rate[row, column]:.0f}"),
            ha="center",
            va="center",
            fontsize=8.5,
            color=_readable_on(cell) if decided[row, column] else INK,
        )
    places = np.arange(len(labels)) + 0.5
    axis.set_yticks(places, labels)
    axis.set_xticks(places, labels, rotation=SLANT, ha="right", rotation_mode="anchor")
    axis.set_ylim(len(labels), 0)
    axis.set_xlim(0, len(labels))
    axis.grid(visible=False)
    axis.tick_params(length=0)


def label_height(width: float) -> float:
    """Return how high a slanted label is."""
    return math.sin(math.radians(SLANT)) * width


def _readable_on(colour: tuple[float, float, float, float]) -> str:
    """Return black or white, whichever has more contrast to a colour (WCAG 2, 1.4.3)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    luminance = float(np.dot(linear, (0.2126, 0.7152, 0.0722)))
    return "#FEFEFE" if (luminance + 0.05) ** 2 < 1.05 * 0.05 else "#010101"
