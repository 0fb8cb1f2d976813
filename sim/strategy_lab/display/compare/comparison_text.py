"""A comparison for the terminal: sentences, then a table with a row for each measure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from strategy_lab.display.compare.comparison_findings import comparison_findings
from strategy_lab.display.compare.difference_text import (
    Row,
    difference_texts,
    rows_of,
    scale,
    signed_text,
)
from strategy_lab.display.compare.effect_text import measure_label
from strategy_lab.display.compare.rule_changes import changed_rules
from strategy_lab.display.number_text import number
from strategy_lab.display.table_layout import Texts, laid_out
from strategy_lab.experiments.compare.experiment import Comparison
from strategy_lab.experiments.fields import untrained_note, untrained_rulesets, weakness_note
from strategy_lab.results.columns import Tables
from strategy_lab.results.measures import Measures
from strategy_lab.results.paired.families import CONCLUSIONS_FAMILY
from strategy_lab.results.paired.schema import ADAPTED, BEFORE, RETUNED, STRANGERS, UNCHANGED
from strategy_lab.results.tables import records, values, where
from strategy_lab.rule_differences import RuleSettings
from strategy_lab.stats.evidence import LIKELY, NO_EFFECT, PREDICTION_INTERVAL, SOLID, UNCLEAR
from strategy_lab.stats.paired import PAIRED_INTERVAL
from strategy_lab.stats.unpaired import UNPAIRED_INTERVAL
from strategy_lab.wording import listed

WIDTH = 110
"""Longest line, unless strategies have long names."""

TRAINING_SEEDS = "--training-seeds 5"
"""The option that tunes play for each ruleset."""

MARKS = {SOLID: "●", LIKELY: "◐", NO_EFFECT: "=", UNCLEAR: "?"}
"""Marks beside differences, for their grades."""


def print_comparison(tables: Tables, comparison: Comparison, console: Console) -> None:
    """Print ``differences`` and ``conclusions`` of the first ruleset and each of the others."""
    (first, *others), known = comparison.rulesets, comparison.measures
    for other in others:
        pair = {name: where(table, a=first.name, b=other.name) for name, table in tables.items()}
        console.print(Text(f"{other.name} against {first.name}", style="bold"))
        players = values(pair["differences"]["players"])
        rules = [f"{name}  {how}" for name, how in changed_rules(first, other, players)]
        for line in rules or [_no_change(first, other, players)]:
            console.print(Text(f"  {line}"))
        for count in players:
            console.print(Text(f"\n{count} players", style="bold"))
            for sentence in comparison_findings(pair, known, first.name, other.name, count):
                console.print(Text(f"- {sentence}"), width=min(console.width, WIDTH))
        console.print()
        console.print(laid_out(_differences(pair, known, players), console.width))
        for note in _notes(pair, known):
            console.print(Text(note, style="dim"), width=min(console.width, WIDTH))
        console.print()
    for note in filter(None, _notes_on_play(tables, comparison)):
        console.print(Text(note, style="bold"), width=min(console.width, WIDTH))
        console.print()


def _notes_on_play(tables: Tables, comparison: Comparison) -> Iterable[str]:
    if not comparison.program.trains:
        return ()
    rulesets, fields = comparison.rulesets, comparison.fields
    players = values(tables["differences"]["players"])
    return (
        untrained_note(untrained_rulesets(fields), TRAINING_SEEDS),
        weakness_note(fields, rulesets, players, TRAINING_SEEDS, comparison.program),
    )


def _no_change(first: RuleSettings, other: RuleSettings, players: Sequence[int]) -> str:
    same = not any(changed_rules(first, other))
    return f"the same rules {'under another name' if same else f'for {listed(players)} players'}"


def _differences(tables: Tables, known: Measures, players: Sequence[int]) -> Texts:
    """Return the differences in the first field, marked with the grades from all tables."""
    rows = rows_of(tables["differences"], known)
    field = rows[0]["field"]
    first = [row for row in rows if row["field"] == field]
    grades = {
        _key(row): row["grade"] for row in records(where(tables["conclusions"], play=UNCHANGED))
    }
    labelled: dict[str, list[Row]] = {}
    for row in first:
        if measure_label(row):
            labelled.setdefault(measure_label(row), []).append(row)
    order = {measure.name: i for i, measure in enumerate(known.entries)}
    names = sorted(labelled, key=lambda name: _place(labelled[name][0], order))
    cells = {
        (name, row["players"]): f"{text} {MARKS.get(grades.get(_key(row), ''), '')}".rstrip()
        for name, of_name in labelled.items()
        for row, text in zip(of_name, difference_texts(of_name), strict=True)
    }
    return {
        f"field {field}": names,
        **{f"{n} players": [cells.get((name, n), "") for name in names] for n in players},
        **_retuned(tables, known, names, players),
    }


def _place(row: Row, order: Mapping[str, int]) -> tuple[int, int]:
    return order[row["measure"]], row["seat"] or 0


def _retuned(
    tables: Tables, known: Measures, names: Sequence[str], players: Sequence[int]
) -> Texts:
    """Return the effects on play that was trained anew, and how they vary between seeds."""
    rows = [
        row
        for row in rows_of(where(tables["conclusions"], play=RETUNED), known)
        if row["mean"] is not None and measure_label(row)
    ]
    cells = {(measure_label(row), row["players"]): _with_spread(row) for row in rows}
    return {
        f"{n}, trained anew": [cells.get((name, n), "") for name in names]
        for n in players
        if any(row["players"] == n for row in rows)
    }


def _with_spread(row: Row) -> str:
    value, spread = signed_text(scale(row) * row["mean"], 1), row["between_sd"]
    told = "" if spread is None else f" sd {number(scale(row) * spread, 1)}"
    return f"{value}{told} {MARKS[row['grade']]}"


def _key(row: Row) -> tuple[object, ...]:
    return tuple(row.get(name) for name in ("players", "measure", "seat", "strategy", "house"))


def _notes(pair: Tables, known: Measures) -> Iterable[str]:
    rows = records(pair["differences"])
    paired = bool(pair["differences"]["paired"].all())
    interval = PAIRED_INTERVAL if paired else UNPAIRED_INTERVAL
    yield f"Differences in field {rows[0]['field']}. ±: {interval}. {known.note}".rstrip()
    if not paired:
        yield (
            "The decks are of different sizes, so no deal is common to both rulesets: intervals "
            "are not paired, and only rates and shares are compared."
        )
    tables = {row["field"]: row["estimand"] for row in rows if row["table"] == row["field"]}
    named = {
        estimand: "; ".join(field for field, its in tables.items() if its == estimand) or "none"
        for estimand in (BEFORE, STRANGERS)
    }
    yield f"Tables before: {named[BEFORE]}. Tables of strangers: {named[STRANGERS]}."
    if any(estimand == ADAPTED for estimand in tables.values()):
        yield (
            "Trained anew: the mean over play that was trained for each ruleset; sd: its standard "
            "deviation between training seeds, without sampling noise."
        )
    yield (
        f"{MARKS[SOLID]} solid, {MARKS[LIKELY]} likely, {MARKS[NO_EFFECT]} no effect worth naming, "
        f"{MARKS[UNCLEAR]} unclear, by the {PREDICTION_INTERVAL} and the mean over tables before "
        f"and of strangers, which is {CONCLUSIONS_FAMILY}."
    )
