"""The plot of a meta-game: alpha-rank over the intensity of selection, and the equilibria."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as FigureFigure
from matplotlib.transforms import ScaledTranslation

from strategy_lab.display.comparison_text import (
    Finding,
    Row,
    findings,
    measure_label,
    rows_of,
    scale,
)
from strategy_lab.display.plots.charts import (
    PlotFormat,
    plot_name,
    save_figure,
    set_frame,
    set_titles,
)
from strategy_lab.display.plots.figures import Figure
from strategy_lab.display.plots.marks import (
    DOT,
    FIGURE_WIDTH,
    FILLED,
    HOLLOW,
    EffectRow,
    Mark,
    Series,
    beyond_ordinary,
    draw_curves,
    draw_points,
    effect_chart,
    look,
    name_rows,
    relabelled,
    series,
    shortened,
    style,
)
from strategy_lab.display.tournament_text import safety_finding, settling_finding
from strategy_lab.experiments.meta.experiment import NOT_TIED
from strategy_lab.results.conclusions import OF_PLAY, Columns, Tables
from strategy_lab.results.measures import Measures
from strategy_lab.results.tables import values, where
from strategy_lab.stats.batches import INTERVAL
from strategy_lab.stats.evidence import FEWEST_TABLES, PREDICTION_ERROR, leave_one_out, new_table
from strategy_lab.stats.game_theory import WEIGHT_INTERVAL

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


def _draw_alpha_rank(axis: Axes, ranks: Columns) -> None:
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
        draw_points(axis, places[unsure], uncertain, upright=False)
    name_rows(axis, names)
    axis.set_xlim(0, 102)
    axis.set_xlabel("part of the mixture, %")


# forest_plot: Forest plots: an effect at each table, and under them what to expect of a table not
# met.
#
# Tables stand as studies do in a meta-analysis (Lewis and Clarke, "Forest plots: trying to see the
# wood and the trees", *BMJ* 322, 2001). The last row leaves each table out in turn, and shows how
# far the limits go then: whether a single table makes the result.

NEW_TABLE, LEFT_OUT = "a table not met", "with any one table left out"

MOST_PLOTS = 3
"""Of two rulesets for one number of players: the best supported findings."""


def tables_with_a_say(differences: Columns, known: Measures, row: Row) -> list[Row]:
    keys = {name: row[name] for name in ("players", "a", "b", "measure")}
    return [
        each
        for each in rows_of(where(differences, **keys), known)
        if each["estimand"] in OF_PLAY[row["play"]]
        if each["table"] == each["field"] and each["standard_error"]
        if all(each.get(name) == row.get(name) for name in ("seat", "strategy", "house"))
    ]


def forest_rows(tables: list[Row], named: Callable[[str], str] = str) -> list[EffectRow]:
    """Return a row for each table, one for a table not met, and one with each table left out.

    `named` returns what to call a field.
    """
    factor = scale(tables[0])
    effect, error = (
        factor * np.array([each[name] for each in tables], float)
        for name in ("difference", "standard_error")
    )
    rows = [
        EffectRow(
            named(each["field"]),
            [
                Mark(
                    DOT,
                    *(factor * each[f"difference{end}"] for end in ("", "_low", "_high")),
                )
            ],
        )
        for each in tables
    ]
    known = new_table(effect, error, PREDICTION_ERROR)
    without = leave_one_out(effect, error, PREDICTION_ERROR)
    widest = float(without[:, 0].min()), float(without[:, 1].max())
    return [
        *rows,
        EffectRow(NEW_TABLE, [Mark(FILLED, known.mean, known.low, known.high)]),
        EffectRow(LEFT_OUT, [Mark(HOLLOW, known.mean, *widest)]),
    ]


def forest_plot(tables: list[Row], title: str) -> FigureFigure:
    """Return the forest plot of an effect: filled is the mean, bars are 95 % intervals."""
    row = tables[0]
    unit = row["entry"].unit_of("2")
    margin = scale(row) * float(row["matters"])
    figure = effect_chart(
        forest_rows(tables), unit=f"{title}\nchange, {unit}; grey: does not matter", margin=margin
    )
    figure.set_facecolor("white")
    return figure


def save_forest_plots(
    tables: Tables, known: Measures, folder: Path, formats: Iterable[PlotFormat]
) -> None:
    formats = tuple(formats)
    table = tables["differences"]
    pairs = zip(*(table[name].tolist() for name in ("a", "b", "players")), strict=True)
    for a, b, players in dict.fromkeys(pairs):
        drawn: Counter[str] = Counter()
        for finding in findings(tables, known, a, b, players):
            shown = tables_with_a_say(table, known, finding.row)
            if len(shown) < FEWEST_TABLES or drawn.total() == MOST_PLOTS:
                continue
            name = plot_name(f"tables_{_about(finding)}_{players}", b)
            drawn[name] += 1
            title = f"{measure_label(finding.row)}\n{b} against {a}\n{players} players"
            figure = forest_plot(shown, title)
            for form in formats:
                save_figure(figure, folder / f"{name}.{form}", form)


def _about(finding: Finding) -> str:
    measure, seat = str(finding.row["measure"]), finding.row["seat"]
    return measure if seat is None else f"{measure}_seat_{seat}"
