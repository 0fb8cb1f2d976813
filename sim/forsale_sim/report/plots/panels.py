"""The frame that plots share: a panel for each player count, a title and a caption."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forsale_sim.report.plots.drawing import STYLE, empty_panels, frame, title
from forsale_sim.results.tables import Columns, values, where

DrawPanel = Callable[[Axes, Columns], str]
"""Draws the rows of one player count, and returns what they show in a sentence."""


def by_players(
    table: Columns, height: float, draw_panel: DrawPanel, heading: str, caption: Sequence[str]
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
    """
    counts = values(table["players"])
    with mpl.rc_context(STYLE):
        figure, axes = empty_panels(len(counts), height)
        for axis, players in zip(axes, counts, strict=True):
            title(axis, draw_panel(axis, where(table, players=players)), len(counts))
        frame(figure, heading, "\n".join(caption))
    return figure
