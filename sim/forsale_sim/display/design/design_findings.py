"""What a design has found, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from strategy_lab.display.compare.difference_text import signed_text
from strategy_lab.display.number_text import estimates, with_limits
from strategy_lab.display.table_layout import Texts
from strategy_lab.results.columns import SHARE, Columns, Tables
from strategy_lab.results.measure import Measure
from strategy_lab.results.paired.schema import UNCHANGED
from strategy_lab.results.tables import records, where
from strategy_lab.stats.equivalence import DIFFERS, SMALL
from strategy_lab.wording import counted, listed

from forsale_sim.display.design.holding_text import Named, holding_texts, needed_text
from forsale_sim.experiments.design.candidates import Candidate, ends
from forsale_sim.experiments.design.design_tables import (
    BEATEN,
    BETTER,
    BREAKS,
    BROKEN,
    KEPT,
    OPEN,
    RACED,
    RECOMMENDED,
    TIE,
    WORSE,
    first_of,
)
from forsale_sim.experiments.design.fair_seats import COINS_MORE
from forsale_sim.experiments.design.goals import Aims

PLAYS = {RACED: "with the quickly tuned play of the race ", UNCHANGED: "with unchanged play "}
"""What a figure is of, if not of the play that decides."""

VAGUE = 4
"""Coins: wider intervals of fair coins say too little to be told."""

VERDICTS = {TIE: "as good", WORSE: "worse", BETTER: "better", OPEN: "not told apart"}
"""How rules one step away compare."""


def design_findings(tables: Tables, candidates: Sequence[Candidate], aims: Aims) -> list[str]:
    """Return what has been found, a sentence each."""
    race = tables["candidates"]
    by_name = {candidate.ruleset.name: candidate for candidate in candidates}
    name = first_of(race)
    if name is None:
        kept = listed([condition.text for condition in aims.conditions])
        return [
            f"No ruleset keeps {kept}, as far as the race has seen.",
            *seen_texts(race, candidates[0].ruleset.name, aims),
            dropped_text(race),
        ]
    base, recommended = candidates[0], by_name[name]
    held = RECOMMENDED in race["outcome"]
    return [
        *(fair_coins_texts(tables["fair_coins"]) if "fair_coins" in tables else []),
        *_recommendation(base, recommended, aims, tables, held=held),
        *holding_texts(tables["at_tables"], aims),
        *([] if held else [needed_text(tables["at_tables"], aims)]),
        *end_texts(recommended, candidates),
        *_conditions(tables["conditions"]),
        *filter(None, [steps_text(tables["rivals"])]),
        *_rivals(tables["rivals"]),
        dropped_text(race),
    ]


def end_texts(recommended: Candidate, candidates: Sequence[Candidate]) -> list[str]:
    """Return which recommended numbers are the highest or lowest of those that were tried."""
    return [
        f"No {'higher' if end.is_highest else 'lower'} number of {end.rule.replace('_', ' ')} than "
        f"{end.value} was tried: it may be better still."
        for end in ends(recommended, candidates)
    ]


def tuning_text(changed: str) -> str:
    """Return whether play was tuned to any effect; `changed` is such as ``1 of 3``."""
    some, _, every = changed.partition(" of ")
    if some == "0":
        return (
            f"Tuning changed none of the {every} players who confirm: they play as under the first "
            "rules."
        )
    which = f"all {every}" if some == every else f"{some} of the {every}"
    return f"Tuning changed {which} players who confirm."


def rule_changes(base: Candidate, other: Candidate) -> str:
    """Return which rules are changed: ``coins 21 to 24, refund down to none``."""
    return ", ".join(
        f"{rule} {base.values[rule]} to {value}"
        for rule, value in other.values.items()
        if value != base.values[rule]
    )


def decided(table: Columns) -> Columns:
    """Return the rows of fair coins among the players who decided."""
    here = table["table"] == table["table"][0]
    return {name: column[here] for name, column in table.items()}


def fair_coins_texts(table: Columns, named: Named = str) -> Iterator[str]:
    """Yield the coins with which all seats would win alike, here and at other tables."""
    yield _fair_coins_text(decided(table))
    others = [row for row in records(table) if row["table"] != table["table"][0]]
    vague = {
        row["table"]
        for row in others
        if row[f"{COINS_MORE}_high"] - row[f"{COINS_MORE}_low"] > VAGUE
    }
    others = [row for row in others if row["table"] not in vague]
    if others:
        least, most = (end(others, key=lambda row: row[COINS_MORE]) for end in (min, max))
        tables = counted(len({row["table"] for row in others}), "other table")
        yield (
            f"At {tables} that share no player it would take from {_signed(least)} coins (seat "
            f"{least['seat']} among {named(least['table'])}) to {_signed(most)} (seat "
            f"{most['seat']} among {named(most['table'])})."
        )
    if vague:
        tables = listed([named(name) for name in sorted(vague)])
        yield f"Among {tables} it is not known to within {VAGUE // 2} coins."


def fair_range_text(table: Columns) -> str:
    """Return which seats need most and fewest coins for all to win alike, where that decided."""
    rows = records(decided(table))
    least, most = (end(rows, key=lambda row: row[COINS_MORE]) for end in (min, max))
    ends = [
        f"{signed_text(row[COINS_MORE], 2)} coins (seat {row['seat']})" for row in (least, most)
    ]
    return (
        f"Among the players who decided, it would take from {' to '.join(ends)} for all seats to "
        "win alike."
    )


def fair_coins_table(table: Columns) -> Texts:
    """Return a row for each table, with the coins by seat that would make all win alike there."""
    more = [text.rstrip() for text in estimates(*with_limits(table, COINS_MORE))]
    names = list(dict.fromkeys(table["table"].tolist()))
    seats = {
        f"seat {seat}": [text for text, at in zip(more, table["seat"], strict=True) if at == seat]
        for seat in dict.fromkeys(table["seat"].tolist())
    }
    return {"": names, **seats}


def _signed(row: Mapping[str, Any]) -> str:
    return signed_text(row[COINS_MORE], 1)


def _fair_coins_text(table: Columns) -> str:
    more = [text.rstrip() for text in estimates(*with_limits(table, COINS_MORE))]
    return f"Seats {listed(table['seat'])} would win alike with {listed(more)} coins more."


def _recommendation(
    base: Candidate, recommended: Candidate, aims: Aims, tables: Tables, *, held: bool
) -> Iterator[str]:
    name = recommended.ruleset.name
    if recommended is base:
        yield f"Recommended: {name} as it is; nothing that was tried is seen to be better."
        return
    change = f"{name} ({rule_changes(base, recommended)})"
    if held:
        yield f"Recommended: {change}."
    else:
        yield (
            f"First in the race: {change}. It is not recommended, since what it gains is not shown "
            "to hold at other tables."
        )
    for row in records(where(tables["finalists"], ruleset=name)):
        for goal in aims.goals:
            if row["measure"] == goal.measure.name:
                judged = PLAYS.get(row["play"], "")
                yield f"Fresh deals: {judged}{_gain(row, goal.measure, base.ruleset.name)}."


def _gain(row: dict[str, object], measure: Measure, base: str) -> str:
    value, difference, low, high = (
        measure.scale * float(str(row[name]))
        for name in ("value", "difference", "difference_low", "difference_high")
    )
    unit = " %" if measure.unit == SHARE else ""
    points = " points" if measure.unit == SHARE else ""
    value_text = f"{measure.name} is {value:.2f}{unit}"
    if row["verdict"] == SMALL:
        return f"{value_text}, shown to be the same as by {base} but for what does not matter"
    sign = signed_text(difference, 2)
    limits = f"{signed_text(low, 2)} to {signed_text(high, 2)}"
    what = f"{value_text}, {sign}{points} against {base} ({limits})"
    return what if row["verdict"] == DIFFERS else f"{what}, which is not shown to be a difference"


def _conditions(table: Columns) -> Iterator[str]:
    for row in records(table):
        how = {KEPT: "is shown to be kept", BROKEN: "is broken"}.get(
            row["verdict"], "is not shown to be kept"
        )
        yield f"Condition {row['condition']} {how} on fresh deals."


def steps_text(table: Columns) -> str:
    """Return whether single steps matter: a plateau or a knife's edge; nothing if there is none."""
    verdicts = Counter(VERDICTS[row["verdict"]] for row in records(table) if row["step"])
    if not verdicts:
        return ""
    if set(verdicts) == {VERDICTS[TIE]}:
        shape = "It lies on a plateau"
    elif set(verdicts) == {VERDICTS[WORSE]}:
        shape = "It stands out"
    elif {VERDICTS[WORSE], VERDICTS[BETTER]} & set(verdicts):
        shape = "A single step from it matters in some directions"
    else:
        shape = "Whether a single step from it matters is not settled"
    counts = listed([f"{_there(number)} {how}" for how, number in verdicts.items()])
    steps = counted(verdicts.total(), "comparison")
    return f"{shape}: of {steps} with rules one step away, {counts}."


