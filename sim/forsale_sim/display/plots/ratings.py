"""The plot of a ranking: ratings with their intervals, by strategy and player count."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forsale_sim.display.plots.drawing import LINE, STYLE, WIDTH, set_titles
from forsale_sim.display.plots.labels import relabelled, shortened
from forsale_sim.display.plots.saving import PlotFormat, plot_name, save_figures
from forsale_sim.display.rank.findings import best_rated_first, leading_finding
from forsale_sim.results.tables import Columns, Tables, values, where
from forsale_sim.stats.bootstrap import INTERVAL
from forsale_sim.stats.rankings.ratings import RATING

LOOKS = (("#0072B2", "o"), ("#D55E00", "s"), ("#009E73", "D"), ("#CC79A7", "^"))
"""Colour and marker of each player count: told apart by either. Okabe and Ito's palette."""

SPREAD = 0.6
"""What the points of a strategy take of its row's height."""


def plot_ratings(tables: Tables, ruleset: str) -> Figure:
    """Plot the ratings of a ruleset.

    Parameters
    ----------
    tables
        From `tournament.ranking.table`.
    ruleset
        Which of their rulesets.

    Returns
    -------
    Figure
        With a row for each strategy, the best first, and in it a point for each player count.
    """
    ratings = where(tables["ratings"], ruleset=ruleset)
    ratings = relabelled(ratings, shortened(ratings["strategy"].tolist()))
    order, players = best_rated_first(ratings), values(ratings["players"])
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 1.9 + 0.42 * len(order)), facecolor="white")
        axis = figure.add_subplot()
        axis.axvline(0, color=LINE, linewidth=1, linestyle=(0, (4, 3)))
        offsets = np.linspace(-SPREAD / 2, SPREAD / 2, len(players)) if len(players) > 1 else [0.0]
        for count, offset, look in zip(players, offsets, LOOKS, strict=False):
            _draw(axis, where(ratings, players=count), order, offset, look)
        axis.set_yticks(range(len(order)), order)
        axis.set_ylim(len(order) - 0.5, -0.5)
        axis.set_yticks(np.arange(len(order) - 1) + 0.5, minor=True)
        axis.grid(visible=False, axis="y", which="major")
        axis.grid(visible=True, axis="y", which="minor")
        axis.tick_params(axis="y", length=0, which="both")
        axis.set_xlabel("rating, mean 0 over the field; 400 more: ahead ten times as often")
        axis.legend(loc="lower right", frameon=True, framealpha=0.9, edgecolor="none")
        set_titles(figure, [[(axis, leading_finding(ratings))]])
        figure.suptitle(
            f"Ratings, {ruleset}", x=0.01, ha="left", fontsize="x-large", fontweight="bold"
        )
        caption = f"{RATING}. Bars: {INTERVAL}.\nDashed: the mean of the field."
        figure.supxlabel(caption, x=0.01, ha="left", fontsize="small", color="#666666")
    return figure


def save_rating_plots(tables: Tables, folder: Path, formats: Iterable[PlotFormat]) -> list[Path]:
    """Write the plot of every ruleset to files such as ``ratings_iello-en.png``.

    Raises
    ------
    ForSaleError
        If a file cannot be written. Those that are there are whole.
    """
    rulesets = values(tables["ratings"]["ruleset"])
    figures = (
        (plot_name("ratings", ruleset), plot_ratings(tables, ruleset)) for ruleset in rulesets
    )
    return save_figures(figures, folder, formats)


def _draw(
    axis: Axes, ratings: Columns, order: list[str], offset: float, look: tuple[str, str]
) -> None:
    """Draw the ratings of one player count."""
    colour, marker = look
    rating = ratings["rating"]
    arms = np.array([rating - ratings["rating_low"], ratings["rating_high"] - rating])
    rows = np.array([order.index(name) for name in ratings["strategy"].tolist()])
    axis.errorbar(
        rating,
        rows + offset,
        xerr=np.maximum(np.nan_to_num(arms), 0),
        fmt=marker,
        color=colour,
        markersize=4.5,
        capsize=3,
        elinewidth=1.4,
        label=f"{ratings['players'][0]} players",
    )
