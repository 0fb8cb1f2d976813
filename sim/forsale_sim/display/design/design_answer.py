"""What the page of a design says first: the answer, how large it is, and what to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from strategy_lab.display.page.page_parts import Statement
from strategy_lab.results.columns import Tables
from strategy_lab.results.paired.schema import UNCHANGED
from strategy_lab.results.tables import records, where
from strategy_lab.stats.equivalence import DIFFERS, SMALL
from strategy_lab.wording import counted

from forsale_sim.display.design.design_findings import (
    dropped_text,
    end_texts,
    fair_range_text,
    seen_texts,
    steps_text,
    tuning_text,
)
from forsale_sim.display.design.design_words import DesignWords
from forsale_sim.display.design.holding_text import holding_texts, needed_text
from forsale_sim.display.design.measure_words import (
    Row,
    aims_text,
    change_with_limits,
    condition_text,
    conditions_text,
    from_to,
    value_with_limits,
)
from forsale_sim.experiments.design.candidates import Candidate
from forsale_sim.experiments.design.design_tables import (
    BREAKS,
    BROKEN,
    KEPT,
    OPEN,
    RACED,
    RECOMMENDED,
    SETTLED,
    first_of,
)
from forsale_sim.experiments.design.evidence import BASE
from forsale_sim.experiments.design.fair_seats import COINS_MORE
from forsale_sim.experiments.design.goals import Aims, Goal
from forsale_sim.measures import MEASURES
from forsale_sim.rules.change_words import changes_text

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

    def _effect(self, row: Row) -> Statement:
        noun = MEASURES[row["measure"]].noun
        if row["verdict"] == SMALL:
            what = "stays as it was, but for what does not matter"
        elif row["verdict"] == DIFFERS:
            what = f"goes {from_to(row)}: {change_with_limits(row)}"
        else:
            what = f"is not shown to change: {change_with_limits(row)}"
        text = f"Among the players who decided, {noun} {what}."
        return Statement(GRADES.get(row["verdict"], UNCLEAR), text)

    def _adapting(self, row: Row) -> Iterator[Statement]:
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

    def _side_effects(self) -> Sequence[Row]:
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
    def _goals(self) -> Sequence[Row]:
        """Return what fresh deals say of the goals, first of those that are shown to be served."""
        return sorted(map(self._row, self.aims.goals), key=lambda row: not self._is_gain(row))

    @property
    def _gain(self) -> Row | None:
        """Return what fresh deals say of the first goal that is shown to be served."""
        first = self._goals[0]
        return first if self._is_gain(first) else None

    def _row(self, goal: Goal) -> Row:
        return self.settled[goal.measure.name]

    def _is_gain(self, row: Row) -> bool:
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
