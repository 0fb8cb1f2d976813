"""The tables of a design: all candidates, the finalists on fresh deals, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from strategy_lab.results.columns import COUNT, LABEL, Column, Columns, Tables
from strategy_lab.results.measure import Measure
from strategy_lab.results.paired.schema import RETUNED, UNCHANGED
from strategy_lab.stats.batches import JACKKNIFE_INTERVAL, Estimate
from strategy_lab.stats.equivalence import DIFFERS, NOT_SHOWN, SMALL
from strategy_lab.stats.gaps import GAP_INTERVAL
from strategy_lab.stats.random_effects import PREDICTION_INTERVAL

from forsale_sim.experiments.design.candidates import Candidate, step_between
from forsale_sim.experiments.design.evidence import BASE, Evidence
from forsale_sim.experiments.design.goals import Aims, can_be_designed_for, goal_texts
from forsale_sim.experiments.design.holding import (
    COLUMNS as HOLDING,
)
from forsale_sim.experiments.design.holding import (
    NEW_TABLE,
    AtTable,
    is_held,
    table_rows,
)
from forsale_sim.experiments.design.standing import Standing
from forsale_sim.measures import MEASURES

RECOMMENDED, ON_FRONT, LEFT = "recommended", "on the front", "not told apart"
BEATEN, BREAKS = "beaten", "breaks a condition"
FIRST = "first, not shown to hold"
"""How the first of the race ended if what it gains is not shown to hold at other tables."""

TIE, WORSE, BETTER, OPEN = "tie", "worse", "better", "not told apart"
RACED = "as in the race"
SETTLED = ("", RETUNED)
"""Kinds of play: tuned quickly, as in the race; and what decides, tuned fully or simply given."""

KEPT, BROKEN, UNSURE = "kept", "broken", "not shown"

IN_THE_UNIT = "in the unit of the row"
INTERVALS = (JACKKNIFE_INTERVAL, f"of the gap between seats: {GAP_INTERVAL}")
"""The estimators' names, printed with their intervals."""

FIXED = {
    "ruleset": Column(LABEL, "name of the ruleset"),
    "changes": Column(COUNT, "how many rules differ from those that the search began with"),
    "outcome": Column(
        LABEL,
        f"{RECOMMENDED}; {FIRST} at other tables; {ON_FRONT}: none surpasses it in all goals; "
        f"{LEFT}; {BEATEN}; {BREAKS}",
    ),
    "reason": Column(LABEL, "which ruleset is better for certain, or which condition is broken"),
    "look": Column(COUNT, "the last look at the race that it took part in"),
    "measure": Column(LABEL, "what is measured"),
    "play": Column(
        LABEL, f"{RETUNED} for each finalist, quickly {RACED}, or {UNCHANGED}; empty if all is one"
    ),
    "unit": Column(LABEL, "of the numbers of the row"),
    "value": Column(IN_THE_UNIT, "on fresh deals, which had no part in the choice"),
    "value_low": Column(IN_THE_UNIT, f"lower limit of value: {'; '.join(INTERVALS)}"),
    "value_high": Column(IN_THE_UNIT, "upper limit of value"),
    "difference": Column(IN_THE_UNIT, "value less that of the ruleset the search began with"),
    "difference_low": Column(IN_THE_UNIT, f"lower limit of difference: {'; '.join(INTERVALS)}"),
    "difference_high": Column(IN_THE_UNIT, "upper limit of difference"),
    "matters": Column(IN_THE_UNIT, "what difference matters"),
    "verdict": Column(LABEL, "what is shown of the difference, or of the condition"),
    "deals": Column(COUNT, "fresh deals: the independent observations"),
    "step": Column(LABEL, "the rule in which alone it is one step from the recommended one"),
    "goal": Column(LABEL, "what is to be small or large; the weighted sum of all goals"),
    "loss": Column(IN_THE_UNIT, "by how much it is worse than the recommended one"),
    "loss_low": Column(IN_THE_UNIT, "lower limit of loss; at 95 % for all rows at once"),
    "loss_high": Column(IN_THE_UNIT, "upper limit of loss; at 95 % for all rows at once"),
    "condition": Column(LABEL, "what is to be kept"),
    "excess": Column(IN_THE_UNIT, "by how much it is broken; below 0 if it is kept"),
    "excess_low": Column(IN_THE_UNIT, "lower limit of excess"),
    "excess_high": Column(IN_THE_UNIT, "upper limit of excess"),
    "aim": Column(LABEL, "what is to be small or large, or kept"),
    "table": Column(LABEL, f"who plays: at {NEW_TABLE}, what is to be expected"),
    "gain": Column(
        IN_THE_UNIT, "by how much the aim is better served than by the first rules, or kept"
    ),
    "gain_low": Column(IN_THE_UNIT, f"lower limit of gain; at {NEW_TABLE} {PREDICTION_INTERVAL}"),
    "gain_high": Column(IN_THE_UNIT, "upper limit of gain"),
}


