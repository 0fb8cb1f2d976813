"""What editions do differently, and what other readings of unclear rules would change."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from forsale_sim.balance.drawing import Series, points
from forsale_sim.balance.parts import Figure, Panel, Section, Table
from forsale_sim.balance.results import MARGINS, Results
from forsale_sim.balance.texts import counted
from forsale_sim.report.comparison import findings, headline
from forsale_sim.report.differences import Row, estimates, scale, span
from forsale_sim.results.tables import Columns, Tables, records, values, where
from forsale_sim.rules.difference import differences as rule_differences
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.corrections import HOLM
from forsale_sim.stats.equivalence import DIFFERS, SMALL

SHOWN = ("win_rate", "money", "coins_left", "coins_lost", "margin", "level_games")
"""Measures that the tables show; the data have all."""

USUAL = 4
"""How many play in the answer, if they do and it matters to them."""

ENDS = ("difference", "difference_low", "difference_high")


def editions(results: Results) -> Section:
    """Return the section on what the other rulesets do differently from the first one."""
    rulesets = results.settled.rulesets
    if results.editions is None:
        return Section("editions", "Edition differences", [], ["Only one ruleset was played."])
    said = _said(results.editions, rulesets, results.players)
    base = rulesets[0].name
    return Section(
        name="editions",
        title="Edition differences",
        answer=_answer(results.editions, rulesets, results.players),
        text=[
            f"Against {base}, on common deals wherever the decks allow it, in "
            f"{counted(len(results.fields), 'field')} of strategies: a conclusion holds in all of "
            "them, or it is said that it does not.",
            *(_rules(rulesets[0], other) for other in rulesets[1:]),
        ],
        points=[f"{about}: {sentence}" for about, sentence in said],
        figures=[_figure(results, "editions", results.editions)],
        tables=[_table(results.editions, "What changes")],
    )


def readings(results: Results) -> Section:
    """Return the section on unclear rules: how they are read, and what others would change."""
    texts = [
        f"{ruleset.name}: {' '.join(reading.split())}"
        for ruleset in results.settled.rulesets
        for reading in ruleset.readings
    ]
    if not texts:
        texts = ["None of these rulesets says of any rule that it is unclear."]
    if results.readings is None or results.settled.readings is None:
        text = ["No other readings were played."]
        return Section("readings", "Readings of unclear rules", [], text, points=texts)
    whatifs = results.settled.readings.rulesets
    answer = _answer(results.readings, whatifs, results.players)
    return Section(
        name="readings",
        title="Readings of unclear rules",
        answer=answer if results.settled.config.sections[0] == "readings" else [],
        text=[
            "Rulebooks leave some things open or contradict each other. This is how each ruleset "
            "is understood. Readings that can be played otherwise are what-ifs of "
            f"{whatifs[0].name}: {', '.join(ruleset.name for ruleset in whatifs[1:])}; the figure "
            "and the table show what each would change. Who may see what, and who opens, are not "
            "rules that a what-if can change here.",
            *answer,
        ],
        points=texts,
        figures=[_figure(results, "readings", results.readings)],
        tables=[_table(results.readings, "What other readings change")],
    )


def _answer(tables: Tables, rulesets: Sequence[Ruleset], players: Sequence[int]) -> list[str]:
    """Return for each ruleset but the first what it does to coins and seats."""
    said = []
    for other in rulesets[1:]:
        concerned = [n for n in players if _differ(rulesets[0], other, n)] or [*players]
        count = USUAL if USUAL in concerned else concerned[0]
        sentences = headline(tables, rulesets[0], other, count)
        said.append(f"{other.name} against {rulesets[0].name}: {' '.join(sentences)}")
    return said


def _differ(a: Ruleset, b: Ruleset, players: int) -> bool:
    """Whether any rule that so many play by differs."""
    return any(
        found.parameter != "players" and found.players in {None, players}
        for found in rule_differences(a, b)
    )


def _said(
    tables: Tables, rulesets: Sequence[Ruleset], players: Sequence[int]
) -> list[tuple[str, str]]:
    """Return what each sentence is about, and the sentence."""
    return [
        (f"{other.name}, {count} players", sentence)
        for count in players
        for other in rulesets[1:]
        for sentence in findings(tables, rulesets[0], other, count)
    ]


def _rules(a: Ruleset, b: Ruleset) -> str:
    changed = dict.fromkeys(
        difference.parameter
        for difference in rule_differences(a, b)
        if difference.parameter != "players"
    )
    return f"{b.name} differs from {a.name} in: {', '.join(changed) or 'no rule'}."


def _chances(tables: Tables, field: str) -> Columns:
    table = where(tables["differences"], field=field, measure="win_rate")
    of_seats = np.array([seat is not None for seat in table["seat"]], bool)
    return {name: column[of_seats] for name, column in table.items()}


def _figure(results: Results, name: str, tables: Tables) -> Figure:
    data = _chances(tables, results.fields[0])
    others = values(data["b"])
    panels = []
    for players in results.players:
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


def _table(tables: Tables, title: str) -> Table:
    concluded = {
        tuple(row[key] for key in ("players", "b", "measure", "seat", "strategy", "house")): row
        for row in records(tables["conclusions"])
    }
    rows = []
    for row in records(tables["differences"]):
        if row["measure"] not in SHOWN:
            continue
        all_fields = concluded[
            tuple(row[key] for key in ("players", "b", "measure", "seat", "strategy", "house"))
        ]
        rows.append(
            [
                *(str(row[key]) for key in ("b", "players", "field")),
                _about(row),
                "points" if scale(row) == 100 else "thousands",
                estimates([row])[0],
                str(row["verdict"]),
                f"{all_fields['conclusion']} ({span(all_fields)})",
            ]
        )
    return Table(
        title,
        ["ruleset", "players", "field", "of", "unit", "change", "verdict", "in all fields"],
        rows,
        f"Verdicts are {HOLM} over all differences of the data. Small: less than "
        f"{100 * MARGINS.rates:g} points or {MARGINS.amounts:g} thousand.",
    )


def _about(row: Row) -> str:
    what = str(row["measure"]).replace("_", " ")
    if row["seat"] is not None:
        return f"{what}, seat {row['seat']}"
    return f"{what}, {row['strategy']}" if row["strategy"] is not None else what