def _rivals(table: Columns) -> Iterator[str]:
    rows = records(table)
    ties = [row["ruleset"] for row in rows if row["verdict"] == TIE and not row["step"]]
    if ties:
        yield f"As good, within what matters: {listed(ties)}."
    better = list(dict.fromkeys(row["ruleset"] for row in rows if row["verdict"] == BETTER))
    if better:
        yield f"Fresh deals show {listed(better)} to do better in a goal: see the rivals below."


def seen_texts(race: Columns, base: str, aims: Aims) -> Iterator[str]:
    """Yield what there is of the measures that have conditions."""
    for measure in dict.fromkeys(condition.measure for condition in aims.conditions):
        values = measure.scale * race[measure.name]
        unit = "%" if measure.unit == SHARE else measure.unit
        ends = f"{values.min():.1f} to {values.max():.1f}"
        yield (
            f"{measure.noun[0].upper()}{measure.noun[1:]} is {values[0]:.1f} {unit} under {base}, "
            f"and {ends} under all rulesets that raced."
        )


def dropped_text(race: Columns) -> str:
    """Return how many rulesets left the race, and why."""
    counts = Counter(race["outcome"].tolist())
    left = len(race["ruleset"]) - counts[BEATEN] - counts[BREAKS]
    told = [
        f"{_there(number, 'was', 'were')} {what}"
        for number, what in (
            (counts[BEATEN], "beaten for certain"),
            (counts[BREAKS], "shown to break a condition"),
            (left, "left"),
        )
        if number
    ]
    return f"Of {counted(len(race['ruleset']), 'ruleset')} that raced, {listed(told)}."


def _there(number: int, one: str = "is", more: str = "are") -> str:
    return f"{number} {one if number == 1 else more}"
