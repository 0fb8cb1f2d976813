"""What the page of a design says first: the answer, how large it is, and what to print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
from rich.console import Console
from rich.text import Text
from strategy_lab.display.comparison_text import signed_text
from strategy_lab.display.pages import Statement
from strategy_lab.display.text_tables import (
    NOTHING,
    Texts,
    estimates,
    laid_out,
    number,
    with_limits,
)
from strategy_lab.errors import counted, listed
from strategy_lab.results.conclusions import SHARE, UNCHANGED, Columns, Tables
from strategy_lab.results.measures import Measure
from strategy_lab.results.tables import records, where
from strategy_lab.stats.confidence_sequences import ERROR
from strategy_lab.stats.differences import DIFFERS, SMALL
from strategy_lab.stats.evidence import RANDOM_EFFECTS as PREDICTION_INTERVAL

from forsale_sim.display.measure_words import (
    PANEL,
    aims_text,
    change_with_limits,
    condition_text,
    conditions_text,
    field_words,
    from_to,
    goal_scale,
    goal_text,
    ruleset_words,
    value_with_limits,
)
from forsale_sim.display.measure_words import Row as MeasureWordsRow
from forsale_sim.experiments.design.search import (
    BASE,
    BEATEN,
    BETTER,
    BREAKS,
    BROKEN,
    COINS_MORE,
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
    Aims,
    Candidate,
    Goal,
    ends,
    first_of,
    goal_texts,
)
from forsale_sim.measures import MEASURES
from forsale_sim.rules.loading import changes_text

Row = Mapping[str, Any]

Named = Callable[[str], str]
"""Returns what to call a table or a ruleset."""

FIRST_RULES = "the first rules"
"""Those that a search began with."""


def holding_texts(tables: Columns, aims: Aims, named: Named = str) -> list[str]:
    """Return how far goals and conditions are served at all tables, a sentence or two each.

    `named` returns what to call a table or a ruleset.
    """
    return [text for aim in _by_aim(tables) for text in _texts(aim, aims, named)]


def needed_text(tables: Columns, aims: Aims, named: Named = str) -> str:
    """Return what would have to be known before rules that are not shown to hold are printed."""
    goals = goal_texts(aims.goals)
    rows = next((aim for aim in _by_aim(tables) if aim[0]["aim"] in goals), [])
    at_tables = [row for row in rows if row["table"] != NEW_TABLE]
    opposed = [named(row["table"]) for row in at_tables if row["verdict"] == OPPOSED]
    if opposed:
        return (
            "To print the change all the same, make sure that your players are not like "
            f"{listed(opposed)}: there it works the other way."
        )
    gains = np.array([row["gain"] for row in at_tables])
    errors = np.array([(row["gain_high"] - row["gain_low"]) / 4 for row in at_tables])
    if np.var(gains, ddof=1) < 2 * np.mean(errors**2):
        return "Tables differ by no more than chance: more games would tell."
    return (
        "The change works the other way at no table, but at some it is worth too little: more "
        "tables that share no player would tell."
    )


def _by_aim(tables: Columns) -> list[list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in records(tables):
        found.setdefault(row["aim"], []).append(row)
    return list(found.values())


def _texts(rows: Sequence[Row], aims: Aims, named: Named) -> Iterator[str]:
    *at_tables, expected = rows
    aim = expected["aim"]
    texts = goal_texts(aims.goals)
    tables = counted(len(at_tables), "table")
    if aim not in texts:
        broken = [named(row["table"]) for row in at_tables if row["gain"] < 0]
        where = f", but not among {listed(broken)}" if broken else ""
        (condition,) = (each for each in aims.conditions if each.text == aim)
        kept = f"At {len(at_tables) - len(broken)} of {tables}"
        yield f"{kept} {condition_text(condition)}{where}."
        return
    goal = None if aims.is_weighted else aims.goals[texts.index(aim)]
    what = "the sum of all goals" if goal is None else goal.measure.noun
    sign = 1 if goal is None else goal.sign
    served = sum(row["gain"] > 0 for row in at_tables)
    ranked = sorted(at_tables, key=lambda row: -sign * row["gain"])
    least, most = (
        f"{_change(row, sign)} among {named(row['table'])}" for row in (ranked[0], ranked[-1])
    )
    limits = [_change(expected, sign, end) for end in ("gain_high", "gain_low")][::sign]
    held = "the gain holds" if expected["verdict"] == HOLDS else "no gain is shown to hold"
    yield (
        f"At {served} of {tables} {what} is {'smaller' if sign > 0 else 'larger'} than under "
        f"{named(FIRST_RULES)}; in{_unit(expected)}, the change is from {least} to {most}. "
        f"At {NEW_TABLE} it is predicted to be {' to '.join(limits)}: {held}."
    )


def _change(row: Row, sign: int, end: str = "gain") -> str:
    return signed_text(-sign * _scale(row) * row[end], 1)


def _unit(row: Row) -> str:
    name = row["aim"].rsplit(maxsplit=1)[-1]
    if row["unit"] == SHARE:
        return " percentage points"
    if name not in MEASURES or "*" in row["aim"]:
        return " points of all goals together"
    return MEASURES[name].value_unit


def table_texts(tables: Columns) -> Texts:
    """Return a row for each goal or condition and table."""
    rows = records(tables)
    scales = [_scale(row) for row in rows]
    ends = [
        [scale * row[f"gain{end}"] for end in ("", "_low", "_high")]
        for row, scale in zip(rows, scales, strict=True)
    ]
    return {
        "": [row["table"] for row in rows],
        "aim": [row["aim"] for row in rows],
        "gain": [estimates(*(np.array([end]) for end in each))[0].rstrip() for each in ends],
        "matters from": [
            number(scale * row["matters"], 1) for row, scale in zip(rows, scales, strict=True)
        ],
        "verdict": [row["verdict"] for row in rows],
    }


def _scale(row: Row) -> int:
    return 100 if row["unit"] == SHARE else 1


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


class DesignWords:
    """Words for the names that tables of a design have; what has none stays as it is."""

    def __init__(self, candidates: Sequence[Candidate], aims: Aims, players: int) -> None:
        base, *others = (candidate.ruleset for candidate in candidates)
        assert base is candidates[BASE].ruleset
        self.base = ruleset_words(base)
        self._words = {
            base.name: self.base,
            FIRST_RULES: self.base,
            **{other.name: changes_text(base, other, players) for other in others},
            **{goal.text: goal_text(goal) for goal in aims.goals},
            **{condition.text: condition_text(condition) for condition in aims.conditions},
            **{measure.head: measure.title for measure in MEASURES.entries},
        }
        if aims.is_weighted:
            self._words[goal_texts(aims.goals)[0]] = "least weighted sum of all goals"

    def __call__(self, text: str) -> str:
        """Return the words for a name."""
        if text in self._words or text.startswith(PANEL):
            return self._words.get(text, field_words(text))
        return ": ".join(self._words.get(part, field_words(part)) for part in text.split(": "))

    def in_table(self, texts: Texts) -> Texts:
        """Return a table with words for names."""
        return {self(head): [self(cell) for cell in column] for head, column in texts.items()}


SHOWN, UNCLEAR = "shown", "unclear"
GRADES = {DIFFERS: SHOWN, SMALL: "no difference that matters"}
"""How sure a statement is, as the style sheet colours it by its first word."""

MOST_STATEMENTS = 5
HALF_A_COIN = 0.5
"""From there on another whole number of coins would be nearer to fair."""

MOST_EFFECTS = 2
"""Statements on measures that nobody asked for."""


class DesignAnswer:
    """Says what a design has come to, once its finalists have played fresh deals.

    Parameters
    ----------
    tables
        Of the design.
    candidates, aims
        What raced, and for what.
    players
        How many play.
    changed
        How many of the players who confirm were changed by tuning, such as ``1 of 3``.

    `first` and `is_held`: the first ruleset of the race, and whether it is recommended.
    """

    def __init__(
        self,
        tables: Tables,
        candidates: Sequence[Candidate],
        aims: Aims,
        players: int,
        changed: str | None = None,
    ) -> None:
        self.tables, self.aims, self.players, self._changed = tables, aims, players, changed
        self.base = candidates[BASE].ruleset
        self.words = DesignWords(candidates, aims, players)
        race = tables["candidates"]
        by_name = {candidate.ruleset.name: candidate for candidate in candidates}
        name = first_of(race)
        self.first = None if name is None else by_name[name].ruleset
        self.is_held = RECOMMENDED in race["outcome"]
        self._ends = [] if name is None else end_texts(by_name[name], candidates)
        rows = [] if name is None else records(where(tables["finalists"], ruleset=name))
        self.settled = {row["measure"]: row for row in rows if row["play"] in SETTLED}
        self.by_play = {(row["play"], row["measure"]): row for row in rows}

    @property
    def is_changed(self) -> bool:
        """Whether other rules came first than the search began with."""
        return self.first is not None and self.first.name != self.base.name

    @property
    def _base_breaks(self) -> bool:
        """Whether the rules that the search began with are shown to break a condition."""
        return bool(self.tables["candidates"]["outcome"][BASE] == BREAKS)

    def _change(self) -> str:
        assert self.first is not None
        return changes_text(self.base, self.first, self.players)

    def question(self) -> str:
        """Return what was asked."""
        if "fair_coins" in self.tables:
            return f"With which coins do all seats of {self.players} players win alike?"
        return f"Which rules for {self.players} players {aims_text(self.aims)}?"

    def headline(self) -> str:
        """Return the answer."""
        if self.first is None:
            return f"No ruleset that was tried keeps {self._conditions()}"
        if not self.is_changed:
            return self._headline_of_base()
        if not self.is_held:
            return f"{capital(self._change())} is not shown to be better at other tables"
        if self._base_breaks:
            change = capital(self._change())
            return f"{change} keeps {self._conditions()}: {self.words.base} does not"
        if self._gain is None:
            return f"Nothing that was tried is shown to do better than {self.words.base}"
        noun = MEASURES[self._gain["measure"]].noun
        return f"{capital(self._change())} takes {noun} {from_to(self._gain)}"

    def _headline_of_base(self) -> str:
        if "fair_coins" not in self.tables:
            others = len(self.tables["candidates"]["ruleset"]) - 1
            return (
                f"{capital(self.words.base)} stands: none of {others} other rulesets is seen to do "
                "better"
            )
        rows = records(self.tables["fair_coins"])
        far = {
            row["table"]
            for row in rows
            if row[f"{COINS_MORE}_low"] > HALF_A_COIN or row[f"{COINS_MORE}_high"] < -HALF_A_COIN
        }
        tables = counted(len({row["table"] for row in rows}), "table")
        if far:
            return (
                "Which coins are fair depends on who plays: a seat is more than half a coin from "
                f"fair at {len(far)} of {tables}"
            )
        return f"No seat is shown to be half a coin from fair at any of {tables}"

    def _conditions(self) -> str:
        return conditions_text(self.aims.conditions)

    def deck(self) -> Iterator[str]:
        """Yield how large the answer is."""
        if "fair_coins" in self.tables:
            yield fair_range_text(self.tables["fair_coins"])
        if not self.is_changed:
            return
        if self._gain is None and not self._base_breaks:
            yield f"{capital(self._change())} came first in the race; fresh deals show no gain."
        elif self._gain is not None:
            noun = MEASURES[self._gain["measure"]].noun
            who = "For them" if "fair_coins" in self.tables else "Among the players who decided"
            yield (
                f"{who}, the change takes {noun} {from_to(self._gain)}: "
                f"{change_with_limits(self._gain)}."
            )
        if self._changed is not None:
            yield tuning_text(self._changed)

    def statements(self) -> list[Statement]:
        """Return the findings of the first screen, those that matter most first."""
        return list(islice(self._statements(), MOST_STATEMENTS))

    def _statements(self) -> Iterator[Statement]:
        if self.is_changed:
            grade = SHOWN if self.is_held else UNCLEAR
            for text in holding_texts(self.tables["at_tables"], self.aims, self.words):
                yield Statement(grade, text)
            yield from map(self._effect, self._goals[self._gain is not None :])
        elif self.first is None:
            for text in seen_texts(self.tables["candidates"], self.words.base, self.aims):
                yield Statement(SHOWN, text)
        else:
            for row in self._goals:
                text = f"{capital(MEASURES[row['measure']].noun)} is {value_with_limits(row)}."
                yield Statement(SHOWN, text)
        for row in records(self.tables["conditions"]) if self.first else []:
            (condition,) = (each for each in self.aims.conditions if each.text == row["condition"])
            how = {KEPT: "shown", BROKEN: "shown not to be so"}.get(row["verdict"], "not shown")
            grade = SHOWN if row["verdict"] in (KEPT, BROKEN) else UNCLEAR
            yield Statement(
                grade,
                f"Among the players who decided, it is {how} that {condition_text(condition)}.",
            )
        if self.is_changed:
            yield from self._adapting(self._goals[0])
        steps = steps_text(self.tables["rivals"])
        if steps and (self.is_held or not self.is_changed):
            verdicts = where(self.tables["rivals"], verdict=OPEN)["step"].tolist()
            yield Statement(UNCLEAR if any(verdicts) else SHOWN, steps)
        if self.is_changed and self.is_held:
            yield from map(self._effect, self._side_effects())
        yield Statement(SHOWN, dropped_text(self.tables["candidates"]))

    def _effect(self, row: MeasureWordsRow) -> Statement:
        noun = MEASURES[row["measure"]].noun
        if row["verdict"] == SMALL:
            what = "stays as it was, but for what does not matter"
        elif row["verdict"] == DIFFERS:
            what = f"goes {from_to(row)}: {change_with_limits(row)}"
        else:
            what = f"is not shown to change: {change_with_limits(row)}"
        text = f"Among the players who decided, {noun} {what}."
        return Statement(GRADES.get(row["verdict"], UNCLEAR), text)

    def _adapting(self, row: MeasureWordsRow) -> Iterator[Statement]:
        """Yield what would be said of a goal if nobody adapted to the rules."""
        before = self.by_play.get((UNCHANGED, row["measure"]))
        quick = self.by_play.get((RACED, row["measure"]))
        if before is None or DIFFERS not in (row["verdict"], before["verdict"]):
            return
        who, noun = "Among players who do not adapt", MEASURES[row["measure"]].noun
        text = f"{who}, {noun} changes by {change_with_limits(before)}"
        same = change_with_limits(row)
        if {change_with_limits(each) for each in (before, quick) if each} == {same}:
            text = f"{who}, {noun} changes by as much"
        elif quick is not None:
            text += f", and among players tuned only quickly by {change_with_limits(quick)}"
        yield Statement(SHOWN if before["verdict"] == DIFFERS else UNCLEAR, f"{text}.")

    def _side_effects(self) -> Sequence[MeasureWordsRow]:
        """Return the measures that change most beside what was asked for."""
        asked = {measure.name for measure in self.aims.measures}
        rows = [
            row
            for name, row in self.settled.items()
            if name not in asked and row["verdict"] == DIFFERS
        ]
        rows.sort(key=lambda row: -abs(row["difference"]) / row["matters"])
        return rows[:MOST_EFFECTS]

    @property
    def _goals(self) -> Sequence[MeasureWordsRow]:
        """Return what fresh deals say of the goals, first of those that are shown to be served."""
        return sorted(map(self._row, self.aims.goals), key=lambda row: not self._is_gain(row))

    @property
    def _gain(self) -> MeasureWordsRow | None:
        """Return what fresh deals say of the first goal that is shown to be served."""
        first = self._goals[0]
        return first if self._is_gain(first) else None

    def _row(self, goal: Goal) -> MeasureWordsRow:
        return self.settled[goal.measure.name]

    def _is_gain(self, row: MeasureWordsRow) -> bool:
        signs = {goal.measure.name: goal.sign for goal in self.aims.goals}
        return row["verdict"] == DIFFERS and bool(row["difference"] * signs[row["measure"]] < 0)

    def advice(self) -> list[str]:
        """Return which ruleset to print."""
        if self.first is None:
            return ["None of these. Loosen a condition, or let more rules change."]
        if self.is_changed and not self.is_held:
            needed = needed_text(self.tables["at_tables"], self.aims, self.words)
            return [f"{capital(self.words.base)}, as it is. {needed}"]
        if not self.is_changed or (self._gain is None and not self._base_breaks):
            return [f"{capital(self.words.base)}, as it is."]
        return [
            f"For {self.players} players, the only number that was searched: the rules of "
            f"{self.words.base}, but for {self._change()}. The file recommended.toml has all of "
            "them, and can be named wherever a ruleset can.",
            *self._ends,
        ]


def capital(text: str) -> str:
    """Return a text with a capital, as at the beginning of a sentence."""
    return f"{text[0].upper()}{text[1:]}"


WIDTH = 110
"""Longest line."""

MOST_ROWS = 15
"""Of the race; the table ``candidates`` has all."""


def print_design(
    tables: Tables,
    candidates: Sequence[Candidate],
    aims: Aims,
    console: Console,
    changed: str | None = None,
) -> None:
    """Print all tables, with what they say; `changed`: how many players tuning has changed."""
    width = min(console.width, WIDTH)
    findings = design_findings(tables, candidates, aims)
    if changed is not None:
        findings.append(tuning_text(changed))
    for sentence in findings:
        console.print(Text(f"- {sentence}"), width=width)
    console.print()
    name = first_of(tables["candidates"])
    if name is not None and len(tables["finalists"]["ruleset"]):
        console.print(Text("On fresh deals", style="bold"))
        base = candidates[BASE].ruleset.name
        console.print(laid_out(confirmed_texts(tables["finalists"], name, base), console.width))
        console.print()
    if len(tables["at_tables"]["table"]):
        console.print(Text(f"{name} at other tables, on fresh deals", style="bold"))
        console.print(laid_out(table_texts(tables["at_tables"]), console.width))
        console.print()
    if len(tables["rivals"]["ruleset"]):
        console.print(Text(f"Against {name}, on fresh deals", style="bold"))
        console.print(laid_out(rival_texts(tables["rivals"]), console.width))
        console.print()
    console.print(Text("The race", style="bold"))
    console.print(
        laid_out(
            race_texts(tables["candidates"], aims, MOST_ROWS), console.width, left=("outcome",)
        )
    )
    more = len(candidates) - MOST_ROWS
    if more > 0:
        console.print(Text(f"and {more} more, which left no later: see the table candidates"))
    console.print()
    for note in design_notes():
        console.print(Text(note, style="dim"), width=width)
    console.print()


def design_notes() -> list[str]:
    """Return how to read the numbers, a sentence or two each."""
    return [
        f"±: {'; '.join(INTERVALS)}. Those of rivals hold all at once.",
        f"The race loses the best ruleset in at most {100 * ERROR:g} of 100 searches. What it saw "
        "of those that are left is too good on average; fresh deals are not.",
        f"What is recommended holds at {NEW_TABLE}: the {PREDICTION_INTERVAL} lies beyond what "
        "matters.",
    ]


def confirmed_texts(finalists: Columns, recommended: str, base: str) -> Texts:
    """Return a row for each measure: by the first rules, by the recommended, and the difference."""
    rows = [row for row in records(where(finalists, ruleset=recommended)) if _decides(row)]
    first = {
        row["measure"]: row for row in records(where(finalists, ruleset=base)) if _decides(row)
    }
    texts: dict[str, Sequence[str]] = {
        "": [MEASURES[row["measure"]].head for row in rows],
        base: [_estimate(first.get(row["measure"]), "value") for row in rows],
    }
    if recommended == base:
        return texts
    texts["first in the race"] = [_estimate(row, "value") for row in rows]
    texts["difference"] = [_estimate(row, "difference") for row in rows]
    for play, head in ((RACED, "play of the race"), (UNCHANGED, "play unchanged")):
        table = where(finalists, ruleset=recommended, play=play)
        others = {row["measure"]: row for row in records(table)}
        if others:
            texts[head] = [_estimate(others.get(row["measure"]), "difference") for row in rows]
    return {**texts, "verdict": [row["verdict"] for row in rows]}


def _decides(row: Mapping[str, Any]) -> bool:
    return row["play"] in SETTLED


def _estimate(row: dict[str, object] | None, name: str) -> str:
    if row is None:
        return NOTHING
    scale = MEASURES[str(row["measure"])].scale
    ends = (np.array([scale * float(str(row[f"{name}{end}"]))]) for end in ("", "_low", "_high"))
    return estimates(*ends)[0].rstrip()


def rival_texts(rivals: Columns) -> Texts:
    """Return a row for each other finalist and goal."""
    rows = records(rivals)
    scales = [goal_scale(row["goal"]) for row in rows]
    losses = [
        estimates(*(scale * np.array([row[f"loss{end}"]]) for end in ("", "_low", "_high")))[0]
        for row, scale in zip(rows, scales, strict=True)
    ]
    return {
        "": [row["ruleset"] for row in rows],
        "one step in": [row["step"] or NOTHING for row in rows],
        "goal": [row["goal"] for row in rows],
        "worse by": [loss.rstrip() for loss in losses],
        "matters from": [
            number(scale * row["matters"], 1) for row, scale in zip(rows, scales, strict=True)
        ],
        "verdict": [row["verdict"] for row in rows],
    }


def race_texts(race: Columns, aims: Aims, most: int | None = None) -> Texts:
    """Return a row for each ruleset, those that were left first."""
    first = aims.goals[0]
    order = sorted(
        range(len(race["ruleset"])),
        key=lambda i: (
            race["ruleset"][i] != first_of(race),
            race["outcome"][i] in (BEATEN, BREAKS),
            -race["look"][i],
            first.sign * race[first.measure.name][i],
        ),
    )[:most]
    return {
        "": [race["ruleset"][i] for i in order],
        **{
            measure.head: [number(measure.scale * race[measure.name][i], 1) for i in order]
            for measure in aims.measures
        },
        "looks": [str(race["look"][i]) for i in order],
        "outcome": [
            f"{race['outcome'][i]}{': ' if race['reason'][i] else ''}{race['reason'][i]}"
            for i in order
        ],
    }
