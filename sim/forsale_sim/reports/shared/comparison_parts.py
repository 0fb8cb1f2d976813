"""Comparisons of rulesets: a figure on seats, and a table of all fields."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from forsale_sim.display.compare.difference_text import Row, difference_texts, range_text
from forsale_sim.display.compare.measure_labels import measure_label
from forsale_sim.display.compare.rule_changes import players_affected
from forsale_sim.display.plots.charts import point_chart
from forsale_sim.display.plots.marks import Series
from forsale_sim.reports.experiment import MARGINS
from forsale_sim.reports.page.page_parts import Figure, Panel, Table
from forsale_sim.reports.results import Results
from forsale_sim.results.columns import Columns, Tables
from forsale_sim.results.tables import records, values, where
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.corrections import HOLM
from forsale_sim.stats.equivalence import DIFFERS, SMALL
from forsale_sim.wording import counted

SHOWN = ("win_rate", "money", "coins_lost", "margin", "level_games")
"""Measures that the table shows, as amounts or as shares; the data have all."""

ENDS = ("difference", "difference_low", "difference_high")


def seat_figure(results: Results, name: str, tables: Tables, rulesets: Sequence[Ruleset]) -> Figure:
    """Return a figure on changes of seats' win rates in the first field.

    Player counts whose rules are the same in all rulesets are left out.
    """
    base, *rest = rulesets
    counts = sorted({n for other in rest for n in players_affected(base, other, results.players)})
    counts = counts or results.players
    data = _chances(tables, results.fields[0])
    data = {key: column[np.isin(data["players"], counts)] for key, column in data.items()}
    others = values(data["b"])
    panels = []
    for players in counts:
        changes = where(data, players=players)
        drawn, alts = [], []
        for other in others:
            table = where(changes, b=other)
            drawn.append(Series(other, *(100 * table[end].astype(float) for end in ENDS)))
            marks = zip(table["seat"].tolist(), difference_texts(records(table)), strict=True)
            alts.append(f"{other}: " + ", ".join(f"seat {seat} {text}" for seat, text in marks))
        drawing = point_chart(
            [f"seat {seat}" for seat in range(1, players + 1)],
            drawn,
            unit="change of the win rate, points",
            title=f"{players} players",
            level=0,
        )
        alt = f"Change of win rates by seat, {players} players. {'; '.join(alts)}."
        panels.append(Panel(f"{name}-{players}", drawing, alt))
    differ, small = (int(np.sum(data["verdict"] == word)) for word in (DIFFERS, SMALL))
    finding = (
        f"Of {counted(len(data['verdict']), 'win rate')} of seats, {differ} "
        f"{'is' if differ == 1 else 'are'} shown to change, {small} to stay the same"
    )
    return Figure(
        name,
        finding,
        f"Win rate by seat, less that by {data['a'][0]}, in points. Bars: 95 % t interval, paired "
        "by deal where decks are alike. Shown to stay the same: to within "
        f"{100 * MARGINS.rates:g} points. Field: {results.fields[0]}.",
        panels,
        tables["differences"],
    )


def _chances(tables: Tables, field: str) -> Columns:
    table = where(tables["differences"], field=field, measure="win_rate")
    of_seats = np.array([seat is not None for seat in table["seat"]], bool)
    return {name: column[of_seats] for name, column in table.items()}


def whole_table(tables: Tables, title: str) -> Table:
    """Return a table of the differences in every field."""
    concluded = {_key(row): row for row in records(tables["conclusions"])}
    rows = []
    for row in records(tables["differences"]):
        if row["measure"].removesuffix("_share") not in SHOWN:
            continue
        all_fields = concluded[_key(row)]
        rows.append(
            [
                *(str(row[key]) for key in ("b", "players", "field")),
                measure_label(row),
                difference_texts([row])[0],
                str(row["verdict"]),
                f"{all_fields['conclusion']} ({range_text(all_fields)})",
            ]
        )
    return Table(
        title,
        ["ruleset", "players", "field", "of", "change", "verdict", "in all fields"],
        rows,
        f"Verdicts are {HOLM} over all differences of the data. Small: less than "
        f"{100 * MARGINS.rates:g} points or {MARGINS.amounts:g} thousand. Money and coins in "
        "thousands.",
    )


def _key(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in ("players", "b", "measure", "seat", "strategy", "house"))
