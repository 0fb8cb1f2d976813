"""Plots of a run: win rates by seat and by strategy, a panel for each player count."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from strategy_lab.display.plots.marks import name_rows
from strategy_lab.display.plots.player_panels import by_players
from strategy_lab.display.plots.plot_style import BLUE, GREY, VERMILION
from strategy_lab.display.plots.rate_marks import draw_rates, rate_limits
from strategy_lab.display.plots.strategy_labels import beyond_ordinary, relabelled, shortened
from strategy_lab.display.run_findings import (
    SEAT_RULE,
    best_first,
    excess,
    leaders,
    seat_finding,
    seat_notes,
    strategy_finding,
)
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.results.tables import where
from strategy_lab.stats.estimators import FIXED_SAMPLE, Estimator

TICK = "{x:g}"


def plot_seats(tables: Tables, ruleset: str, estimator: Estimator = FIXED_SAMPLE) -> Figure:
    """Plot how often each seat of a ruleset wins, all player counts to one scale."""
    seats = where(tables["by_seat"], ruleset=ruleset)
    effects = where(tables["seat_effect"], ruleset=ruleset)
    limits = rate_limits(seats)

    def draw_seats(axis: Axes, panel: Columns) -> str:
        players = panel["players"][0]
        effect = where(effects, players=players)
        colours = [BLUE if x > 0 else VERMILION if x < 0 else GREY for x in excess(panel, effect)]
        axis.set_ylim(limits[players])
        draw_rates(axis, panel["seat"], panel, colours, upright=True)
        axis.set_xticks(panel["seat"], [f"seat {seat}" for seat in panel["seat"]])
        axis.set_xlim(0.5, len(panel["seat"]) + 0.5)
        axis.set_ylabel("win rate, %")
        axis.yaxis.set_major_formatter(TICK)
        axis.grid(visible=False, axis="x")
        return seat_finding(effect, players)

    caption = [_bars(estimator), SEAT_RULE, *seat_notes(effects, estimator)]
    return by_players(seats, 2.7, draw_seats, f"Win rate by seat, {ruleset}", caption)


def plot_strategies(tables: Tables, ruleset: str, estimator: Estimator = FIXED_SAMPLE) -> Figure:
    """Plot how often each strategy of a ruleset wins, all player counts to one scale."""
    strategies = where(tables["by_strategy"], ruleset=ruleset)
    strategies = relabelled(strategies, shortened(strategies["strategy"].tolist()))
    names = best_first(strategies)
    limits = rate_limits(strategies)

    def draw_strategies(axis: Axes, panel: Columns) -> str:
        best = leaders(panel)
        colours = [BLUE if name in best else GREY for name in panel["strategy"]]
        rows = np.array([names.index(name) for name in panel["strategy"]])
        axis.set_xlim(limits[panel["players"][0]])
        draw_rates(axis, rows, panel, colours, upright=False)
        name_rows(axis, names)
        axis.label_outer()
        axis.tick_params(axis="x", labelbottom=True)
        axis.set_xlabel("win rate, %")
        axis.xaxis.set_major_formatter(TICK)
        return strategy_finding(panel)

    rule = "Blue: the best strategy, and those whose intervals overlap its interval."
    height, heading = 0.9 + 0.26 * len(names), f"Win rate by strategy, {ruleset}"
    caption, wider = [_bars(estimator), rule], beyond_ordinary(names)
    return by_players(strategies, height, draw_strategies, heading, caption, wider)


def _bars(estimator: Estimator) -> str:
    return f"Dashed: a fair share. Bars: {estimator.rates}."
