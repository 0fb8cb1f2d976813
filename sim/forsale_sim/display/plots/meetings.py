"""The plot of who finishes ahead of whom."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from forsale_sim.display.plots.drawing import ACROSS, HIGH, LEVEL, LOW
from forsale_sim.display.plots.labels import beyond_ordinary, relabelled, shortened
from forsale_sim.display.plots.panels import by_players
from forsale_sim.results.tables import Columns, Tables, values, where
from forsale_sim.stats.estimators import FIXED_SAMPLE, Estimator

SCALE = LinearSegmentedColormap.from_list("ahead", [LOW, "white", HIGH])
STRONG = 0.3
"""How far from one half a rate's ground is so dark that its number has to be light."""

SLANT = 50
"""Of the labels below, in degrees."""

ORDINARY_FIELD = 12
"""Plots of the usual size have room for so many strategies."""
CELL = 0.28
"""What each of more takes of a panel's width, in inches."""


def plot_opponents(tables: Tables, ruleset: str, estimator: Estimator = FIXED_SAMPLE) -> Figure:
    """Plot how often each strategy finishes ahead of each other.

    Parameters
    ----------
    tables
        From `results.tables.tables`, or from `tournament.ranking.table`.
    ruleset
        Which of their rulesets.
    estimator
        Whose intervals the tables have.

    Returns
    -------
    Figure
        With a panel for each player count: rows against columns, the best first.
    """
    meetings = where(tables["head_to_head"], ruleset=ruleset)
    meetings = relabelled(meetings, shortened(meetings["strategy"].tolist()))
    names = _most_ahead_first(meetings)

    def draw_meetings(axis: Axes, panel: Columns) -> str:
        shown = ~((panel["ahead_rate_low"] <= 0.5) & (panel["ahead_rate_high"] >= 0.5))
        shown &= np.isfinite(panel["ahead_rate_low"])
        ground = np.full((len(names), len(names)), np.nan)
        for strategy, opponent, rate, sure in zip(
            *(panel[name] for name in ("strategy", "opponent", "ahead_rate")), shown, strict=True
        ):
            row, column = names.index(strategy), names.index(opponent)
            ground[row, column] = rate if sure else np.nan
            dark = sure and abs(rate - 0.5) > STRONG
            axis.text(
                *(column + 0.5, row + 0.5, f"{100 * rate:.0f}"),
                ha="center",
                va="center",
                fontsize="small",
                color="white" if dark else "black" if sure else LEVEL,
            )
        axis.pcolormesh(ground, cmap=SCALE, vmin=0, vmax=1, edgecolors="white")
        places = np.arange(len(names)) + 0.5
        axis.set_yticks(places, names)
        axis.set_xticks(places, names, rotation=SLANT, ha="right", rotation_mode="anchor")
        axis.set_ylim(len(names), 0)
        axis.set_xlim(0, len(names))
        axis.grid(visible=False)
        axis.tick_params(length=0)
        return meetings_finding(panel)

    caption = [
        "Per cent of meetings in which the row finishes ahead of the column; ties count half.",
        f"Without colour: 50 % is within the interval ({estimator.rates}).",
    ]
    longer, more = beyond_ordinary(names), max(0, len(names) - ORDINARY_FIELD)
    height = 1.4 + 0.3 * len(names) + math.sin(math.radians(SLANT)) * longer
    wider = ACROSS * (longer + CELL * more)
    heading = f"Who finishes ahead of whom, {ruleset}"
    return by_players(meetings, height, draw_meetings, heading, caption, wider)


def meetings_finding(meetings: Columns) -> str:
    """Return a sentence on the meetings of one player count: who is ahead of all others, if any."""
    players = meetings["players"][0]
    for name in values(meetings["strategy"]):
        if (meetings["ahead_rate_low"][meetings["strategy"] == name] > 0.5).all():
            return f"{players} players: {name} finishes ahead of every other more often"
    return f"{players} players: nobody is shown to finish ahead of every other more often"


def _most_ahead_first(meetings: Columns) -> list[str]:
    names = values(meetings["strategy"])
    mean = {name: meetings["ahead_rate"][meetings["strategy"] == name].mean() for name in names}
    return sorted(names, key=lambda name: -mean[name])
