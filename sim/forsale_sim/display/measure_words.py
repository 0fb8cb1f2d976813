"""Rulesets and tables as sentences call them, where nobody has to type their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from strategy_lab.display.text_tables import number
from strategy_lab.errors import listed
from strategy_lab.results.conclusions import SHARE

from forsale_sim.experiments.design.search import Aims, Condition, Goal
from forsale_sim.measures import MEASURES
from forsale_sim.rules.ruleset import Ruleset

FIELDS = {
    "strong": "built-in players",
    "trained": "players of the ladder",
    "all": "all usual players",
    "panel": "all strangers",
    "re-tuned": "players tuned in haste",
    "re-tuned fully": "players tuned for the rules",
    "unchanged": "players who do not adapt",
}
"""Fields whose names are words of the command line."""

PANEL = "panel: "
ANEW = "trained anew "

TITLE, VARIANT = "For Sale, ", "-variant"


def field_words(name: str) -> str:
    """Return what sentences call a field: "strangers (search)"."""
    if name.startswith(PANEL):
        return f"strangers ({name.removeprefix(PANEL)})"
    if name.startswith(ANEW):
        return f"training {name.removeprefix(ANEW)}"
    return FIELDS.get(name, name)


def ruleset_words(ruleset: Ruleset) -> str:
    """Return what sentences call a ruleset: a printed one by its edition, others by their names."""
    title = ruleset.title or ""
    if not title.startswith(TITLE):
        return ruleset.name
    edition = title.removeprefix(TITLE).partition(":")[0]
    return f"the variant of the {edition}" if ruleset.name.endswith(VARIANT) else f"the {edition}"


Row = Mapping[str, Any]
"""A row of the table ``finalists``."""


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


def goal_text(goal: Goal) -> str:
    """Return a goal in words: "the smallest gap between seats"."""
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


def goal_scale(goal: str) -> int:
    """Return what losses in a goal are multiplied by; sums of several are in points as they are."""
    name = goal.rsplit(maxsplit=1)[-1]
    return MEASURES[name].scale if name in MEASURES and "*" not in goal else 1


def from_to(row: Row) -> str:
    """Return how a measure changes from the first rules: "from 2.3 to 0.7 percentage points"."""
    measure, value, difference = MEASURES[row["measure"]], row["value"], row["difference"]
    before, after = (measure.scale * each for each in (value - difference, value))
    decimals = 1 if abs(after - before) >= 0.2 else 2
    return f"from {number(before, decimals)} to {number(after, decimals)}{measure.value_unit}"


def value_with_limits(row: Row) -> str:
    """Return what a measure is: "2.2 percentage points (1.3 to 3.1)"."""
    measure = MEASURES[row["measure"]]
    ends = (measure.scale * row[f"value{end}"] for end in ("", "_low", "_high"))
    value, low, high = (number(max(0.0, end) if measure.gap_of else end, 1) for end in ends)
    return f"{value}{measure.value_unit} ({low} to {high})"


def change_with_limits(row: Row) -> str:
    """Return a difference from the first rules: "+1.6 percentage points (+1.0 to +2.3)"."""
    measure = MEASURES[row["measure"]]
    ends = [measure.scale * row[f"difference{end}"] for end in ("", "_low", "_high")]
    decimals = 1 if abs(ends[0]) >= 0.2 else 2
    value, low, high = (f"{'+' if end > 0 else ''}{number(end, decimals)}" for end in ends)
    unit = " percentage points" if measure.unit == SHARE else measure.value_unit
    return f"{value}{unit} ({low} to {high})"
