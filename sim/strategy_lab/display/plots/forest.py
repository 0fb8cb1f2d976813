"""Forest plots: an effect at each table, and under them what to expect of a table not met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure as FigureFigure

from strategy_lab.display.comparison_text import (
    Finding,
    Row,
    findings,
    measure_label,
    rows_of,
    scale,
)
from strategy_lab.display.plots.charts import PlotFormat, plot_name, save_figure
from strategy_lab.display.plots.marks import DOT, FILLED, HOLLOW, EffectRow, Mark, effect_chart
from strategy_lab.results.conclusions import OF_PLAY, Columns, Tables
from strategy_lab.results.measures import Measures
from strategy_lab.results.tables import where
from strategy_lab.stats.evidence import FEWEST_TABLES, PREDICTION_ERROR, leave_one_out, new_table

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
            [Mark(DOT, *(factor * each[f"difference{end}"] for end in ("", "_low", "_high")))],
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
