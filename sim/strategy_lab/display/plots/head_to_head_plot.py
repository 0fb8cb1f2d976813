"""The plot of who finishes ahead of whom."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from strategy_lab.display.plots.heat_maps import CELL, ahead_matrix, draw_heat_map, label_height
from strategy_lab.display.plots.player_panels import ACROSS, by_players
from strategy_lab.display.plots.strategy_labels import beyond_ordinary, relabelled, shortened
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.results.tables import values, where
from strategy_lab.stats.estimators import FIXED_SAMPLE, Estimator

ORDINARY_FIELD = 12
"""Strategies for which plots of the usual size have room."""


def plot_opponents(tables: Tables, ruleset: str, estimator: Estimator = FIXED_SAMPLE) -> Figure:
    """Plot how often each strategy of a ruleset finishes ahead of each other, the best first."""
    meetings = where(tables["head_to_head"], ruleset=ruleset)
    meetings = relabelled(meetings, shortened(meetings["strategy"].tolist()))
    names = _most_ahead_first(meetings)

    def draw_meetings(axis: Axes, panel: Columns) -> str:
        draw_heat_map(axis, names, *ahead_matrix(panel, names))
        return meetings_finding(panel)

    caption = [
        "Per cent of meetings in which the row finishes ahead of the column; ties count half.",
        f"Without colour: 50 % is within the interval ({estimator.rates}).",
    ]
    longer, more = beyond_ordinary(names), max(0, len(names) - ORDINARY_FIELD)
    height = 1.4 + CELL * len(names) + label_height(longer)
    wider = ACROSS * (longer + CELL * more)
    heading = f"Who finishes ahead of whom, {ruleset}"
    return by_players(meetings, height, draw_meetings, heading, caption, wider)


def meetings_finding(meetings: Columns) -> str:
    """Return a sentence on the meetings of one player count: who is ahead of all others, if any."""
    players = meetings["players"][0]
    for name in values(meetings["strategy"]):
        if (meetings["ahead_rate_low"][meetings["strategy"] == name] > 0.5).all():
            return f"{players} players: {name} finishes ahead of every other more often"
    return f"{players} players: none is shown to finish ahead of every other more often"


def _most_ahead_first(meetings: Columns) -> list[str]:
    names = values(meetings["strategy"])
    mean = {name: meetings["ahead_rate"][meetings["strategy"] == name].mean() for name in names}
    return sorted(names, key=lambda name: -mean[name])
