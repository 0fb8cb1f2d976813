"""What a design has found, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from strategy_lab.results.columns import SHARE, Columns, Tables
from strategy_lab.results.measure import Measure
from strategy_lab.results.paired.schema import UNCHANGED
from strategy_lab.results.tables import records, where
from strategy_lab.stats.equivalence import DIFFERS, SMALL
from strategy_lab.wording import counted, listed

from forsale_sim.display.number_text import estimates, with_limits, with_minus
from forsale_sim.experiments.design.candidates import Candidate
from forsale_sim.experiments.design.design_tables import (
    BEATEN,
    BETTER,
    BREAKS,
    KEPT,
    OPEN,
    RACED,
    RECOMMENDED,
    TIE,
    WORSE,
)
from forsale_sim.experiments.design.fair_seats import COINS_MORE
from forsale_sim.experiments.design.goals import Aims

PLAYS = {RACED: "with the quickly tuned play of the race ", UNCHANGED: "with unchanged play "}
"""What a figure is of, if not of the play that decides."""

VERDICTS = {TIE: "as good", WORSE: "worse", BETTER: "better", OPEN: "not told apart"}


def design_findings(tables: Tables, candidates: Sequence[Candidate], aims: Aims) -> list[str]:
    """Return what has been found, a sentence each."""
    race = tables["candidates"]
    by_name = {candidate.ruleset.name: candidate for candidate in candidates}
    names = [name for name, how in _outcomes(race) if how == RECOMMENDED]
    if not names:
        kept = listed([condition.text for condition in aims.conditions])
        return [
            f"No ruleset keeps {kept}, as far as the race has seen.",
            *seen_texts(race, candidates[0].ruleset.name, aims),
            dropped_text(race),
        ]
    base, recommended = candidates[0], by_name[names[0]]
    return [
        *([fair_coins_text(tables["fair_coins"])] if "fair_coins" in tables else []),
        *_recommendation(base, recommended, aims, tables),
        *end_texts(recommended, candidates),
        *_conditions(tables["conditions"]),
        *filter(None, [steps_text(tables["rivals"])]),
        *_rivals(tables["rivals"]),
        dropped_text(race),
    ]


def end_texts(recommended: Candidate, candidates: Sequence[Candidate]) -> list[str]:
    """Return which recommended numbers are the highest or lowest of those that were tried."""
    texts = []
    for rule, value in recommended.values.items():
        tried = {candidate.values[rule] for candidate in candidates}
        if value != candidates[0].values[rule] and all(isinstance(each, int) for each in tried):
            if value == max(tried):
                texts.append(f"No higher {rule} than {value} was tried: that may be better still.")
            elif value == min(tried):
                texts.append(f"No lower {rule} than {value} was tried: that may be better still.")
    return texts


def rule_changes(base: Candidate, other: Candidate) -> str:
    """Return which rules are changed: ``coins 21 to 24, refund down to none``."""
    return ", ".join(
        f"{rule} {base.values[rule]} to {value}"
        for rule, value in other.values.items()
        if value != base.values[rule]
    )


def fair_coins_text(table: Columns) -> str:
    """Return the coins with which all seats would win alike."""
    more = [text.rstrip() for text in estimates(*with_limits(table, COINS_MORE))]
    signs = ["+" if value > 0 else "" for value in table[COINS_MORE]]
    by_seat = [f"{sign}{text}" for sign, text in zip(signs, more, strict=True)]
    return (
        f"Seats {listed(table['seat'])} would win alike with {listed(by_seat)} coins; the nearest "
        f"whole coins are {listed(table['nearest'])}."
    )


def _outcomes(race: Columns) -> list[tuple[str, str]]:
    return list(zip(race["ruleset"].tolist(), race["outcome"].tolist(), strict=True))


def _recommendation(
    base: Candidate, recommended: Candidate, aims: Aims, tables: Tables
) -> Iterator[str]:
    name = recommended.ruleset.name
    if recommended is base:
        yield f"Recommended: {name} as it is; nothing that was tried is seen to be better."
        return
    yield f"Recommended: {name} ({rule_changes(base, recommended)})."
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
    sign = with_minus(f"{difference:+.2f}")
    limits = with_minus(f"{low:+.2f} to {high:+.2f}")
    what = f"{value_text}, {sign}{points} against {base} ({limits})"
    return what if row["verdict"] == DIFFERS else f"{what}, which is not shown to be a difference"


def _conditions(table: Columns) -> Iterator[str]:
    for row in records(table):
        how = "is shown to be kept" if row["verdict"] == KEPT else f"is {row['verdict']}"
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
    counts = listed([f"{number} {how}" for how, number in verdicts.items()])
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
        yield (
            f"{measure.name} is {values[0]:.1f} {unit} by {base}, and "
            f"{values.min():.1f} to {values.max():.1f} by all rulesets."
        )


def dropped_text(race: Columns) -> str:
    """Return how many rulesets left the race, and why."""
    counts = Counter(race["outcome"].tolist())
    dropped = [
        f"{counts[BEATEN]} beaten for certain",
        f"{counts[BREAKS]} shown to break a condition",
    ]
    left = len(race["ruleset"]) - counts[BEATEN] - counts[BREAKS]
    return f"Of {counted(len(race['ruleset']), 'ruleset')}, {listed(dropped)}; {left} left."
