"""The plot of measures: a panel each, with a point for each number of players, and of sources."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from strategy_lab.display.number_text import with_limits
from strategy_lab.display.plots.figures import Figure
from strategy_lab.display.plots.marks import APART, Series, draw_points
from strategy_lab.display.plots.player_panels import ACROSS, set_frame
from strategy_lab.display.plots.plot_style import FIGURE_WIDTH, look, style
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.results.measure import Measure
from strategy_lab.results.measures import Measures
from strategy_lab.results.sources import Share
from strategy_lab.results.tables import values, where
from strategy_lab.stats.batches import JACKKNIFE_INTERVAL
from strategy_lab.stats.estimators import FIXED_SAMPLE, Estimator

PANEL_HEIGHT = 1.9


def plot_measures(
    tables: Tables, known: Measures, ruleset: str, estimator: Estimator = FIXED_SAMPLE
) -> Figure:
    """Plot what the games of a ruleset come to, by how many play."""
    table = where(tables["measures"], ruleset=ruleset)
    measures = [known[name] for name in values(table["measure"])]
    panels: dict[str, list[Measure]] = {}
    for measure in measures:
        panels.setdefault(title(measure), []).append(measure)
    down = -(-len(panels) // ACROSS)
    with style():
        figure = Figure(figsize=(FIGURE_WIDTH, 1.0 + PANEL_HEIGHT * down), facecolor="white")
        for index, (heading, drawn) in enumerate(panels.items(), start=1):
            axis = figure.add_subplot(down, ACROSS, index)
            axis.set_title(heading)
            _draw(axis, drawn, table)
        caption = [f"Rates: {estimator.rates}.", f"Others: {estimator.means}."]
        if any(isinstance(measure.quantity, Share) for measure in measures):
            caption.append(f"Where variance comes from: {JACKKNIFE_INTERVAL}.")
            marks, labels = axis.get_legend_handles_labels()
            figure.legend(marks, labels, loc="outside upper right", ncols=2, fontsize="small")
        set_frame(figure, f"Measures, {ruleset}", caption)
    return figure


def title(measure: Measure) -> str:
    """Return what heads the panel of a measure; the sources of one variance share a panel."""
    if isinstance(measure.quantity, Share):
        return f"where the variance of {measure.quantity.noun} comes from, %"
    return measure.title


def _draw(axis: Axes, measures: Sequence[Measure], table: Columns) -> None:
    """Draw measures side by side."""
    counts = values(table["players"])
    apart = (np.arange(len(measures)) - (len(measures) - 1) / 2) * APART
    for index, (measure, shift) in enumerate(zip(measures, apart, strict=True)):
        rows = where(table, measure=measure.name)
        places = np.array([counts.index(players) for players in rows["players"]]) + shift
        drawn = Series(measure.label, *with_limits(rows, "value", measure.scale))
        draw_points(axis, places, drawn, look(index))
    axis.set_xticks(range(len(counts)), [f"{players} players" for players in counts])
    axis.set_xlim(-0.5, len(counts) - 0.5)
