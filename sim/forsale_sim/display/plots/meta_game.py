"""The plot of a meta-game: alpha-rank over the intensity of selection, and the equilibria."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import ScaledTranslation

from forsale_sim.display.meta.findings import safety_finding, settling_finding
from forsale_sim.display.plots.drawing import LINE, STYLE, WIDTH, frame, set_titles
from forsale_sim.display.plots.labels import beyond_ordinary, relabelled, shortened
from forsale_sim.display.plots.saving import PlotFormat, plot_name, save_figures
from forsale_sim.experiments.meta.schema import NOT_TIED
from forsale_sim.results.tables import Columns, Tables, values, where
from forsale_sim.stats.bootstrap import INTERVAL
from forsale_sim.stats.games.empirical import WEIGHT_INTERVAL

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8A8A8A")
"""Of strategies: Okabe and Ito's palette, which is told apart with any colour vision."""

DASHES = ("solid", "dashed", "dotted")
"""Of strategies, where there are more than colours."""

MOST_EQUILIBRIA = 3
"""Drawn for each player count."""

HEIGHT, EACH = 2.9, 0.17
"""Of a row of panels, in inches, at least; and what each strategy takes of it."""

MOST_INSIDE = 8
"""Entries that a legend has room for beside the lines."""

BELOW, ENTRY = 0.5, 0.16
"""Inches from an axis down to a legend below it; and of an entry there."""

LEAST = 0.01
"""A strategy that never has so much of the time is not named in the legend."""


def plot_meta_game(tables: Tables, ruleset: str) -> Figure:
    """Plot alpha-rank and the equilibria of a ruleset.

    Parameters
    ----------
    tables
        From `tournament.meta_game.tables`.
    ruleset
        Which of their rulesets.

    Returns
    -------
    Figure
        With two panels for each player count.
    """
    labels = shortened(values(where(tables["invasions"], ruleset=ruleset)["strategy"]))
    of_ruleset = {
        name: relabelled(where(table, ruleset=ruleset), labels) for name, table in tables.items()
    }
    counts = values(of_ruleset["invasions"]["players"])
    with mpl.rc_context(STYLE):
        longer = beyond_ordinary(labels.values())
        of_row = max(HEIGHT, EACH * len(labels))
        size = WIDTH + longer, 1.1 + of_row * len(counts)
        figure, titled = Figure(figsize=size, facecolor="white"), []
        for row, players in enumerate(counts):
            cell = {name: where(table, players=players) for name, table in of_ruleset.items()}
            left, right = (
                figure.add_subplot(len(counts), 2, 1 + 2 * row + side) for side in (0, 1)
            )
            _draw_sweep(left, cell["alpha_rank"])
            _add_legend(figure, left, long=longer > 0)
            _draw_equilibria(right, cell["weights"], values(cell["invasions"]["strategy"]))
            safe = f"{players} players: {safety_finding(cell['invasions'])}"
            settled = settling_finding(cell["mixtures"], cell["weights"])
            titled.append([(left, safe), (right, settled)])
        set_titles(figure, titled)
        caption = (
            "Left: alpha-rank, the share of time in which one population plays a strategy, by the "
            f"intensity of selection alpha.\nBands: {INTERVAL}.\n"
            "Right: mixtures that the replicator dynamics settle in, from most starts on top.\n"
            f"Arms: {WEIGHT_INTERVAL}."
        )
        if (of_ruleset["weights"]["tied"] != NOT_TIED).any():
            caption += "\nHatched: that is shared by those strategies, and nobody gains by how."
        frame(figure, f"The field as a game, {ruleset}", caption)
    return figure


def save_meta_plots(tables: Tables, folder: Path, formats: Iterable[PlotFormat]) -> list[Path]:
    """Write the plot of every ruleset to files such as ``meta_game_iello-en.png``.

    Raises
    ------
    ForSaleError
        If a file cannot be written. Those that are there are whole.
    """
    rulesets = values(tables["invasions"]["ruleset"])
    figures = (
        (plot_name("meta_game", ruleset), plot_meta_game(tables, ruleset)) for ruleset in rulesets
    )
    return save_figures(figures, folder, formats)


def _draw_sweep(axis: Axes, ranks: Columns) -> None:
    """Draw the share of time of each strategy over the intensity of selection."""
    for position, name in enumerate(values(ranks["strategy"])):
        line = {name_: column[ranks["strategy"] == name] for name_, column in ranks.items()}
        label = name if (line["mass"] >= LEAST).any() else None
        axis.plot(
            line["alpha"],
            100 * line["mass"],
            color=_colour(position),
            linestyle=_dashes(position),
            linewidth=1.6,
            label=label,
        )
        axis.fill_between(
            line["alpha"],
            100 * line["mass_low"],
            100 * line["mass_high"],
            color=_colour(position),
            alpha=0.2,
            linewidth=0,
        )
    axis.set_xscale("log")
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
    colours = [_colour(position) for position, _ in enumerate(names)]
    shown = values(weights["mixture"])[:MOST_EQUILIBRIA]
    height = 0.8 / max(1, len(shown))
    for number, mixture in enumerate(shown):
        block = where(weights, mixture=mixture)
        places = np.arange(len(names)) + (number - (len(shown) - 1) / 2) * height
        weight, low, high = (100 * block[f"weight{limit}"] for limit in ("", "_low", "_high"))
        arms = np.maximum(np.nan_to_num(np.array([weight - low, high - weight])), 0)
        tied = block["tied"] != NOT_TIED
        axis.barh(places, np.where(tied, 0, weight), 0.9 * height, color=colours, alpha=0.75)
        axis.barh(
            places[tied],
            weight[tied].sum(),
            0.9 * height,
            facecolor="none",
            edgecolor=np.array(colours)[tied],
            hatch="///",
        )
        sure = arms.max(axis=0) == 0
        axis.errorbar(
            weight[~sure], places[~sure], xerr=arms[:, ~sure], fmt="none", ecolor=LINE, capsize=3
        )
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.set_xlim(0, 102)
    axis.set_xlabel("part of the mixture, %")
    axis.grid(visible=False, axis="y")
    axis.tick_params(axis="y", length=0)


def _colour(position: int) -> str:
    return COLOURS[position % len(COLOURS)]


def _dashes(position: int) -> str:
    return DASHES[position // len(COLOURS) % len(DASHES)]
