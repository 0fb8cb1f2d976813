"""Whether what is recommended holds at tables that had no part in the choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from strategy_lab.results.columns import Columns
from strategy_lab.results.tables import records
from strategy_lab.stats.batches import Estimate
from strategy_lab.stats.random_effects import FEWEST, new_table
from strategy_lab.stats.student import t_quantile

from forsale_sim.experiments.design.evidence import BASE, Evidence, oriented
from forsale_sim.experiments.design.goals import Aims, goal_texts

NEW_TABLE = "a table that nobody has met"
"""In the place of a table: what to expect of another."""

SERVED, OPPOSED, UNTOLD = "better", "worse", "not told apart"
"""What is shown at a table."""

HOLDS, NOT_SHOWN_TO_HOLD = "holds", "not shown to hold"
"""Of a table that nobody has met."""

ERROR = 0.05

CERTAIN = 1e-9
"""The sampling error of what does not vary, such as the number of auctions."""

COLUMNS = ("ruleset", "aim", "table", "unit", "gain", "gain_low", "gain_high", "matters", "verdict")


class AtTable(NamedTuple):
    """What is known of two rulesets at one table."""

    name: str
    evidence: Evidence


class Aim(NamedTuple):
    """A goal, the sum of all, or a condition, and how far it is served at each table."""

    text: str
    unit: str
    matters: float
    gains: Sequence[Estimate]
    """Of a goal by how much it is better served than before, of a condition by how much it is
    kept; below 0 if it is worse served, or broken."""


def aims_at(aims: Aims, tables: Sequence[AtTable], candidate: int) -> Iterator[Aim]:
    """Yield the goals, then the conditions."""
    losses = [each.evidence.losses(aims, BASE, candidate) for each in tables]
    units = [goal.measure.unit for goal in aims.goals] if not aims.is_weighted else ["points"]
    texts = goal_texts(aims.goals)
    for number, (text, unit, matters) in enumerate(zip(texts, units, aims.margins, strict=True)):
        gains = [oriented(each[number], -1) for each in losses]
        yield Aim(text, unit, matters, gains)
    for condition in aims.conditions:
        rooms = [oriented(each.evidence.excess(condition, candidate, ERROR), -1) for each in tables]
        yield Aim(condition.text, condition.measure.unit, 0.0, rooms)


def table_rows(
    aims: Aims, tables: Sequence[AtTable], candidate: int, name: str
) -> Iterator[Mapping[str, Any]]:
    """Yield a row for each aim and table, and one for a table that nobody has met.

    The first of the tables is of those who decided.
    """
    goals = len(aims.margins)
    for number, aim in enumerate(aims_at(aims, tables, candidate)):
        same = {"ruleset": name, "aim": aim.text, "unit": aim.unit, "matters": aim.matters}
        for table, gain in zip(tables, aim.gains, strict=True):
            verdict = SERVED if gain.low > 0 else OPPOSED if gain.high < 0 else UNTOLD
            yield {**same, "table": table.name, **_limits(gain), "verdict": verdict}
        others = aim.gains[1:]  # the first table chose the candidate, so it is no sample
        expected = _expected(others, ERROR / (goals if number < goals else 1))
        held = expected.low > aim.matters
        verdict = HOLDS if held else NOT_SHOWN_TO_HOLD
        yield {**same, "table": NEW_TABLE, **_limits(expected), "verdict": verdict}


def is_held(tables: Columns, aims: Aims, *, base_breaks: bool) -> bool:
    """Return whether what is gained by other rules holds at a table that nobody has met.

    That is one of the goals or, where the first rules break a condition, all conditions.
    """
    verdicts = {row["aim"]: row["verdict"] for row in records(tables) if row["table"] == NEW_TABLE}
    if base_breaks:
        return all(verdicts[condition.text] == HOLDS for condition in aims.conditions)
    return any(verdicts[text] == HOLDS for text in goal_texts(aims.goals))


def _expected(gains: Sequence[Estimate], error: float) -> Estimate:
    value = np.array([gain.value for gain in gains])
    half = np.array([(gain.high - gain.low) / 2 for gain in gains])
    known = np.isfinite(half)
    if known.sum() < FEWEST:
        return Estimate(float(value.mean()), -np.inf, np.inf)
    standard_error = np.maximum(half[known], CERTAIN) / -float(t_quantile(ERROR / 2, np.inf))
    found = new_table(value[known], standard_error, error)
    return Estimate(found.mean, found.low, found.high)


def _limits(gain: Estimate) -> dict[str, float]:
    return {"gain": gain.value, "gain_low": gain.low, "gain_high": gain.high}
