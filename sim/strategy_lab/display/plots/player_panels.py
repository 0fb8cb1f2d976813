"""Figures with a panel for each player count, a title that is the finding, and a caption."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from matplotlib.axes import Axes

from strategy_lab.display.plots.figures import Figure
from strategy_lab.display.plots.plot_style import CAPTION, FIGURE_WIDTH, style
from strategy_lab.results.columns import Columns
from strategy_lab.results.tables import values, where

DrawPanel = Callable[[Axes, Columns], str]
"""Draws the rows of one player count, and returns what they show in a sentence."""

ACROSS = 2
"""Panels side by side."""
CHARACTERS = {1: 70, 2: 38}
"""Longest line of a panel's title, by the panels side by side."""
MOST_LINES = 3
"""Of a title; for more of them a row of panels is made higher."""
LINE_HEIGHT = 0.18
"""Inches of a title's line."""


def by_players(
    table: Columns,
    height: float,
    draw_panel: DrawPanel,
    heading: str,
    caption: Sequence[str],
    wider: float = 0.0,
) -> Figure:
    """Return a figure with a panel for each player count of a table."""
    counts = values(table["players"])
    across = min(ACROSS, len(counts))
    down = -(-len(counts) // across)
    width = FIGURE_WIDTH + (wider if len(counts) > 1 else 0.0)
    with style():
        figure = Figure(figsize=(width, 1.0 + height * down), facecolor="white")
        titled = []
        for index, players in enumerate(counts, start=1):
            axis = figure.add_subplot(down, across, index)
            titled.append((axis, draw_panel(axis, where(table, players=players))))
        set_titles(figure, [titled[i : i + across] for i in range(0, len(titled), across)])
        set_frame(figure, heading, caption)
    return figure


def set_titles(figure: Figure, rows: Sequence[Sequence[tuple[Axes, str]]]) -> None:
    """Set the titles of rows of panels, in lines that fit; for many lines the figure grows."""
    characters = CHARACTERS[max(map(len, rows))]
    more = 0
    for row in rows:
        wrapped = [textwrap.wrap(finding, characters) for _, finding in row]
        for (axis, _), lines in zip(row, wrapped, strict=True):
            axis.set_title("\n".join(lines))
        more += max(0, max(map(len, wrapped)) - MOST_LINES)
    if more:
        figure.set_figheight(figure.get_figheight() + LINE_HEIGHT * more)


def set_frame(figure: Figure, title: str, caption: Sequence[str]) -> None:
    """Set a figure's title, and the lines of its caption."""
    figure.suptitle(title, x=0.01, ha="left", fontsize="x-large", fontweight="bold")
    lines = "\n".join(caption)
    figure.supxlabel(lines, x=0.01, ha="left", fontsize="small", color=CAPTION)
