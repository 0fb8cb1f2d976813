"""The plot of measures: a panel each, with a point for each number of players."""

from __future__ import annotations

import numpy as np

from forsale_sim.display.number_text import with_limits
from forsale_sim.display.plots.figures import Figure
from forsale_sim.display.plots.marks import Series, draw_points
from forsale_sim.display.plots.player_panels import ACROSS, set_frame
from forsale_sim.display.plots.plot_style import FIGURE_WIDTH, look, style
from forsale_sim.measures import MEASURES
from forsale_sim.results.columns import Tables
from forsale_sim.results.tables import values, where
from forsale_sim.stats.estimators import FIXED_SAMPLE, Estimator

PANEL_HEIGHT = 1.9


def plot_measures(tables: Tables, ruleset: str, estimator: Estimator = FIXED_SAMPLE) -> Figure:
    """Plot what the games of a ruleset come to, by how many play."""
    table = where(tables["measures"], ruleset=ruleset)
    names = values(table["measure"])
    down = -(-len(names) // ACROSS)
    with style():
        figure = Figure(figsize=(FIGURE_WIDTH, 1.0 + PANEL_HEIGHT * down), facecolor="white")
        for index, name in enumerate(names, start=1):
            axis, measure = figure.add_subplot(down, ACROSS, index), MEASURES[name]
            rows = where(table, measure=name)
            places = np.arange(len(rows["players"]))
            drawn = Series(name, *with_limits(rows, "value", measure.scale))
            draw_points(axis, places, drawn, look(0))
            axis.set_xticks(places, [f"{players} players" for players in rows["players"]])
            axis.set_xlim(-0.5, len(places) - 0.5)
            axis.set_title(measure.head)
        caption = [f"Rates: {estimator.rates}.", f"Others: {estimator.means}."]
        set_frame(figure, f"Measures, {ruleset}", caption)
    return figure
