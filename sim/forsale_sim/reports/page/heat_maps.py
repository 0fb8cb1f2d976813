"""Draws heat maps of rates, with numbers that can be read on every colour."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from forsale_sim.display.plots.drawing import LINE
from forsale_sim.display.plots.labels import shortened
from forsale_sim.reports.page.drawing import GROUND, WIDTH, Floats, panel, style

ENDS = ("#D45D01", "#FEFEFE", "#0171B1")
"""Of the scale: nearly the first two of `drawing.COLOURS`, but the same in light and dark, as the
numbers on them are."""

ORDINARY_FIELD = 9
"""A panel of the usual width has room for so many strategies."""
CELL = 0.3
"""What each of more takes of its width, in inches."""


def heat_map(
    names: Sequence[str], rate: Floats, shown: NDArray[np.bool_], *, title: str = ""
) -> Figure:
    """Return a heat map of rates in per cent, rows against columns.

    Parameters
    ----------
    names
        Of rows and columns.
    rate
        (rows, columns), in per cent; NaN for none.
    shown
        Which are shown to differ from 50 %; the others are left without colour.
    """
    scale = mpl.colors.LinearSegmentedColormap.from_list("", ENDS)
    with style():
        labels = list(shortened(names).values())
        figure, axis = panel(1.3 + 0.36 * len(names), title)
        figure.set_figwidth(WIDTH + CELL * max(0, len(names) - ORDINARY_FIELD))
        axis.pcolormesh(
            np.where(shown, rate, np.nan), cmap=scale, vmin=0, vmax=100, edgecolors=GROUND
        )
        for row, column in zip(*np.nonzero(np.isfinite(rate)), strict=True):
            cell = scale(rate[row, column] / 100)
            axis.text(
                *(column + 0.5, row + 0.5, f"{rate[row, column]:.0f}"),
                ha="center",
                va="center",
                fontsize=9,
                color=_readable_on(cell) if shown[row, column] else LINE,
            )
        places = np.arange(len(names)) + 0.5
        axis.set_yticks(places, labels)
        axis.set_xticks(places, labels, rotation=50, ha="right", rotation_mode="anchor")
        axis.set_ylim(len(names), 0)
        axis.set_xlim(0, len(names))
        axis.grid(visible=False)
        axis.tick_params(length=0)
    return figure


def _readable_on(colour: tuple[float, float, float, float]) -> str:
    """Return black or white, whichever has more contrast to a colour (WCAG 2, 1.4.3)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    luminance = float(np.dot(linear, (0.2126, 0.7152, 0.0722)))
    return "#FEFEFE" if (luminance + 0.05) ** 2 < 1.05 * 0.05 else "#010101"
