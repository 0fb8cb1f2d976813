"""What rules are wanted: measures to make small or large, and conditions to keep.

=========================  ========================================================================
text                       meaning
=========================  ========================================================================
``seat_gap``               a goal; several make a Pareto front
``2*seat_gap``             a goal with a weight; with weights, what is made small is the sum, in
                           points of a hundred, thousands and auctions
``ties<=3%``               a condition: at most, in per cent
``margin>=4``              at least, in the measure's unit
``win_by_strategy>=0.9*base``        relative to the rules that the search begins with
=========================  ========================================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from strategy_lab.errors import UsageError
from strategy_lab.results.columns import SHARE
from strategy_lab.results.measure import DESIGN, Measure

from forsale_sim.measures import MEASURES

_NUMBER = r"\d+(?:\.\d*)?|\.\d+"
_GOAL = re.compile(rf"(?:(?P<weight>{_NUMBER})\s*\*\s*)?(?P<measure>\w+)")
_CONDITION = re.compile(
    r"(?P<measure>\w+)\s*(?P<sign><=|>=)\s*"
    rf"(?P<number>{_NUMBER})?\s*(?P<unit>%|\*?\s*base)?"
)


@dataclass(frozen=True, slots=True)
class Goal:
    """A measure to make small or large.

    Attributes
    ----------
    measure
        Which.
    sign
        1 to make it small, -1 to make it large.
    weight
        In a sum; None in a Pareto front.
    """

    measure: Measure
    sign: int
    weight: float | None

    @property
    def text(self) -> str:
        """The goal in words."""
        weight = "" if self.weight is None else f"{self.weight:g}*"
        return f"{'least' if self.sign > 0 else 'most'} {weight}{self.measure.name}"


@dataclass(frozen=True, slots=True)
class Condition:
    """A limit on a measure.

    Attributes
    ----------
    text
        As it was written.
    sign
        1 if it is at most the bound, -1 if it is at least that.
    bound
        In the measure's unit, or a share of what the measure is by the first rules.
    relative
        Whether it is such a share.
    """

    text: str
    measure: Measure
    sign: int
    bound: float
    relative: bool


@dataclass(frozen=True, slots=True)
class Aims:
    """All that is wanted of rules."""

    goals: tuple[Goal, ...]
    conditions: tuple[Condition, ...] = ()

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures that goals and conditions are about, each once."""
        of_goals = [goal.measure for goal in self.goals]
        of_conditions = [condition.measure for condition in self.conditions]
        return tuple(dict.fromkeys([*of_goals, *of_conditions]))

    @property
    def is_front(self) -> bool:
        """Whether there are several goals without weights, so that a front is the answer."""
        return len(self.goals) > 1 and self.goals[0].weight is None

    @property
    def is_weighted(self) -> bool:
        """Whether the goal is a sum."""
        return self.goals[0].weight is not None

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
        """Whether a condition is relative to the rules that the search begins with."""
        return any(condition.relative for condition in self.conditions)


def goal_texts(goals: Sequence[Goal]) -> list[str]:
    """Return the texts of goals, or of their sum."""
    texts = [goal.text for goal in goals]
    return texts if goals[0].weight is None else [" + ".join(texts)]


def parse_goals(minimise: Sequence[str], maximise: Sequence[str]) -> tuple[Goal, ...]:
    """Return the goals that texts stand for."""
    goals = tuple(
        _goal(text, option, sign)
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
    weighted = [goal for goal in goals if goal.weight is not None]
    if weighted and len(weighted) < len(goals):
        bare = next(goal for goal in goals if goal.weight is None)
        raise UsageError(
            f"the goal {bare.measure.name!r} has no weight and others have: give all goals weights "
            "for a sum, or none for a Pareto front"
        )
    return goals


def parse_conditions(texts: Sequence[str]) -> tuple[Condition, ...]:
    """Return the conditions that texts stand for."""
    conditions = tuple(map(_condition, texts))
    for high in (each for each in conditions if each.sign > 0):
        for low in (each for each in conditions if each.sign < 0):
            same = (low.measure, low.relative) == (high.measure, high.relative)
            if same and low.bound > high.bound:
                raise UsageError(
                    f"--keep {low.text!r} and --keep {high.text!r} contradict each other: no "
                    "rules keep both; change one"
                )
    return conditions


def _goal(text: str, option: str, sign: int) -> Goal:
    match = _GOAL.fullmatch(text.strip())
    if match is None:
        raise UsageError(
            f"{option} {text!r} is no goal: write a measure, such as seat_gap, or a weighted one, "
            "such as 2*seat_gap"
        )
    weight = None if match["weight"] is None else float(match["weight"])
    if weight == 0:
        raise UsageError(f"{option} {text!r}: a weight of 0 asks for nothing: leave the goal out")
    return Goal(_measure(match["measure"], option), sign, weight)


def can_be_designed_for(measure: Measure) -> bool:
    """Return whether rules can be designed for a measure."""
    return DESIGN in measure.used_in and measure.has_one_value


def _measure(name: str, option: str) -> Measure:
    return MEASURES.named(name, option, can_be_designed_for)


def _condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text.strip())
    if match is None or (match["number"] is None and (match["unit"] or "%") == "%"):
        raise UsageError(
            f"--keep {text!r} is no condition: write a measure, <= or >=, and a bound, such as "
            "'ties<=3%' or 'win_by_strategy>=0.9*base'"
        )
    measure = _measure(match["measure"], "--keep")
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
