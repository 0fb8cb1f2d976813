"""A comparison for the terminal: sentences, then a table with a row for whatever was compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from forsale_sim.display.compare.differences import POINTS, Row, estimates, in_all
from forsale_sim.display.compare.findings import findings
from forsale_sim.display.compare.labels import LABELS, label, place
from forsale_sim.display.compare.rules import changed_rules
from forsale_sim.display.layout import Texts, laid_out
from forsale_sim.results.paired.differences import Margins
from forsale_sim.results.paired.schema import DEPENDS
from forsale_sim.results.tables import Tables, records, values, where
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.corrections import HOLM
from forsale_sim.stats.equivalence import DIFFERS, EQUIVALENCE_TEST, NOT_SHOWN, SMALL
from forsale_sim.stats.paired import PAIRED_INTERVAL
from forsale_sim.stats.unpaired import UNPAIRED_INTERVAL

WIDTH = 110
"""Longest line, but for long names of strategies."""

MARKS = {DIFFERS: "≠", SMALL: "=", DEPENDS: "~", NOT_SHOWN: "?"}
"""What stands beside a difference for the conclusion from all fields."""


def print_comparison(
    tables: Tables, rulesets: Sequence[Ruleset], margins: Margins, console: Console
) -> None:
    """Print a comparison of the first ruleset with each of the others.

    Parameters
    ----------
    tables
        ``differences`` and ``conclusions``.
    rulesets
        The first is what the others are compared with.
    margins
        What differences count as small.
    console
        Where to; on narrow ones tables are printed in parts.
    """
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
            for sentence in findings(pair, first, other, count):
                console.print(Text(f"- {sentence}"), width=min(console.width, WIDTH))
        console.print()
        console.print(laid_out(_differences(pair, players), console.width))
        for note in _notes(tables, pair, margins):
            console.print(Text(note, style="dim"), width=min(console.width, WIDTH))
        console.print()


def _differences(tables: Tables, players: Sequence[int]) -> Texts:
    """Return the differences in the first field, marked with what is concluded from all fields.

    Parameters
    ----------
    tables
        ``differences`` and ``conclusions`` of two rulesets.
    players
        The player counts, each of which gets a column.
    """
    rows = records(tables["differences"])
    field = rows[0]["field"]
    first = [row for row in rows if row["field"] == field]
    concluded = {_key(row): row["conclusion"] for row in records(tables["conclusions"])}
    labelled: dict[str, list[Row]] = {}
    for row in first:
        if row["measure"] in LABELS:
            labelled.setdefault(label(row), []).append(row)
    names = sorted(labelled, key=lambda name: place(labelled[name][0]))
    cells = {
        (name, row["players"]): f"{text} {MARKS[concluded[_key(row)]]}"
        for name, of_name in labelled.items()
        for row, text in zip(of_name, estimates(of_name), strict=True)
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
    looked_at = len(tables["differences"]["verdict"])
    yield (
        f"{MARKS[DIFFERS]} differs, {MARKS[SMALL]} shown to be small, {MARKS[NOT_SHOWN]} not shown "
        f"{in_all(len(fields))} ({', '.join(fields)}); {MARKS[DEPENDS]} depends on the field. "
        f"Small: less than {margins.rates * POINTS:g} points or {margins.amounts:g} thousand, by "
        f"{EQUIVALENCE_TEST}. Tests are {HOLM} over {looked_at:,} differences."
    )
