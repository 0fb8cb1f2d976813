"""What is known of candidates: measures from what was played, and how they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from strategy_lab.results.layout import Layout
from strategy_lab.results.measure import Measure
from strategy_lab.stats.batches import Estimate, gap_difference, smooth_difference

from forsale_sim.experiments.design.goals import Aims, Condition
from forsale_sim.measures import MEASURES

Sums: TypeAlias = NDArray[np.int64]

BASE = 0
"""The index of the ruleset that the search begins with."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Sums by candidate and field over common batches, and what follows from them.

    Attributes
    ----------
    layouts
        Where the sums of each field are.
    field_of
        The field that a measure is taken from.
    sums
        By candidate and field: (batches, sums).
    batch_deals
        How many deals a batch has.
    """

    layouts: Sequence[Layout]
    field_of: Callable[[Measure], int]
    sums: Mapping[tuple[int, int], Sums]
    batch_deals: int
    _known: dict[tuple[object, ...], Estimate] = field(default_factory=dict)

    def of_field(self, place: int) -> Evidence:
        """Return the same with all measures taken from one field."""
        return replace(self, field_of=lambda measure: place, _known={})

    def value(self, measure: Measure, candidate: int, error: float = 0.05) -> Estimate:
        """Return what a measure is for a candidate."""
        return self.difference(measure, None, candidate, error)

    def difference(
        self, measure: Measure, a: int | None, b: int, error: float = 0.05, share: float = 1.0
    ) -> Estimate:
        """Return by how much a measure is more for b than a share of what it is for a."""
        key = (measure.name, a, b, error, share)
        if key not in self._known:
            place = self.field_of(measure)
            estimate = gap_difference if measure.gap_of else smooth_difference
            of_b = self.sums[b, place]
            self._known[key] = estimate(
                MEASURES.follows(measure, self.layouts[place]),
                None if a is None else self.sums[a, place],
                of_b,
                error=error,
                least_error=0.0 if measure.is_certain else 1 / (self.batch_deals * len(of_b)),
                share=share,
            )
        return self._known[key]

    def losses(self, aims: Aims, a: int | None, b: int, error: float = 0.05) -> list[Estimate]:
        """Return by how much b loses to a: for each goal or, if they have weights, in their sum.

        Of a sum, the limits are the sums of limits that hold at once.
        """
        goals = aims.goals
        if not aims.is_weighted:
            return [
                oriented(self.difference(goal.measure, a, b, error), goal.sign) for goal in goals
            ]
        parts = [
            scaled(
                oriented(self.difference(goal.measure, a, b, error / len(goals)), goal.sign),
                float(goal.weight or 0) * goal.measure.scale,
            )
            for goal in goals
        ]
        return [Estimate(*map(float, np.sum(parts, axis=0)))]

    def excess(self, condition: Condition, candidate: int, error: float) -> Estimate:
        """Return by how much a candidate breaks a condition; below 0 if it keeps it."""
        measure, bound = condition.measure, condition.bound
        if condition.relative:
            excess = self.difference(measure, BASE, candidate, error, share=bound)
        else:
            value = self.value(measure, candidate, error)
            excess = Estimate(*(end - bound for end in value))
        return oriented(excess, condition.sign)


def oriented(estimate: Estimate, sign: int) -> Estimate:
    """Return an estimate, or that of the opposite."""
    return estimate if sign > 0 else Estimate(-estimate.value, -estimate.high, -estimate.low)


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """Return a multiple of an estimate."""
    return Estimate(*(factor * end for end in estimate))
