"""The plot of a meta-game: alpha-rank over the intensity of selection, and the equilibria."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import ScaledTranslation

from strategy_lab.display.meta.meta_findings import safety_finding, settling_finding
from strategy_lab.display.plots.figures import Figure
from strategy_lab.display.plots.marks import Series, draw_curves, draw_whiskers, name_rows, series
from strategy_lab.display.plots.player_panels import set_frame, set_titles
from strategy_lab.display.plots.plot_files import PlotFormat, save_by_ruleset
from strategy_lab.display.plots.plot_style import FIGURE_WIDTH, look, style
from strategy_lab.display.plots.strategy_labels import beyond_ordinary, relabelled, shortened
from strategy_lab.experiments.meta.schema import NOT_TIED
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.results.tables import values, where
from strategy_lab.stats.bootstrap import INTERVAL
from strategy_lab.stats.games.empirical import WEIGHT_INTERVAL

MOST_EQUILIBRIA = 3
"""Drawn for each player count."""

HEIGHT, EACH = 2.9, 0.17
"""Inches of a row of panels, at least; and what each strategy takes of it."""

MOST_INSIDE = 8
"""Entries that a legend has room for beside the lines."""

BELOW, ENTRY = 0.5, 0.16
"""Inches from an axis down to a legend below it; and of an entry there."""

LEAST = 0.01
"""A strategy that never has so much of the time is not named in the legend."""


def plot_meta_game(tables: Tables, ruleset: str) -> Figure:
    """Plot alpha-rank and the equilibria of a ruleset, two panels for each player count."""
    labels = shortened(values(where(tables["invasions"], ruleset=ruleset)["strategy"]))
    of_ruleset = {
        name: relabelled(where(table, ruleset=ruleset), labels) for name, table in tables.items()
    }
    counts = values(of_ruleset["invasions"]["players"])
    with style():
        longer = beyond_ordinary(labels.values())
        of_row = max(HEIGHT, EACH * len(labels))
        size = FIGURE_WIDTH + longer, 1.1 + of_row * len(counts)
        figure, titled = Figure(figsize=size, facecolor="white"), []
        for row, players in enumerate(counts):
            cell = {name: where(table, players=players) for name, table in of_ruleset.items()}
            left, right = (
                figure.add_subplot(len(counts), 2, 1 + 2 * row + side) for side in (0, 1)
            )
            _draw_alpha_rank(left, cell["alpha_rank"])
            _add_legend(figure, left, long=longer > 0)
            _draw_equilibria(right, cell["weights"], values(cell["invasions"]["strategy"]))
            safety = f"{players} players: {safety_finding(cell['invasions'])}"
            settling = settling_finding(cell["mixtures"], cell["weights"])
            titled.append([(left, safety), (right, settling)])
        set_titles(figure, titled)
        caption = [
            "Left: alpha-rank, the share of time in which one population plays a strategy, by the "
            "intensity of selection alpha.",
            f"Bands: {INTERVAL}.",
            "Right: equilibria, those that most starts of the replicator dynamics lead to on top.",
            f"Arms: {WEIGHT_INTERVAL}.",
        ]
        if (of_ruleset["weights"]["tied"] != NOT_TIED).any():
            caption.append(
                "Hatched: a part that these strategies share; nobody gains by sharing it otherwise."
            )
        set_frame(figure, f"The field as a game, {ruleset}", caption)
    return figure


def save_meta_plots(tables: Tables, folder: Path, formats: Iterable[PlotFormat]) -> list[Path]:
    """Write the plot of every ruleset to files, as `save_by_ruleset` does."""
    plots = {"meta_game": lambda ruleset: plot_meta_game(tables, ruleset)}
    return save_by_ruleset(plots, values(tables["invasions"]["ruleset"]), folder, formats)


def _draw_alpha_rank(axis: Axes, ranks: Columns) -> None:
    """Draw the share of time of each strategy over the intensity of selection."""
    drawn: list[Series] = []
    for name in values(ranks["strategy"]):
        rows = {column: cells[ranks["strategy"] == name] for column, cells in ranks.items()}
        in_legend = (rows["mass"] >= LEAST).any()
        drawn.append(series(name if in_legend else "_", rows, "mass", 100))
    alphas = np.array(values(ranks["alpha"]))
    draw_curves(axis, alphas, drawn)
    axis.set_xscale("log")
    axis.xaxis.set_major_formatter("{x:g}")
    axis.xaxis.set_minor_formatter("{x:g}" if alphas.max() < 10 * alphas.min() else "")
    axis.set_ylim(0, 102)
    axis.set_xlabel("intensity of selection alpha")
    axis.set_ylabel("share of time, %")


def _add_legend(figure: Figure, axis: Axes, *, long: bool) -> None:
    """Add the legend: long or many labels would cover the lines, so it is below the panel then."""
    looks = {"fontsize": "x-small", "frameon": True, "framealpha": 0.9, "edgecolor": "none"}
    if not long and len(axis.get_legend_handles_labels()[1]) <= MOST_INSIDE:
        axis.legend(**looks)
        return
    down = ScaledTranslation(0, -BELOW, figure.dpi_scale_trans)
    place = {"bbox_to_anchor": (0, 0), "bbox_transform": axis.transAxes + down}
    entries = axis.legend(loc="upper left", borderpad=0, **looks, **place).get_texts()
    figure.set_figheight(figure.get_figheight() + ENTRY * len(entries))


def _draw_equilibria(axis: Axes, weights: Columns, names: Sequence[str]) -> None:
    """Draw the parts of the first equilibria, those of a strategy beneath each other."""
    colours = np.array([look(position).colour for position, _ in enumerate(names)])
    mixtures = values(weights["mixture"])[:MOST_EQUILIBRIA]
    height = 0.8 / max(1, len(mixtures))
    for number, mixture in enumerate(mixtures):
        rows = where(weights, mixture=mixture)
        places = np.arange(len(names)) + (number - (len(mixtures) - 1) / 2) * height
        parts = series("", rows, "weight", 100)
        tied = rows["tied"] != NOT_TIED
        widths = np.where(tied, 0, parts.value)
        axis.barh(places, widths, 0.9 * height, color=colours, alpha=0.75)
        axis.barh(
            places[tied],
            parts.value[tied].sum(),
            0.9 * height,
            facecolor="none",
            edgecolor=colours[tied],
            hatch="///",
        )
        unsure = parts.arms.max(axis=0) > 0
        uncertain = Series("", *(column[unsure] for column in parts[1:]))
        draw_whiskers(axis, places[unsure], uncertain, upright=False)
    name_rows(axis, names)
    axis.set_xlim(0, 102)
    axis.set_xlabel("part of the mixture, %")
