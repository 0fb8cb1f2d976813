"""What a design looks for: the rules that may change, and the goals and conditions of a game.

==============================  ====================================================================
text                            meaning
==============================  ====================================================================
``coins=14..26``                a rule that may change, and its values
``seat_gap``                    a goal; several make a Pareto front
``2*seat_gap``                  a goal with a weight; with weights, what is made small is the sum,
                                in points of a hundred and the units of other measures
``ties<=3%``                    a condition: at most, in per cent
``margin>=4``                   at least, in the measure's unit
``win_by_strategy>=0.9*base``   relative to the rules that the search begins with
==============================  ====================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product, zip_longest
from typing import NamedTuple

from strategy_lab.errors import UsageError
from strategy_lab.experiments.compare.experiment import rule_value
from strategy_lab.game import Ruleset, SeatLever
from strategy_lab.results.conclusions import SHARE
from strategy_lab.results.measures import DESIGN, Measure, Measures
from strategy_lab.varying import Variables, Variation, what_if

MOST_CANDIDATES = 300
"""Of a search: each is tuned for, and takes part in the first look."""

_COLON = re.compile(r"(?<==)(\d+):(\d+)$")


@dataclass(frozen=True, slots=True)
class Candidate:
    ruleset: Ruleset
    values: Mapping[str, int | str]  # what it has for each rule that is varied
    changes: int  # how many rules are changed


def parse_variations(texts: Sequence[str], variables: Variables) -> tuple[Variation, ...]:
    """Return the variations of a search; a range may be written as ``coins=14:26``, too."""
    if not texts:
        rule = variables.keys[0]
        raise UsageError(f"a design takes rules to vary (--vary): a rule and values, {rule}=… say")
    return tuple(variables.variation(_COLON.sub(r"\1..\2", text.strip())) for text in texts)


def make_candidates(
    base: Ruleset, variations: Sequence[Variation], players: int, changes: int | None
) -> tuple[Candidate, ...]:
    most = len(variations) if changes is None else changes
    if most < 1:
        raise UsageError(f"--changes must be at least 1, not {most}: without any nothing varies")
    size = _size(variations, most)
    if size > MOST_CANDIDATES:
        sizes = {fewer: _size(variations, fewer) for fewer in range(1, most)}
        small = [fewer for fewer, size in sizes.items() if size <= MOST_CANDIDATES][-1:]
        raise UsageError(
            f"the space has {size:,} rulesets, and at most {MOST_CANDIDATES} can race: vary fewer "
            "values (--vary)"
            + "".join(f", or allow fewer changes (--changes {n}: {sizes[n]})" for n in small)
        )
    keys = list(dict.fromkeys(variation.key for variation in variations))
    by_rules: dict[str, Candidate] = {}
    for changed in _combinations(variations, most):
        ruleset = what_if(base, changed) if changed else base
        if players not in ruleset.players:
            raise UsageError(f"{ruleset.name} is not for {players} players: leave it out of --vary")
        values = {key: rule_value(ruleset, key, players) for key in keys}
        rules = str(ruleset.rules(players).settings())
        by_rules.setdefault(rules, Candidate(ruleset, values, len(changed)))
    if len(by_rules) == 1:
        raise UsageError(
            f"nothing varies: {base.name} for {players} players already has these values of "
            f"{', '.join(variation.where for variation in variations)}"
        )
    return tuple(by_rules.values())


def _size(variations: Sequence[Variation], most: int) -> int:
    by_changes = [1]
    for variation in variations:
        more = [0, *(len(variation.values) * count for count in by_changes)]
        by_changes = [a + b for a, b in zip_longest(by_changes, more, fillvalue=0)]
    return sum(by_changes[: most + 1])


def _combinations(variations: Sequence[Variation], most: int) -> Iterator[list[Variation]]:
    """Yield what is changed, each rule to one value: first nothing, then one rule, and so on."""
    for changes in range(min(most, len(variations)) + 1):
        for varied in combinations(variations, changes):
            for values in product(*(variation.values for variation in varied)):
                yield [
                    replace(variation, values=(value,))
                    for variation, value in zip(varied, values, strict=True)
                ]


def compensations(base: Ruleset, players: int, lever: SeatLever) -> str:
    printed = lever.by_seat(base.rules(players))
    ways = [way for way in product((0, 1), repeat=players) if 0 < sum(way) < players]
    lists = [[amount + more for amount, more in zip(printed, way, strict=True)] for way in ways]
    return f"{lever.rule}={','.join(map(str, lists))}".replace(" ", "")


class End(NamedTuple):
    rule: str
    value: int
    is_highest: bool


def ends(first: Candidate, all_of: Sequence[Candidate]) -> list[End]:
    found = []
    for rule, value in first.values.items():
        tried = {candidate.values[rule] for candidate in all_of}
        numbers = [each for each in tried if isinstance(each, int)]
        if len(numbers) < len(tried) or value == all_of[0].values[rule]:
            continue
        if value in (max(numbers), min(numbers)):
            found.append(End(rule, int(value), value == max(numbers)))
    return found


def further(texts: Sequence[str], reached: Sequence[End], variables: Variables) -> list[str]:
    by_rule = {end.rule: end for end in reached}
    wider = []
    for text, variation in zip(texts, parse_variations(texts, variables), strict=True):
        end, values = by_rule.get(variation.key), list(variation.values)
        numbers = sorted(value for value in values if isinstance(value, int))
        if end is None or len(numbers) < max(len(values), 2):
            wider.append(text)
            continue
        step = numbers[-1] - numbers[-2] if end.is_highest else numbers[0] - numbers[1]
        more = [end.value + step * number for number in range(1, 1 + len(numbers))]
        numbers = sorted({*numbers, *(number for number in more if number >= 0)})
        is_range = numbers == list(range(numbers[0], numbers[-1] + 1))
        written = f"{numbers[0]}..{numbers[-1]}" if is_range else ",".join(map(str, numbers))
        wider.append(f"{variation.where}={written}")
    return wider


def step_between(one: Candidate, other: Candidate, all_of: Sequence[Candidate]) -> str | None:
    """Return the rule in which alone two differ, by one step; None if they differ by more.

    Numbers differ by a step if no candidate has one in between.
    """
    unequal = [rule for rule, value in one.values.items() if value != other.values[rule]]
    if len(unequal) != 1:
        return None
    (rule,) = unequal
    pair = one.values[rule], other.values[rule]
    if all(isinstance(end, int) for end in pair):
        known = {candidate.values[rule] for candidate in all_of}
        between = range(min(*map(int, pair)) + 1, max(*map(int, pair)))
        return None if known & set(between) else rule
    return rule


_NUMBER = r"\d+(?:\.\d*)?|\.\d+"
_GOAL = re.compile(rf"(?:(?P<weight>{_NUMBER})\s*\*\s*)?(?P<measure>\w+)")
_CONDITION = re.compile(
    r"(?P<measure>\w+)\s*(?P<sign><=|>=)\s*"
    rf"(?P<number>{_NUMBER})?\s*(?P<unit>%|\*?\s*base)?"
)


@dataclass(frozen=True, slots=True)
class Goal:
    measure: Measure
    sign: int  # 1 to make it small, -1 to make it large
    weight: float | None  # in a sum; None in a Pareto front

    @property
    def text(self) -> str:
        weight = "" if self.weight is None else f"{self.weight:g}*"
        return f"{'least' if self.sign > 0 else 'most'} {weight}{self.measure.name}"


@dataclass(frozen=True, slots=True)
class Condition:
    text: str
    measure: Measure
    sign: int  # 1 if it is at most the bound, -1 if it is at least that
    bound: float  # in the measure's unit, or a share of what the measure is by the first rules
    relative: bool  # whether it is such a share


@dataclass(frozen=True, slots=True)
class Aims:
    goals: tuple[Goal, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        of_goals = [goal.measure for goal in self.goals]
        of_conditions = [condition.measure for condition in self.conditions]
        return tuple(dict.fromkeys([*of_goals, *of_conditions]))

    @property
    def is_front(self) -> bool:
        return len(self.goals) > 1 and not self.is_weighted

    @property
    def is_weighted(self) -> bool:
        return self.goals[0].weight is not None

    @property
    def goal_texts(self) -> list[str]:
        texts = [goal.text for goal in self.goals]
        return [" + ".join(texts)] if self.is_weighted else texts

    @property
    def margins(self) -> tuple[float, ...]:
        """What difference matters: in each goal or, if they have weights, in their sum."""
        if not self.is_weighted:
            return tuple(goal.measure.matters for goal in self.goals)
        weights = [float(goal.weight or 0) for goal in self.goals]
        parts = zip(weights, self.goals, strict=True)
        return (sum(w * goal.measure.scale * goal.measure.matters for w, goal in parts),)

    @property
    def is_relative(self) -> bool:
        return any(condition.relative for condition in self.conditions)


def can_be_designed_for(measure: Measure) -> bool:
    return DESIGN in measure.used_in and measure.has_one_value


def parse_aims(
    minimise: Sequence[str], maximise: Sequence[str], keep: Sequence[str], measures: Measures
) -> Aims:
    goals = tuple(
        _goal(text, option, sign, measures)
        for option, sign, texts in (("--minimise", 1, minimise), ("--maximise", -1, maximise))
        for text in texts
    )
    if not goals:
        raise UsageError(
            "a design takes a goal: a measure to make small (--minimise seat_gap, say) or large "
            "(--maximise win_by_strategy)"
        )
    names = [goal.measure.name for goal in goals]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice!r} is a goal twice: name it once, as --minimise or as --maximise")
    bare = [goal for goal in goals if goal.weight is None]
    if 0 < len(bare) < len(goals):
        raise UsageError(
            f"the goal {bare[0].measure.name!r} has no weight and others have: give all goals "
            "weights for a sum, or none for a Pareto front"
        )
    conditions = tuple(_condition(text, measures) for text in keep)
    for high, low in product(conditions, repeat=2):
        same = (low.measure, low.relative) == (high.measure, high.relative)
        if same and low.sign < 0 < high.sign and low.bound > high.bound:
            raise UsageError(
                f"--keep {low.text!r} and --keep {high.text!r} contradict each other: no "
                "rules keep both; change one"
            )
    return Aims(goals, conditions)


def _goal(text: str, option: str, sign: int, measures: Measures) -> Goal:
    match = _GOAL.fullmatch(text.strip())
    if match is None:
        raise UsageError(
            f"{option} {text!r} is no goal: write a measure, such as seat_gap, or a weighted one, "
            "such as 2*seat_gap"
        )
    weight = None if match["weight"] is None else float(match["weight"])
    if weight == 0:
        raise UsageError(f"{option} {text!r}: a weight of 0 asks for nothing: leave the goal out")
    return Goal(measures.named(match["measure"], option, can_be_designed_for), sign, weight)


def _condition(text: str, measures: Measures) -> Condition:
    match = _CONDITION.fullmatch(text.strip())
    if match is None or (match["number"] is None and (match["unit"] or "%") == "%"):
        raise UsageError(
            f"--keep {text!r} is no condition: write a measure, <= or >=, and a bound, such as "
            "'ties<=3%' or 'win_by_strategy>=0.9*base'"
        )
    measure = measures.named(match["measure"], "--keep", can_be_designed_for)
    unit, bound = match["unit"] or "", float(match["number"] or 1)
    if unit == "%":
        if measure.unit != SHARE:
            raise UsageError(
                f"--keep {text!r}: {measure.name} is in {measure.unit}, not in per cent"
            )
        bound /= 100
    relative = unit.endswith("base")
    if measure.unit == SHARE and not relative and bound > 1:
        raise UsageError(
            f"--keep {text!r}: {measure.name} is a share, from 0 to 1, never {bound:g}: write "
            f"{bound:g}% for per cent"
        )
    return Condition(text.strip(), measure, 1 if match["sign"] == "<=" else -1, bound, relative)
