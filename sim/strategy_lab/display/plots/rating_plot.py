"""The plot of a ranking: ratings with their intervals, by strategy and player count."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from strategy_lab.display.plots.figures import Figure
from strategy_lab.display.plots.marks import Series, draw_groups, series
from strategy_lab.display.plots.player_panels import set_frame, set_titles
from strategy_lab.display.plots.plot_files import PlotFormat, save_by_ruleset
from strategy_lab.display.plots.plot_style import FIGURE_WIDTH, style
from strategy_lab.display.plots.strategy_labels import relabelled, shortened
from strategy_lab.display.rank.rank_findings import best_rated_first, leading_finding
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.results.tables import values, where
from strategy_lab.stats.bootstrap import INTERVAL
from strategy_lab.stats.rankings.ratings import RATING


def plot_ratings(tables: Tables, ruleset: str) -> Figure:
    """Plot the ratings of a ruleset: a row for each strategy, a point for each player count."""
    ratings = where(tables["ratings"], ruleset=ruleset)
    ratings = relabelled(ratings, shortened(ratings["strategy"].tolist()))
    order = best_rated_first(ratings)
    drawn = [
        _in_order(where(ratings, players=count), order) for count in values(ratings["players"])
    ]
    with style():
        figure = Figure(figsize=(FIGURE_WIDTH, 1.9 + 0.42 * len(order)), facecolor="white")
        axis = figure.add_subplot()
        unit = "rating, mean 0 over the field; 400 more: ahead ten times as often"
        draw_groups(axis, order, drawn, unit=unit, level=0, across=True)
        axis.set_yticks(np.arange(len(order) - 1) + 0.5, minor=True)
        axis.grid(visible=True, axis="y", which="minor")
        axis.tick_params(axis="y", length=0, which="minor")
        axis.legend(loc="lower right", frameon=True, framealpha=0.9, edgecolor="none")
        set_titles(figure, [[(axis, leading_finding(ratings))]])
        caption = [f"{RATING}. Bars: {INTERVAL}.", "Dashed: the mean of the field."]
        set_frame(figure, f"Ratings, {ruleset}", caption)
    return figure


def save_rating_plots(tables: Tables, folder: Path, formats: Iterable[PlotFormat]) -> list[Path]:
    """Write the plot of every ruleset to files, as `save_by_ruleset` does."""
    plots = {"ratings": lambda ruleset: plot_ratings(tables, ruleset)}
    return save_by_ruleset(plots, values(tables["ratings"]["ruleset"]), folder, formats)


def _in_order(ratings: Columns, order: list[str]) -> Series:
    """Return the ratings of one player count, in the order of the rows."""
    names = ratings["strategy"].tolist()
    at = [names.index(name) for name in order]
    rows = {column: cells[at] for column, cells in ratings.items()}
    return series(f"{ratings['players'][0]} players", rows, "rating")
