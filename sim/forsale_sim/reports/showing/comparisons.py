"""A comparison of rulesets as a figure of its seats, and as a table of all its fields."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from forsale_sim.display.compare.differences import Row, estimates, span
from forsale_sim.display.compare.labels import label
from forsale_sim.display.compare.rules import concerned
from forsale_sim.reports.page.drawing import Series, points
from forsale_sim.reports.page.parts import Figure, Panel, Table
from forsale_sim.reports.results import MARGINS, Results
from forsale_sim.results.tables import Columns, Tables, records, values, where
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.corrections import HOLM
from forsale_sim.stats.equivalence import DIFFERS, SMALL
from forsale_sim.wording import counted

SHOWN = ("win_rate", "money", "coins_lost", "margin", "level_games")
"""Measures that the table shows, as amounts or as shares; the data have all."""

ENDS = ("difference", "difference_low", "difference_high")


def seat_figure(results: Results, name: str, tables: Tables, rulesets: Sequence[Ruleset]) -> Figure:
    """Return a figure of how the chances of seats change, in the first field.

    It leaves out player counts by whose rules no ruleset differs from the first.
    """
    base, *rest = rulesets
    counts = sorted({n for other in rest for n in concerned(base, other, results.players)})
    counts = counts or results.players
    data = _chances(tables, results.fields[0])
    data = {key: column[np.isin(data["players"], counts)] for key, column in data.items()}
    others = values(data["b"])
    panels = []
    for players in counts:
        found = where(data, players=players)
        drawn, said = [], []
        for other in others:
            table = where(found, b=other)
            drawn.append(Series(other, *(100 * table[end].astype(float) for end in ENDS)))
            marks = zip(table["seat"].tolist(), estimates(records(table)), strict=True)
            said.append(f"{other}: " + ", ".join(f"seat {seat} {text}" for seat, text in marks))
        drawing = points(
            [f"seat {seat}" for seat in range(1, players + 1)],
            drawn,
            unit="change of the win rate, points",
            title=f"{players} players",
            level=0,
        )
        alt = f"Change of win rates by seat, {players} players. {'; '.join(said)}."
        panels.append(Panel(f"{name}-{players}", drawing, alt))
    differ, small = (int(np.sum(data["verdict"] == word)) for word in (DIFFERS, SMALL))
    finding = (
        f"Of {counted(len(data['verdict']), 'chance')} of seats, {differ} "
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
    """Return a table of what changes, in every field."""
    concluded = {_key(row): row for row in records(tables["conclusions"])}
    rows = []
    for row in records(tables["differences"]):
        if row["measure"].removesuffix("_share") not in SHOWN:
            continue
        all_fields = concluded[_key(row)]
        rows.append(
            [
                *(str(row[key]) for key in ("b", "players", "field")),
                label(row),
                estimates([row])[0],
                str(row["verdict"]),
                f"{all_fields['conclusion']} ({span(all_fields)})",
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
