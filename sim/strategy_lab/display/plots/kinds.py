"""The kinds of plots of saved or returned tables, and the tables that each takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from strategy_lab.stats.estimators import FIXED_SAMPLE, Estimator

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from strategy_lab.results.columns import Tables
    from strategy_lab.results.measures import Measures

NEEDED: dict[str, tuple[str, ...]] = {
    "strategies": ("by_strategy",),
    "seats": ("by_seat", "seat_effect"),
    "players": ("by_players",),
    "measures": ("measures",),
    "ratings": ("ratings",),
    "opponents": ("head_to_head",),
    "equilibria": ("invasions", "weights", "alpha_rank"),
}
"""The tables that each kind takes; the first has a row for every ruleset."""

Draw = Callable[[str], "Figure"]
"""Draws the plot of a ruleset, with a panel for each player count."""


def plots_of(
    tables: Tables, measures: Measures, estimator: Estimator | None = None
) -> dict[str, Draw]:
    """Return what draws each kind of plot that tables have enough for."""
    from strategy_lab.display.plots.head_to_head_plot import plot_opponents
    from strategy_lab.display.plots.measure_plot import plot_measures
    from strategy_lab.display.plots.meta_plot import plot_meta_game
    from strategy_lab.display.plots.money_plot import plot_players
    from strategy_lab.display.plots.rating_plot import plot_ratings
    from strategy_lab.display.plots.win_rate_plots import plot_seats, plot_strategies

    by = estimator or FIXED_SAMPLE
    plots: dict[str, Draw] = {
        "strategies": lambda ruleset: plot_strategies(tables, ruleset, by),
        "seats": lambda ruleset: plot_seats(tables, ruleset, by),
        "players": lambda ruleset: plot_players(tables, ruleset, by),
        "measures": lambda ruleset: plot_measures(tables, measures, ruleset, by),
        "ratings": lambda ruleset: plot_ratings(tables, ruleset),
        "opponents": lambda ruleset: plot_opponents(tables, ruleset, by),
        "equilibria": lambda ruleset: plot_meta_game(tables, ruleset),
    }
    return {kind: plots[kind] for kind, needed in NEEDED.items() if set(needed) <= set(tables)}
