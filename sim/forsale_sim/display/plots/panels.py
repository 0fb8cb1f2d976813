"""The frame that plots share: a panel for each player count, a title and a caption."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forsale_sim.display.plots.drawing import ACROSS, STYLE, empty_panels, frame, set_titles
from forsale_sim.results.tables import Columns, values, where

DrawPanel = Callable[[Axes, Columns], str]
"""Draws the rows of one player count, and returns what they show in a sentence."""


def by_players(
    table: Columns,
    height: float,
    draw_panel: DrawPanel,
    heading: str,
    caption: Sequence[str],
    wider: float = 0.0,
) -> Figure:
    """Return a figure with a panel for each player count of a table.

    Parameters
    ----------
    table
        The rows of one ruleset.
    height
        Of a panel, in inches.
    draw_panel
        Draws a panel and returns its title.
    heading
        The title of the figure.
    caption
        Lines that say how to read it and what is drawn.
    wider
        By how many inches it is wider than others where panels are side by side.
    """
    counts = values(table["players"])
    with mpl.rc_context(STYLE):
        figure, axes = empty_panels(len(counts), height, wider if len(counts) > 1 else 0.0)
        titled = [
            (axis, draw_panel(axis, where(table, players=players)))
            for axis, players in zip(axes, counts, strict=True)
        ]
        set_titles(figure, [titled[i : i + ACROSS] for i in range(0, len(titled), ACROSS)])
        frame(figure, heading, "\n".join(caption))
    return figure
