"""What a design has come to: one list of findings, which terminal, page and JSON print, and tables.

Sentences call rules, goals and tables by words; tables by the names that can be typed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from rich.console import Console
from rich.text import Text

from strategy_lab.display.comparison_text import PANEL, field_words, signed_text
from strategy_lab.display.text_tables import (
    NOTHING,
    Texts,
    estimates,
    laid_out,
    number,
    with_limits,
)
from strategy_lab.errors import counted, listed
from strategy_lab.experiments.design.candidates import Aims, Condition, Goal, ends
from strategy_lab.experiments.design.experiment import (
    BASE,
    BEATEN,
    BETTER,
    BREAKS,
    BROKEN,
    HOLDS,
    INTERVALS,
    KEPT,
    NEW_TABLE,
    OPEN,
    OPPOSED,
    RACED,
    RECOMMENDED,
    SETTLED,
    TIE,
    WORSE,
    Design,
    first_of,
)
from strategy_lab.results.conclusions import SHARE, UNCHANGED, Columns, Tables
from strategy_lab.results.measures import Measures
from strategy_lab.results.tables import records, where
from strategy_lab.stats.confidence_sequences import ERROR
from strategy_lab.stats.differences import DIFFERS, SMALL
from strategy_lab.stats.evidence import RANDOM_EFFECTS

Row: TypeAlias = Mapping[str, Any]
"""A row of a table of a design."""

ENDS = ("", "_low", "_high")

SHOWN, UNCLEAR = "shown", "unclear"
GRADES = {DIFFERS: SHOWN, SMALL: "no difference that matters"}
"""How sure a finding is, as the style sheet colours it by its first word."""

VERDICTS = {TIE: "as good", WORSE: "worse", BETTER: "better", OPEN: "not told apart"}
"""How rules one step away compare."""

HALF = 0.5
"""From there on another whole number would be nearer to fair."""

VAGUE = 4
"""Wider intervals of what is fair say too little to be told."""

MOST_EFFECTS = 2
"""Findings on measures that nobody asked for."""

WHO = "Among the players who decided"
ADVICE = "Which should you print?"


class Finding(NamedTuple):
    grade: str
    text: str


class DesignAnswer:
    """Says what a design has come to.

    `changed`: how many of the players who confirm were changed by tuning, such as ``1 of 3``.
    `first` and `is_held`: the first ruleset of the race, and whether it is recommended.
    """

    def __init__(self, tables: Tables, design: Design, changed: str | None = None) -> None:
        self.tables, self.aims, self.measures = tables, design.aims, design.measures
        self.players, self.lever, self._changed = design.number_of_players, design.lever, changed
        self.rule_words = design.plans[0].definition.rule_words
        self.candidates = design.candidates
        self.base = design.candidates[BASE].ruleset
        race = tables["candidates"]
        by_name = {candidate.ruleset.name: candidate for candidate in design.candidates}
        name = first_of(race)
        self._candidate = None if name is None else by_name[name]
        self.first = None if name is None else by_name[name].ruleset
        self.is_held = RECOMMENDED in race["outcome"]
        rows = [] if name is None else records(where(tables["finalists"], ruleset=name))
        self.settled = {row["measure"]: row for row in rows if row["play"] in SETTLED}
        self.by_play = {(row["play"], row["measure"]): row for row in rows}
        self.base_words = self.rule_words.ruleset(self.base)
        self._words = {
            self.base.name: self.base_words,
            **{
                each.ruleset.name: self.rule_words.changes(self.base, each.ruleset, self.players)
                for each in design.candidates[1:]
            },
            **{goal.text: _goal_text(goal) for goal in self.aims.goals},
            **{each.text: condition_text(each) for each in self.aims.conditions},
            **{measure.head: measure.title for measure in self.measures.entries},
        }
        if self.aims.is_weighted:
            self._words[self.aims.goal_texts[0]] = "least weighted sum of all goals"

    def words(self, text: str) -> str:
        """Return the words for a name of a table; what has none stays as it is."""
        if text in self._words or text.startswith(PANEL):
            return self._words.get(text, field_words(text))
        return ": ".join(self._words.get(part, field_words(part)) for part in text.split(": "))

    def in_words(self, texts: Texts) -> Texts:
        return {
            self.words(head): [self.words(cell) for cell in column]
            for head, column in texts.items()
        }

    @property
    def fair(self) -> Columns | None:
        return None if self.lever is None else self.tables[f"fair_{self.lever.unit}"]

    @property
    def is_changed(self) -> bool:
        return self.first is not None and self.first.name != self.base.name

    @property
    def _base_breaks(self) -> bool:
        return bool(self.tables["candidates"]["outcome"][BASE] == BREAKS)

    @property
    def _change(self) -> str:
        assert self.first is not None
        return self.words(self.first.name)

    @property
    def _leader(self) -> str:
        return self._change if self.is_changed else self.base_words

    @property
    def _goals(self) -> Sequence[Row]:
        rows = [self.settled[goal.measure.name] for goal in self.aims.goals]
        return sorted(rows, key=lambda row: not self._is_gain(row))

    @property
    def _gain(self) -> Row | None:
        first = self._goals[0]
        return first if self._is_gain(first) else None

    def _is_gain(self, row: Row) -> bool:
        signs = {goal.measure.name: goal.sign for goal in self.aims.goals}
        return row["verdict"] == DIFFERS and bool(row["difference"] * signs[row["measure"]] < 0)

    def texts(self) -> list[str]:
        typed = f" ({self.first.name})" if self.first is not None and self.is_changed else ""
        findings = [finding.text for finding in self.findings()]
        advice = [f"{ADVICE} {self.advice()[0]}", *self.advice()[1:]] if self.advice() else []
        return [f"{self.headline()}{typed}.", *self.deck(), *findings, *advice]

    def question(self) -> str:
        if self.lever is not None:
            return f"With which {self.lever.unit} do all seats of {self.players} players win alike?"
        return f"Which rules for {self.players} players {aims_text(self.aims)}?"

    def headline(self) -> str:
        if self.first is None:
            return f"No ruleset that was tried keeps {conditions_text(self.aims.conditions)}"
        if not self.settled:
            return f"{capital(self._leader)} leads the race, which fresh deals have not confirmed"
        return self._headline_of_change() if self.is_changed else self._headline_of_base()

    def _headline_of_change(self) -> str:
        if not self.is_held:
            return f"{capital(self._change)} is not shown to be better at other tables"
        if self._base_breaks:
            kept = conditions_text(self.aims.conditions)
            return f"{capital(self._change)} keeps {kept}: {self.base_words} does not"
        if self._gain is None:
            return f"Nothing that was tried is shown to do better than {self.base_words}"
        noun = self.measures[self._gain["measure"]].noun
        return f"{capital(self._change)} takes {noun} {from_to(self._gain, self.measures)}"

    def _headline_of_base(self) -> str:
        if self.lever is None or self.fair is None:
            others = len(self.tables["candidates"]["ruleset"]) - 1
            stands = f"{capital(self.base_words)} stands"
            return f"{stands}: none of {others} other rulesets is seen to do better"
        rows, more = records(self.fair), f"{self.lever.unit}_more"
        far = {
            row["table"] for row in rows if row[f"{more}_low"] > HALF or row[f"{more}_high"] < -HALF
        }
        tables = counted(len({row["table"] for row in rows}), "table")
        if far:
            return (
                f"Which {self.lever.unit} are fair depends on who plays: a seat is more than half "
                f"a {self.lever.one} from fair at {len(far)} of {tables}"
            )
        return f"No seat is shown to be half a {self.lever.one} from fair at any of {tables}"

    def deck(self) -> Iterator[str]:
        if self.lever is not None and self.fair is not None:
            rows = records(decided(self.fair))
            least, most = self._ends_of(rows)
            limits = [
                f"{signed_text(row[f'{self.lever.unit}_more'], 2)} {self.lever.unit} "
                f"(seat {row['seat']})"
                for row in (least, most)
            ]
            yield f"{WHO}, it would take from {' to '.join(limits)} for all seats to win alike."
        if not self.is_changed or not self.settled:
            return
        if self._gain is not None:
            noun = self.measures[self._gain["measure"]].noun
            who = WHO if self.lever is None else "For them"
            yield (
                f"{who}, the change takes {noun} {from_to(self._gain, self.measures)}: "
                f"{change_with_limits(self._gain, self.measures)}."
            )
        elif not self._base_breaks:
            yield f"{capital(self._change)} came first in the race; fresh deals show no gain."
        if self._changed is not None:
            yield tuning_text(self._changed)

    def findings(self) -> list[Finding]:
        return list(self._findings())

    def _findings(self) -> Iterator[Finding]:
        is_confirmed = bool(self.settled)
        if self.first is None:
            yield from (Finding(SHOWN, text) for text in self._seen_texts())
        elif is_confirmed and self.is_changed:
            grade = SHOWN if self.is_held else UNCLEAR
            yield from (Finding(grade, text) for text in self.holding_texts())
            yield from map(self._effect, self._goals[self._gain is not None :])
        elif is_confirmed:
            for row in self._goals:
                noun = capital(self.measures[row["measure"]].noun)
                yield Finding(SHOWN, f"{noun} is {value_with_limits(row, self.measures)}.")
        for row in records(self.tables["conditions"]) if self.first else []:
            how = {KEPT: "shown", BROKEN: "shown not to be so"}.get(row["verdict"], "not shown")
            grade = SHOWN if row["verdict"] in (KEPT, BROKEN) else UNCLEAR
            yield Finding(grade, f"{WHO}, it is {how} that {self.words(row['condition'])}.")
        if is_confirmed and self.is_changed:
            yield from self._adapting(self._goals[0])
        steps = self.steps_text()
        if steps and (self.is_held or not self.is_changed):
            verdicts = where(self.tables["rivals"], verdict=OPEN)["step"].tolist()
            yield Finding(UNCLEAR if any(verdicts) else SHOWN, steps)
        if self.is_changed and self.is_held:
            yield from map(self._effect, self._side_effects())
        yield Finding(SHOWN, self.dropped_text())
        yield from (Finding(SHOWN, text) for text in self._rival_texts())
        if self.fair is not None:
            yield from (Finding(SHOWN, text) for text in self.fair_texts())

    def _effect(self, row: Row) -> Finding:
        noun, change = self.measures[row["measure"]].noun, change_with_limits(row, self.measures)
        if row["verdict"] == SMALL:
            what = "stays as it was, but for what does not matter"
        elif row["verdict"] == DIFFERS:
            what = f"goes {from_to(row, self.measures)}: {change}"
        else:
            what = f"is not shown to change: {change}"
        return Finding(GRADES.get(row["verdict"], UNCLEAR), f"{WHO}, {noun} {what}.")

    def _adapting(self, row: Row) -> Iterator[Finding]:
        before = self.by_play.get((UNCHANGED, row["measure"]))
        quick = self.by_play.get((RACED, row["measure"]))
        if before is None or DIFFERS not in (row["verdict"], before["verdict"]):
            return
        changes = [
            None if each is None else change_with_limits(each, self.measures)
            for each in (row, before, quick)
        ]
        noun = self.measures[row["measure"]].noun
        text = f"Among players who do not adapt, {noun} changes by {changes[1]}"
        if set(changes) - {None} == {changes[0]}:
            text = f"Among players who do not adapt, {noun} changes by as much"
        elif quick is not None:
            text += f", and among players tuned only quickly by {changes[2]}"
        yield Finding(SHOWN if before["verdict"] == DIFFERS else UNCLEAR, f"{text}.")

    def _side_effects(self) -> Sequence[Row]:
        asked = {measure.name for measure in self.aims.measures}
        rows = [
            row
            for name, row in self.settled.items()
            if name not in asked and row["verdict"] == DIFFERS
        ]
        return sorted(rows, key=lambda row: -abs(row["difference"]) / row["matters"])[:MOST_EFFECTS]

    def _seen_texts(self) -> Iterator[str]:
        race = self.tables["candidates"]
        for measure in dict.fromkeys(condition.measure for condition in self.aims.conditions):
            values = measure.scale * race[measure.name]
            unit = "%" if measure.unit == SHARE else measure.unit
            yield (
                f"{capital(measure.noun)} is {values[0]:.1f} {unit} under {self.base_words}, and "
                f"{values.min():.1f} to {values.max():.1f} under all rulesets that raced."
            )

    def holding_texts(self) -> list[str]:
        return [self._holding_text(rows) for rows in self._by_aim()]

    def _by_aim(self) -> list[list[Row]]:
        found: dict[str, list[Row]] = {}
        for row in records(self.tables["at_tables"]):
            found.setdefault(row["aim"], []).append(row)
        return list(found.values())

    def _holding_text(self, rows: Sequence[Row]) -> str:
        *at_tables, expected = rows
        aim, texts = expected["aim"], self.aims.goal_texts
        tables = counted(len(at_tables), "table")
        if aim not in texts:
            broken = [self.words(row["table"]) for row in at_tables if row["gain"] < 0]
            but = f", but not among {listed(broken)}" if broken else ""
            kept = len(at_tables) - len(broken)
            return f"At {kept} of {tables} {self.words(aim)}{but}."
        goal = None if self.aims.is_weighted else self.aims.goals[texts.index(aim)]
        what = "the sum of all goals" if goal is None else goal.measure.noun
        sign = 1 if goal is None else goal.sign
        served = sum(row["gain"] > 0 for row in at_tables)

        def change(row: Row, end: str = "gain") -> str:
            return signed_text(-sign * _scale(row) * row[end], 1)

        unit = " points of all goals together" if goal is None else goal.measure.value_unit
        unit = " percentage points" if expected["unit"] == SHARE else unit
        ranked = sorted(at_tables, key=lambda row: -sign * row["gain"])
        least, most = (
            f"{change(row)} among {self.words(row['table'])}" for row in (ranked[0], ranked[-1])
        )
        limits = [change(expected, end) for end in ("gain_high", "gain_low")][::sign]
        held = "the gain holds" if expected["verdict"] == HOLDS else "no gain is shown to hold"
        predicted = f"it is predicted to be {' to '.join(limits)}: {held}"
        if not np.isfinite(expected["gain_low"]):
            predicted = "nothing is predicted, from so few"
        return (
            f"At {served} of {tables} {what} is {'smaller' if sign > 0 else 'larger'} than under "
            f"{self.base_words}; in{unit}, the change is from {least} to {most}. "
            f"At {NEW_TABLE} {predicted}."
        )

    def needed_text(self) -> str:
        goals = self.aims.goal_texts
        rows = next((rows for rows in self._by_aim() if rows[0]["aim"] in goals), [])
        at_tables = [row for row in rows if row["table"] != NEW_TABLE]
        opposed = [self.words(row["table"]) for row in at_tables if row["verdict"] == OPPOSED]
        if opposed:
            return (
                "To print the change all the same, make sure that your players are not like "
                f"{listed(opposed)}: there it works the other way."
            )
        gains = np.array([row["gain"] for row in at_tables])
        errors = np.array([(row["gain_high"] - row["gain_low"]) / 4 for row in at_tables])
        if len(gains) < 2:
            return "There are too few tables that share no player to tell."
        if np.var(gains, ddof=1) < 2 * np.mean(errors**2):
            return "Tables differ by no more than chance: more games would tell."
        return (
            "The change works the other way at no table, but at some it is worth too little: more "
            "tables that share no player would tell."
        )

    def steps_text(self) -> str:
        """Return whether single steps matter: a plateau or a knife's edge; nothing without any."""
        rows = records(self.tables["rivals"])
        verdicts = Counter(VERDICTS[row["verdict"]] for row in rows if row["step"])
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

    def _rival_texts(self) -> Iterator[str]:
        rows = records(self.tables["rivals"])
        ties = [row for row in rows if row["verdict"] == TIE and not row["step"]]
        better = [row for row in rows if row["verdict"] == BETTER]
        for found, text in (
            (ties, "As good, within what matters: {}."),
            (better, "Fresh deals show to do better in a goal: {}."),
        ):
            names = dict.fromkeys(self.words(row["ruleset"]) for row in found)
            if names:
                yield text.format(listed(list(names)))

    def dropped_text(self) -> str:
        outcomes = self.tables["candidates"]["outcome"].tolist()
        counts = Counter(outcomes)
        told = [
            f"{_there(number, 'was', 'were')} {what}"
            for number, what in (
                (counts[BEATEN], "beaten for certain"),
                (counts[BREAKS], "shown to break a condition"),
                (len(outcomes) - counts[BEATEN] - counts[BREAKS], "left"),
            )
            if number
        ]
        return f"Of {counted(len(outcomes), 'ruleset')} that raced, {listed(told)}."

    def _ends_of(self, rows: Sequence[Row]) -> tuple[Row, Row]:
        assert self.lever is not None
        name = f"{self.lever.unit}_more"
        ranked = sorted(rows, key=lambda row: float(row[name]))
        return ranked[0], ranked[-1]

    def fair_texts(self) -> Iterator[str]:
        if self.lever is None or self.fair is None:
            return
        more, unit = f"{self.lever.unit}_more", self.lever.unit
        rows = [row for row in records(self.fair) if row["table"] != self.fair["table"][0]]
        vague = {row["table"] for row in rows if row[f"{more}_high"] - row[f"{more}_low"] > VAGUE}
        others = [row for row in rows if row["table"] not in vague]
        if others:
            least, most = self._ends_of(others)
            tables = counted(len({row["table"] for row in others}), "other table")
            yield (
                f"At {tables} that share no player it would take from "
                f"{signed_text(least[more], 1)} {unit} (seat {least['seat']} among "
                f"{self.words(least['table'])}) to {signed_text(most[more], 1)} (seat "
                f"{most['seat']} among {self.words(most['table'])})."
            )
        if vague:
            tables = listed([self.words(name) for name in sorted(vague)])
            yield f"Among {tables} it is not known to within {VAGUE // 2} {unit}."

    def advice(self) -> list[str]:
        if self.first is None:
            return ["None of these. Loosen a condition, or let more rules change."]
        if not self.settled:
            return []
        if self.is_changed and not self.is_held:
            return [f"{capital(self.base_words)}, as it is. {self.needed_text()}"]
        if not self.is_changed or (self._gain is None and not self._base_breaks):
            return [f"{capital(self.base_words)}, as it is."]
        assert self._candidate is not None
        file = (
            " The file recommended.toml has all of them, and can be named wherever a ruleset can."
            if self.rule_words.file
            else ""
        )
        return [
            f"For {self.players} players, the only number that was searched: the rules of "
            f"{self.base_words}, but for {self._change}.{file}",
            *(
                f"No {'higher' if end.is_highest else 'lower'} number of "
                f"{end.rule.replace('_', ' ')} than {end.value} was tried: it may be better still."
                for end in ends(self._candidate, self.candidates)
            ),
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


def aims_text(aims: Aims) -> str:
    """Return what is wanted: "minimise the winner's lead and keep ties at 3 % or less"."""
    parts = [
        f"{verb} {listed(nouns)}"
        for verb, sign in (("minimise", 1), ("maximise", -1))
        if (nouns := [g.measure.noun for g in aims.goals if g.sign == sign])
    ]
    if aims.conditions:
        parts.append(f"keep {conditions_text(aims.conditions)}")
    return listed(parts)


def _goal_text(goal: Goal) -> str:
    return f"the {'smallest' if goal.sign > 0 else 'largest'} {goal.measure.short_noun}"


def conditions_text(conditions: Sequence[Condition]) -> str:
    """Return what is kept: "the share of shared wins at 3 % or less"."""
    return listed(
        [
            f"{each.measure.noun} at {_bound(each)} or {'less' if each.sign > 0 else 'more'}"
            for each in conditions
        ]
    )


def condition_text(condition: Condition) -> str:
    """Return a condition in words: "the share of shared wins is at most 3 %"."""
    limit = "most" if condition.sign > 0 else "least"
    return f"{condition.measure.noun} is at {limit} {_bound(condition)}"


def _bound(condition: Condition) -> str:
    if condition.relative:
        return f"{number(100 * condition.bound, 0)} % of what it was"
    return f"{condition.measure.scale * condition.bound:g}{condition.measure.value_unit}"


def from_to(row: Row, measures: Measures) -> str:
    """Return how a measure changes from the first rules: "from 2.3 to 0.7 percentage points"."""
    measure, value, difference = measures[row["measure"]], row["value"], row["difference"]
    before, after = (measure.scale * each for each in (value - difference, value))
    decimals = 1 if abs(after - before) >= 0.2 else 2
    return f"from {number(before, decimals)} to {number(after, decimals)}{measure.value_unit}"


def value_with_limits(row: Row, measures: Measures) -> str:
    """Return what a measure is: "2.2 percentage points (1.3 to 3.1)"."""
    measure = measures[row["measure"]]
    limits = (measure.scale * row[f"value{end}"] for end in ENDS)
    value, low, high = (number(max(0.0, end) if measure.gap_of else end, 1) for end in limits)
    return f"{value}{measure.value_unit} ({low} to {high})"


def change_with_limits(row: Row, measures: Measures) -> str:
    """Return a difference from the first rules: "+1.6 percentage points (+1.0 to +2.3)"."""
    measure = measures[row["measure"]]
    limits = [measure.scale * row[f"difference{end}"] for end in ENDS]
    decimals = 1 if abs(limits[0]) >= 0.2 else 2
    value, low, high = (f"{'+' if end > 0 else ''}{number(end, decimals)}" for end in limits)
    unit = " percentage points" if measure.unit == SHARE else measure.value_unit
    return f"{value}{unit} ({low} to {high})"


def capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _there(number: int, one: str = "is", more: str = "are") -> str:
    return f"{number} {one if number == 1 else more}"


def _scale(row: Row) -> int:
    return 100 if row["unit"] == SHARE else 1


def goal_scale(goal: str, measures: Measures) -> int:
    """Return what losses in a goal are multiplied by; sums of several are in points as they are."""
    name = goal.rsplit(maxsplit=1)[-1]
    return measures[name].scale if name in measures and "*" not in goal else 1


def decided(table: Columns) -> Columns:
    here = table["table"] == table["table"][0]
    return {name: column[here] for name, column in table.items()}


# tables

WIDTH = 110
"""Longest line."""

MOST_ROWS = 15
"""Of the race; the table ``candidates`` has all."""


def print_design(answer: DesignAnswer, console: Console) -> None:
    width, tables, base = min(console.width, WIDTH), answer.tables, answer.base.name
    for sentence in answer.texts():
        console.print(Text(f"- {sentence}"), width=width)
    console.print()
    name = first_of(tables["candidates"])
    sections = {}
    if name is not None and len(tables["finalists"]["ruleset"]):
        sections["On fresh deals"] = confirmed_texts(tables, name, base, answer.measures)
    if len(tables["at_tables"]["table"]):
        sections[f"{name} at other tables, on fresh deals"] = table_texts(tables["at_tables"])
    if answer.lever is not None and answer.fair is not None:
        title = f"{capital(answer.lever.unit)} more that would be fair"
        sections[title] = fair_seats_texts(answer.fair, f"{answer.lever.unit}_more")
    if len(tables["rivals"]["ruleset"]):
        sections[f"Against {name}, on fresh deals"] = rival_texts(tables["rivals"], answer.measures)
    for title, texts in sections.items():
        console.print(Text(title, style="bold"))
        console.print(laid_out(texts, console.width))
        console.print()
    race = race_texts(tables["candidates"], answer.aims, MOST_ROWS)
    console.print(Text("The race", style="bold"))
    console.print(laid_out(race, console.width, left=("outcome",)))
    more = len(tables["candidates"]["ruleset"]) - MOST_ROWS
    if more > 0:
        console.print(Text(f"and {more} more, which left no later: see the table candidates"))
    console.print()
    for note in design_notes():
        console.print(Text(note, style="dim"), width=width)
    console.print()


def design_notes() -> list[str]:
    return [
        f"±: {'; '.join(INTERVALS)}. Those of rivals hold all at once.",
        f"The race loses the best ruleset in at most {100 * ERROR:g} of 100 searches. What it saw "
        "of those that are left is too good on average; fresh deals are not.",
        f"What is recommended holds at {NEW_TABLE}: the {RANDOM_EFFECTS} lies beyond what matters.",
    ]


def confirmed_texts(tables: Tables, first: str, base: str, measures: Measures) -> Texts:
    """Return a row for each measure: by the first rules, by the first of the race, and the gain."""

    def of(ruleset: str, plays: Sequence[str]) -> dict[str, Row]:
        rows = records(where(tables["finalists"], ruleset=ruleset))
        return {row["measure"]: row for row in rows if row["play"] in plays}

    def column(rows: Mapping[str, Row], name: str) -> list[str]:
        return [
            _estimate(rows[each], name, measures[each].scale) if each in rows else NOTHING
            for each in found
        ]

    found = of(first, SETTLED)
    texts: dict[str, Sequence[str]] = {
        "": [measures[name].head for name in found],
        base: column(of(base, SETTLED), "value"),
    }
    if first == base:
        return texts
    texts["first in the race"] = column(found, "value")
    texts["difference"] = column(found, "difference")
    for play, head in ((RACED, "play of the race"), (UNCHANGED, "play unchanged")):
        others = of(first, (play,))
        if others:
            texts[head] = column(others, "difference")
    return {**texts, "verdict": [row["verdict"] for row in found.values()]}


def table_texts(tables: Columns) -> Texts:
    rows = records(tables)
    return {
        "": [row["table"] for row in rows],
        "aim": [row["aim"] for row in rows],
        "gain": [_estimate(row, "gain", _scale(row)) for row in rows],
        "matters from": [number(_scale(row) * row["matters"], 1) for row in rows],
        "verdict": [row["verdict"] for row in rows],
    }


def rival_texts(rivals: Columns, measures: Measures) -> Texts:
    rows = records(rivals)
    scales = [goal_scale(row["goal"], measures) for row in rows]
    scaled = list(zip(rows, scales, strict=True))
    return {
        "": [row["ruleset"] for row in rows],
        "one step in": [row["step"] or NOTHING for row in rows],
        "goal": [row["goal"] for row in rows],
        "worse by": [_estimate(row, "loss", scale) for row, scale in scaled],
        "matters from": [number(scale * row["matters"], 1) for row, scale in scaled],
        "verdict": [row["verdict"] for row in rows],
    }


def _estimate(row: Row, name: str, scale: int) -> str:
    return estimates(*(scale * np.array([float(row[f"{name}{end}"])]) for end in ENDS))[0].rstrip()


def fair_seats_texts(table: Columns, name: str) -> Texts:
    more = [text.rstrip() for text in estimates(*with_limits(table, name))]
    seats = {
        f"seat {seat}": [text for text, at in zip(more, table["seat"], strict=True) if at == seat]
        for seat in dict.fromkeys(table["seat"].tolist())
    }
    return {"": list(dict.fromkeys(table["table"].tolist())), **seats}


def race_texts(race: Columns, aims: Aims, most: int | None = None) -> Texts:
    first = aims.goals[0]
    rows = sorted(
        records(race),
        key=lambda row: (
            row["ruleset"] != first_of(race),
            row["outcome"] in (BEATEN, BREAKS),
            -row["look"],
            first.sign * row[first.measure.name],
        ),
    )[:most]
    return {
        "": [row["ruleset"] for row in rows],
        **{
            measure.head: [number(measure.scale * row[measure.name], 1) for row in rows]
            for measure in aims.measures
        },
        "looks": [str(row["look"]) for row in rows],
        "outcome": [": ".join(filter(None, (row["outcome"], row["reason"]))) for row in rows],
    }