class Known(NamedTuple):
    """What tables are made of.

    Attributes
    ----------
    standing
        How the race ended, or where it stands.
    raced, confirmed
        What is known from the race, and from fresh deals; None if these are not all played.
    others
        The indices of fields with other play, by its kind.
    measures
        What can be measured in the fields.
    deals
        How many deals confirm.
    tables
        Where the first of the race has to hold: none until it has played there.
    """

    standing: Standing
    raced: Evidence
    confirmed: Evidence | None
    others: Mapping[str, int]
    measures: Sequence[Measure]
    deals: int
    tables: Sequence[AtTable] = ()

    @property
    def candidates(self) -> Sequence[Candidate]:
        """All rulesets."""
        return self.standing.candidates

    @property
    def aims(self) -> Aims:
        """What is wanted."""
        return self.standing.aims

    def name(self, candidate: int) -> str:
        """Return the name of a candidate."""
        return self.candidates[candidate].ruleset.name


def columns_of(candidates: Sequence[Candidate]) -> dict[str, Column]:
    """Return what the columns hold."""
    rules = {rule: Column(LABEL, f"the rule {rule}") for rule in candidates[0].values}
    measures = {
        measure.name: Column(
            measure.unit, f"{measure.description}: as the race saw it last, not confirmed"
        )
        for measure in filter(can_be_designed_for, MEASURES.entries)
    }
    return {**FIXED, **rules, **measures}


def first_of(candidates: Columns) -> str | None:
    """Return the name of the first of the race, recommended or not."""
    first = np.isin(candidates["outcome"].astype(str), (RECOMMENDED, FIRST))
    return str(candidates["ruleset"][first][0]) if first.any() else None


def design_tables(known: Known) -> Tables:
    """Return all tables; those of the finalists are empty until fresh deals are played."""
    first = known.standing.recommended(known.raced)
    rows = (
        table_rows(known.aims, known.tables, first, known.name(first))
        if known.tables and first is not None
        else ()
    )
    tables = _table(HOLDING, rows)
    return {
        "candidates": _candidates(known, tables),
        "finalists": _table(FINALISTS, _finalists(known)),
        "rivals": _table(RIVALS, _rivals(known)),
        "conditions": _table(CONDITIONS, _conditions(known)),
        "at_tables": tables,
    }


FINALISTS = (
    *("ruleset", "measure", "play", "unit", "value", "value_low", "value_high"),
    *("difference", "difference_low", "difference_high", "matters", "verdict", "deals"),
)
RIVALS = ("ruleset", "step", "goal", "loss", "loss_low", "loss_high", "matters", "verdict")
CONDITIONS = ("condition", "ruleset", "unit", "excess", "excess_low", "excess_high", "verdict")


