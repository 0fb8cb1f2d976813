"""The plot of a design: all rulesets by two measures, and how those of the end were confirmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import fill

import numpy as np
from matplotlib.axes import Axes
from strategy_lab.display.plots.figures import Figure
from strategy_lab.display.plots.player_panels import set_frame
from strategy_lab.display.plots.plot_files import PlotFormat, save_figure
from strategy_lab.display.plots.plot_style import (
    BLUE,
    FIGURE_WIDTH,
    GREY,
    INK,
    PANEL_WIDTH,
    VERMILION,
    style,
)
from strategy_lab.results.columns import Tables
from strategy_lab.results.measure import Measure
from strategy_lab.results.tables import records

from forsale_sim.experiments.design.design_tables import (
    BEATEN,
    BREAKS,
    FIRST,
    INTERVALS,
    ON_FRONT,
    RECOMMENDED,
    SETTLED,
)
from forsale_sim.experiments.design.evidence import BASE
from forsale_sim.experiments.design.goals import Aims

COLOURS = (
    "Orange: first in the race. Blue: on the front. With bars: on fresh deals; without: as the "
    "race saw them."
)

LABEL_WIDTH = 32
"""Characters in a line of the key."""


def plot_design(tables: Tables, aims: Aims) -> Figure:
    """Plot every ruleset by the first two measures of goals and conditions, for a file."""
    with style():
        figure = Figure(figsize=(FIGURE_WIDTH, 5.2), facecolor="white")
        _draw(figure.add_subplot(), tables, aims, _short)
        caption = [COLOURS, f"Bars: {'; '.join(INTERVALS)}."]
        set_frame(figure, "Rules that raced", caption)
    return figure


def design_panel(tables: Tables, aims: Aims, named: Callable[[str], str]) -> Figure:
    """Plot the same for a page, which says the rest."""
    with style():
        figure = Figure(figsize=(PANEL_WIDTH, 3.6), facecolor="none")
        _draw(figure.add_subplot(), tables, aims, named)
    return figure


def has_plot(tables: Tables, aims: Aims) -> bool:
    """Return whether there are two measures to plot, and fresh deals were played."""
    return len(aims.measures) >= 2 and len(tables["finalists"]["ruleset"]) > 0


def save_design_plots(
    tables: Tables, aims: Aims, folder: Path, formats: Iterable[PlotFormat]
) -> None:
    """Write the plot, if there is one."""
    if not has_plot(tables, aims):
        return
    figure = plot_design(tables, aims)
    for form in formats:
        save_figure(figure, folder / f"design.{form}", form)


def _draw(axis: Axes, tables: Tables, aims: Aims, named: Callable[[str], str]) -> None:
    """Draw the rulesets that left the race as marks, and the finalists with bars."""
    x, y = aims.measures[:2]
    race = tables["candidates"]
    for outcomes, label, marker in (
        ((BREAKS,), "breaks a condition", "x"),
        ((BEATEN,), "beaten", "."),
    ):
        there = np.isin(race["outcome"].astype(str), outcomes)
        if there.any():
            axis.plot(
                *(measure.scale * race[measure.name][there] for measure in (x, y)),
                linestyle="",
                marker=marker,
                color=GREY,
                label=label,
            )
    outcome_of = dict(zip(race["ruleset"].tolist(), race["outcome"].tolist(), strict=True))
    base = race["ruleset"][BASE]
    finalists: dict[str, dict[str, dict[str, float]]] = {}
    for row in records(tables["finalists"]):
        if row["play"] in SETTLED:
            finalists.setdefault(row["ruleset"], {})[row["measure"]] = row
    for name, rows in finalists.items():
        outcome = outcome_of[name]
        colour = {RECOMMENDED: VERMILION, FIRST: VERMILION, ON_FRONT: BLUE}.get(
            outcome, INK if name == base else GREY
        )
        (a, arms_a), (b, arms_b) = (_point(rows[m.name], m) for m in (x, y))
        drawn = axis.errorbar([a], [b], xerr=arms_a, yerr=arms_b, fmt="o", color=colour, capsize=3)
        if colour in (VERMILION, INK):
            drawn.set_label(fill(named(name), LABEL_WIDTH))
        if outcome == ON_FRONT:
            axis.annotate(named(name), (a, b), (6, 5), textcoords="offset points", color=colour)
    axis.set_xlabel(x.title)
    axis.set_ylabel(y.title)
    if axis.get_legend_handles_labels()[0]:
        axis.legend(
            loc="lower left",
            bbox_to_anchor=(0, 1),  # above the axis, where there are no marks
            ncols=2,
            fontsize=8.5,
            borderaxespad=0.2,
            handletextpad=0.1,
            columnspacing=0.9,
        )


def _point(row: dict[str, float], measure: Measure) -> tuple[float, np.ndarray]:
    value, low, high = (measure.scale * row[name] for name in ("value", "value_low", "value_high"))
    return value, np.clip([[value - low], [high - value]], 0, None)


def _short(name: str) -> str:
    """Return what is changed, of ``iello-en[coins=20]`` only ``coins=20``."""
    return name.partition("[")[2].removesuffix("]") or name
