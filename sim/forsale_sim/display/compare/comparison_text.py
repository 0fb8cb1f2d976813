"""A comparison for the terminal: sentences, then a table with a row for each measure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from forsale_sim.display.compare.comparison_findings import comparison_findings
from forsale_sim.display.compare.difference_text import POINTS, Row, difference_texts, in_all_fields
from forsale_sim.display.compare.measure_labels import LABELS, measure_label, measure_order
from forsale_sim.display.compare.rule_changes import changed_rules
from forsale_sim.display.table_layout import Texts, laid_out
from forsale_sim.experiments.fields import NamedField, weakness_note
from forsale_sim.results.columns import Tables
from forsale_sim.results.paired.differences import Margins
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.results.tables import records, values, where
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.corrections import HOLM
from forsale_sim.stats.equivalence import DIFFERS, EQUIVALENCE_TEST, NOT_SHOWN, SMALL
from forsale_sim.stats.paired import PAIRED_INTERVAL
from forsale_sim.stats.unpaired import UNPAIRED_INTERVAL

WIDTH = 110
"""Longest line, unless strategies have long names."""

MARKS = {DIFFERS: "≠", SMALL: "=", DEPENDS: "~", NOT_SHOWN: "?"}
"""Marks beside differences, for the conclusion from all fields."""


def print_comparison(
    tables: Tables,
    rulesets: Sequence[Ruleset],
    fields: Sequence[NamedField],
    margins: Margins,
    console: Console,
) -> None:
    """Print ``differences`` and ``conclusions`` of the first ruleset and each of the others."""
    first, *others = rulesets
    for other in others:
        pair = {name: where(table, a=first.name, b=other.name) for name, table in tables.items()}
        console.print(Text(f"{other.name} against {first.name}", style="bold"))
        rules = [f"{name}  {how}" for name, how in changed_rules(first, other)]
        for line in rules or ["the same rules under another name"]:
            console.print(Text(f"  {line}"))
        players = values(pair["differences"]["players"])
        for count in players:
            console.print(Text(f"\n{count} players", style="bold"))
            for sentence in comparison_findings(pair, first, other, count):
                console.print(Text(f"- {sentence}"), width=min(console.width, WIDTH))
        console.print()
        console.print(laid_out(_differences(pair, players), console.width))
        for note in _notes(tables, pair, margins):
            console.print(Text(note, style="dim"), width=min(console.width, WIDTH))
        console.print()
    weakness = weakness_note(fields)
    if weakness:
        console.print(Text(weakness, style="bold"), width=min(console.width, WIDTH))
        console.print()


def _differences(tables: Tables, players: Sequence[int]) -> Texts:
    """Return the differences in the first field, marked with the conclusion from all fields."""
    rows = records(tables["differences"])
    field = rows[0]["field"]
    first = [row for row in rows if row["field"] == field]
    concluded = {_key(row): row["conclusion"] for row in records(tables["conclusions"])}
    labelled: dict[str, list[Row]] = {}
    for row in first:
        if row["measure"] in LABELS:
            labelled.setdefault(measure_label(row), []).append(row)
    names = sorted(labelled, key=lambda name: measure_order(labelled[name][0]))
    cells = {
        (name, row["players"]): f"{text} {MARKS[concluded[_key(row)]]}"
        for name, of_name in labelled.items()
        for row, text in zip(of_name, difference_texts(of_name), strict=True)
    }
    return {
        f"field {field}": names,
        **{f"{n} players": [cells.get((name, n), "") for name in names] for n in players},
    }


def _key(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in ("players", "measure", "seat", "strategy", "house"))


def _notes(tables: Tables, pair: Tables, margins: Margins) -> Iterable[str]:
    paired = bool(pair["differences"]["paired"].all())
    fields = values(pair["differences"]["field"])
    interval = PAIRED_INTERVAL if paired else UNPAIRED_INTERVAL
    yield f"Differences in field {fields[0]}. ±: {interval}. Coins and money in thousands."
    if not paired:
        yield (
            "The decks are of different sizes, so no deal is common to both rulesets: intervals "
            "are not paired, and only rates and shares are compared."
        )
    tests = len(tables["differences"]["verdict"])
    yield (
        f"{MARKS[DIFFERS]} differs, {MARKS[SMALL]} shown to be small, {MARKS[NOT_SHOWN]} not shown "
        f"{in_all_fields(len(fields))} ({', '.join(fields)}); {MARKS[DEPENDS]} depends on the "
        f"field. Small: less than {margins.rates * POINTS:g} points or {margins.amounts:g} "
        f"thousand, by {EQUIVALENCE_TEST}. Tests are {HOLM} over {tests:,} differences."
    )
