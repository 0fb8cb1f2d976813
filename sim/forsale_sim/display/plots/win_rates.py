"""Plots of a run: win rates by seat and by strategy, a panel for each player count."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forsale_sim.display.findings import (
    SEAT_RULE,
    best_first,
    excess,
    leaders,
    seat_finding,
    seat_notes,
    strategy_finding,
)
from forsale_sim.display.plots.drawing import (
    HIGH,
    LEVEL,
    LOW,
    draw,
    in_percent,
    reach,
)
from forsale_sim.display.plots.labels import beyond_ordinary, relabelled, shortened
from forsale_sim.display.plots.panels import by_players
from forsale_sim.results.tables import Columns, Tables, where
from forsale_sim.stats.estimators import FIXED_SAMPLE, Estimator

RATE = "{x:g}"
"""How the ticks of an axis are labelled."""


def plot_seats(tables: Tables, ruleset: str, estimator: Estimator = FIXED_SAMPLE) -> Figure:
    """Plot how often each seat wins.

    Parameters
    ----------
    tables
        From `results.tables.tables`.
    ruleset
        Which of their rulesets.
    estimator
        Whose intervals the tables have.

    Returns
    -------
    Figure
        With a panel for each player count, all to one scale.
    """
    seats = where(tables["by_seat"], ruleset=ruleset)
    effects = where(tables["seat_effect"], ruleset=ruleset)
    ends = reach(seats)

    def draw_seats(axis: Axes, panel: Columns) -> str:
        players = panel["players"][0]
        effect = where(effects, players=players)
        found = excess(panel, effect)
        colours = [HIGH if x > 0 else LOW if x < 0 else LEVEL for x in found]
        fair, rate, arms = in_percent(panel)
        axis.set_ylim(ends[players])
        draw(axis, panel["seat"], rate, arms, fair, colours, upright=True)
        axis.set_xticks(panel["seat"], [f"seat {seat}" for seat in panel["seat"]])
        axis.set_xlim(0.5, len(panel["seat"]) + 0.5)
        axis.set_ylabel("win rate, %")
        axis.yaxis.set_major_formatter(RATE)
        axis.grid(visible=False, axis="x")
        return seat_finding(effect, players)

    caption = [_bars(estimator), SEAT_RULE, *seat_notes(effects, estimator)]
    return by_players(seats, 2.7, draw_seats, f"Win rate by seat, {ruleset}", caption)


def plot_strategies(tables: Tables, ruleset: str, estimator: Estimator = FIXED_SAMPLE) -> Figure:
    """Plot how often each strategy wins.

    Parameters
    ----------
    tables
        From `results.tables.tables`.
    ruleset
        Which of their rulesets.
    estimator
        Whose intervals the tables have.

    Returns
    -------
    Figure
        With a panel for each player count, all to one scale.
    """
    strategies = where(tables["by_strategy"], ruleset=ruleset)
    strategies = relabelled(strategies, shortened(strategies["strategy"].tolist()))
    names = best_first(strategies)
    ends = reach(strategies)

    def draw_strategies(axis: Axes, panel: Columns) -> str:
        best = leaders(panel)
        colours = [HIGH if name in best else LEVEL for name in panel["strategy"]]
        fair, rate, arms = in_percent(panel)
        rows = np.array([names.index(name) for name in panel["strategy"]])
        axis.set_xlim(ends[panel["players"][0]])
        draw(axis, rows, rate, arms, fair, colours, upright=False)
        axis.set_yticks(range(len(names)), names)
        axis.set_ylim(len(names) - 0.5, -0.5)
        axis.grid(visible=False, axis="y")
        axis.tick_params(axis="y", length=0)
        axis.label_outer()
        axis.tick_params(axis="x", labelbottom=True)
        axis.set_xlabel("win rate, %")
        axis.xaxis.set_major_formatter(RATE)
        return strategy_finding(panel)

    rule = "Blue: the best, and those whose intervals overlap its own: not told apart."
    height, heading = 0.9 + 0.26 * len(names), f"Win rate by strategy, {ruleset}"
    caption, wider = [_bars(estimator), rule], beyond_ordinary(names)
    return by_players(strategies, height, draw_strategies, heading, caption, wider)


def _bars(estimator: Estimator) -> str:
    return f"Dashed: a fair share. Bars: {estimator.rates}."
