"""The figures of a report: one shared axis each, the finding as the title."""

from __future__ import annotations

from collections.abc import Sequence

from strategy_lab.display.compare.difference_text import Row, rows_of, scale
from strategy_lab.display.compare.effect_text import effect
from strategy_lab.display.page.page_parts import Figure
from strategy_lab.display.plots.effect_chart import (
    DOT,
    FILLED,
    HOLLOW,
    OTHER,
    EffectRow,
    Mark,
    effect_chart,
    mark_text,
)
from strategy_lab.display.plots.forest_plot import forest_rows, tables_with_a_say
from strategy_lab.results.paired.schema import UNCHANGED
from strategy_lab.results.tables import where
from strategy_lab.stats.evidence import FEWEST_TABLES

from forsale_sim.measures import MEASURES
from forsale_sim.reports.results import FAIR, Results
from forsale_sim.reports.wording import names_of, seat_name, table_name, unit_of

MOST_RULESETS = 2
"""Of the figure of seats."""


def forest_figure(results: Results, name: str, finding: str, row: Row) -> Figure:
    """Return an effect at every table that has a say, and what is predicted for a new one."""
    tables = tables_with_a_say(results.differences, MEASURES, row)
    unit, margin = unit_of(row), scale(row) * float(row["matters"])
    if len(tables) < FEWEST_TABLES:
        return effect_figure(results, name, finding, [(f"{row['players']} players", row, None)])
    rows = forest_rows(tables, lambda field: table_name(results, field))
    what = "beside a fair share" if row["a"] == FAIR else "change"
    drawing = effect_chart(rows, unit=f"{what}, {unit}", margin=margin)
    alt = "; ".join(f"{each.label}: {mark_text(each.marks[0])}" for each in rows)
    caption = (
        "Each table with its interval. Filled: the mean, and where a table that nobody here has "
        "met is predicted to lie. Hollow: how far that goes with any one table left out. In the "
        "grey band an effect is too small to matter."
    )
    return Figure(name, finding, caption, drawing, f"{what.capitalize()}, {unit}. {alt}.")


def effect_figure(
    results: Results, name: str, finding: str, shown: Sequence[tuple[str, Row, Row | None]]
) -> Figure:
    """Return a figure of effects with a row each, all of one unit."""
    rows = [
        EffectRow(label, [*_dots(results, row), _main(FILLED, row), *_anew(other)])
        for label, row, other in shown
    ]
    first = shown[0][1]
    anew = any(mark.kind == HOLLOW for row in rows for mark in row.marks)
    key = [(FILLED, "mean"), *[(HOLLOW, "trained anew")] * anew, (DOT, "each table")]
    unit = unit_of(first)
    what = "beside a fair share" if first["a"] == FAIR else "change"
    margin = float(first["matters"]) * scale(first)
    drawing = effect_chart(rows, unit=f"{what}, {unit}", key=key, margin=margin)
    alt = "; ".join(
        f"{label}: {mark_text(_main(FILLED, row))}"
        + (f", trained anew {mark_text(_main(HOLLOW, other))}" if other else "")
        for label, row, other in shown
    )
    caption = (
        "Filled: the mean over tables, and where a table that nobody here has met is predicted to "
        "lie, with 90 %. "
        + "Hollow: the same among players who were trained anew for each ruleset. " * anew
        + "Grey dots: each table. In the grey band an effect is too small to matter."
    )
    return Figure(name, finding, caption, drawing, f"{what.capitalize()}, {unit}. {alt}.")


def _main(kind: str, row: Row) -> Mark:
    limits = [row[end] for end in ("low", "high") if row[end] is not None]
    return Mark(kind, *(scale(row) * value for value in (effect(row), *limits)))


def _anew(row: Row | None) -> list[Mark]:
    return [] if row is None else [_main(HOLLOW, row)]


def _dots(results: Results, row: Row) -> list[Mark]:
    return [
        Mark(DOT, each["difference"] * scale(row))
        for each in tables_with_a_say(results.differences, MEASURES, row)
    ]


def seat_figure(results: Results, finding: str) -> Figure:
    """Return a figure of how often each seat wins, beside a fair share."""
    rulesets = [ruleset.name for ruleset in results.experiment.rulesets][:MOST_RULESETS]
    kinds = (FILLED, OTHER)
    labels = names_of(results)
    table = where(results.conclusions, a=FAIR, play=UNCHANGED)
    rows, alts = [], []
    for players in results.players:
        for seat in range(1, players + 1):
            marks = [
                _main(kind, row)
                for kind, ruleset in zip(kinds, rulesets, strict=False)
                for row in rows_of(where(table, b=ruleset, players=players, seat=seat), MEASURES)
            ]
            label = f"{players} players, {seat_name(seat, players)}" if seat == 1 else ""
            rows.append(EffectRow(label or seat_name(seat, players), marks))
            shares = ", ".join(map(mark_text, marks))
            alts.append(f"{players} players, seat {seat}: {shares}")
    several = len(rulesets) > 1
    drawing = effect_chart(
        rows,
        unit="percentage points beside a fair share",
        key=[(kind, labels[name]) for kind, name in zip(kinds, rulesets, strict=False)] * several,
        margin=1.0,
    )
    caption = (
        "Win rate of each seat less a fair share: the mean over tables, and where a table that "
        "nobody here has met is predicted to lie, with 90 %. In the grey band a seat is as good "
        "as fair."
    )
    return Figure("seats", finding, caption, drawing, f"Points by seat. {'; '.join(alts)}.")