def _candidates(known: Known, tables: Columns) -> Columns:
    standing = known.standing
    base_breaks = BASE in standing.dropped and standing.dropped[BASE].by is None
    held = not known.tables or is_held(tables, known.aims, base_breaks=base_breaks)
    recommended = standing.recommended(known.raced)
    front = standing.front(known.raced) if known.aims.is_front else []
    rows = []
    for number, candidate in enumerate(known.candidates):
        dropped, last = standing.dropped.get(number), standing.last_look[number]
        outcome, reason = LEFT, ""
        if dropped is not None and dropped.by is not None:
            outcome, reason = BEATEN, known.name(dropped.by)
        elif dropped is not None:
            outcome, reason = BREAKS, str(dropped.condition)
        elif number == recommended:
            outcome = RECOMMENDED if held else FIRST
        elif number in front:
            outcome = ON_FRONT
        measures = (measure.name for measure in known.aims.measures)
        rows.append(
            {
                "ruleset": known.name(number),
                **candidate.values,
                "changes": candidate.changes,
                "outcome": outcome,
                "reason": reason,
                "look": last.look,
                **dict(zip(measures, last.values, strict=True)),
            }
        )
    return _table(tuple(rows[0]), rows)


def _finalists(known: Known) -> Iterable[Mapping[str, Any]]:
    if known.confirmed is None:
        return
    plays: list[tuple[str, Evidence, list[Measure]]] = []
    plays.append((RETUNED if known.others else "", known.confirmed, [*known.measures]))
    alone = [m for m in known.measures if m.needs is None]
    for play, place in known.others.items():
        plays.append((play, known.confirmed.of_field(place), alone))
    for candidate in known.standing.finalists(known.raced):
        for play, evidence, measures in plays:
            for measure in measures:
                difference = (
                    Estimate(0.0, 0.0, 0.0)
                    if candidate == BASE
                    else evidence.difference(measure, BASE, candidate)
                )
                yield {
                    "ruleset": known.name(candidate),
                    "measure": measure.name,
                    "play": play,
                    "unit": measure.unit,
                    **_limits("value", evidence.value(measure, candidate)),
                    **_limits("difference", difference),
                    "matters": measure.matters,
                    "verdict": _verdict(difference, measure.matters),
                    "deals": known.deals,
                }


def _rivals(known: Known) -> Iterable[Mapping[str, Any]]:
    if known.confirmed is None:
        return
    recommended, *others = known.standing.finalists(known.raced)
    error = 0.05 / max(1, len(others) * len(known.aims.margins))
    goals = goal_texts(known.aims.goals)
    for other in others:
        step = step_between(
            known.candidates[recommended], known.candidates[other], known.candidates
        )
        losses = known.confirmed.losses(known.aims, recommended, other, error)
        for goal, loss, margin in zip(goals, losses, known.aims.margins, strict=True):
            yield {
                "ruleset": known.name(other),
                "step": step or "",
                "goal": goal,
                **_limits("loss", loss),
                "matters": margin,
                "verdict": _comparison(loss, margin),
            }


def _conditions(known: Known) -> Iterable[Mapping[str, Any]]:
    if known.confirmed is None:
        return
    recommended = known.standing.finalists(known.raced)[0]
    for condition in known.aims.conditions:
        excess = known.confirmed.excess(condition, recommended, 0.05)
        yield {
            "condition": condition.text,
            "ruleset": known.name(recommended),
            "unit": condition.measure.unit,
            **_limits("excess", excess),
            "verdict": KEPT if excess.high <= 0 else BROKEN if excess.low > 0 else UNSURE,
        }


def _limits(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def _verdict(difference: Estimate, matters: float) -> str:
    if -matters < difference.low and difference.high < matters:
        return SMALL
    return DIFFERS if difference.low > 0 or difference.high < 0 else NOT_SHOWN


def _comparison(loss: Estimate, matters: float) -> str:
    """Return the verdict on a rival: a tie is shown, and not what is left when nothing is."""
    if -matters < loss.low and loss.high < matters:
        return TIE
    return WORSE if loss.low > 0 else BETTER if loss.high < 0 else OPEN


def _table(names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Columns:
    """Return rows as columns; one that has a text, such as coins by seat, has only texts."""
    every = list(rows)
    table: Columns = {}
    for name in names:
        values = [row[name] for row in every]
        numbers = all(isinstance(value, int | float) for value in values)
        table[name] = np.array(values) if numbers else np.array(list(map(str, values)), object)
    return table
