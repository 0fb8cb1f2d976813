"""Tables as dots: what each of many tables shows, so that a reader counts for himself."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from strategy_lab.display.comparison_text import Row, seat_name
from strategy_lab.display.plots.figures import DOT, FILLED, EffectRow, Mark, effect_chart
from strategy_lab.results.conclusions import FAIR, MEMBER, POPULATION, Columns, Tables
from strategy_lab.results.tables import records, where
from strategy_lab.stats.populations import Floats, without_errors

if TYPE_CHECKING:
    from strategy_lab.experiments.compare.experiment import Comparison

LABEL_WIDTH, UNIT_WIDTH = 26, 48  # characters

CAPTION = (
    "Every dot is a table of players, the chance of its games taken out. In the grey band it does "
    "not matter."
)

KEY = [(FILLED, "middle, with the middle eight of ten tables"), (DOT, "a table")]


def drawn_at(table: Columns, row: Row, column: str) -> Floats:
    """Return what each drawn table has, the error of its games taken out as in the range.

    `table`: rows of ``tables`` or ``values`` that are about the measure of `row`.
    """
    found = [
        (each[column], each["standard_error"])
        for each in records(table)
        if each["level"] == POPULATION
        if all(each.get(name) == row.get(name) for name in ("seat", MEMBER))
    ]
    values, errors = np.array(found).reshape(-1, 2).T
    return without_errors(values, errors)


def dots(tables: Tables, row: Row, label: str) -> EffectRow:
    """Return a conclusion as a row of dots: every table, and the range."""
    keys = {name: row[name] for name in ("a", "b", "players", "measure")}
    table, scale = where(tables["tables"], **keys), row["entry"].scale
    marks = [Mark(DOT, scale * each) for each in drawn_at(table, row, "difference")]
    ends = (scale * row[name] for name in ("middle", "low", "high"))
    return EffectRow(fill(label, LABEL_WIDTH), [*marks, Mark(FILLED, *ends)])


def dots_chart(
    tables: Tables, rows: Sequence[tuple[str, Row]], *, key: bool = True, about: str = "change"
) -> Figure:
    """Return a chart of conclusions on one measure, each with its label.

    `about`: what the axis says of differences between rulesets.
    """
    row = rows[0][1]
    entry = row["entry"]
    beside = "beside a fair share" if row["a"] == FAIR else about
    return effect_chart(
        [dots(tables, each, label) for label, each in rows],
        unit=fill(f"{beside}, {entry.unit_of('2')}".removesuffix(", "), UNIT_WIDTH),
        key=KEY if key else (),
        margin=entry.scale * float(row["matters"]),
    )


def same_about(tables: Tables, comparison: Comparison, row: Row) -> list[tuple[str, Row]]:
    """Return the conclusions on a measure for all numbers of players, of its seats one by one."""
    found: list[tuple[str, Row]] = []
    for each in records(where(tables["conclusions"], a=row["a"], b=row["b"])):
        if each["measure"] == row["measure"] and each.get(MEMBER) == row.get(MEMBER):
            seat = each["seat"]
            who = "" if seat is None else seat_name(seat, each["players"], comparison.rule_words)
            label = f"{each['players']} players{', ' if who else ''}{who}"
            found.append((label, {**each, "entry": row["entry"]}))
    return found
