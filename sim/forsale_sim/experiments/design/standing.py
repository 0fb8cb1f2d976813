"""How the race stands after a look: who is left, who was dropped and why, and who leads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from strategy_lab.stats.sequential.race import Race, beaten

from forsale_sim.experiments.design.candidates import Candidate, step_between
from forsale_sim.experiments.design.evidence import BASE, Evidence
from forsale_sim.experiments.design.goals import Aims

MOST_FINALISTS = 12
"""Rules that are confirmed: those recommended, their rivals, the base, and single steps away."""

MOST_RIVALS = 5
"""Of these, rules that the race has not told from the best, or that make up a front."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """Why rules left the race.

    Attributes
    ----------
    look
        The number of the look, from 1.
    by
        The candidate that is better; None if a condition is broken.
    condition
        The condition that is broken.
    """

    look: int
    by: int | None = None
    condition: str | None = None


class LastLook(NamedTuple):
    """What a candidate was at a look: measures by the order that `Aims` has them in."""

    look: int
    values: tuple[float, ...]


@dataclass(slots=True)
class Standing:
    """A race in progress.

    Attributes
    ----------
    left
        The candidates that are still in it.
    dropped
        Why others are not.
    looks
        How many looks there have been.
    last_look
        What the measures of goals and conditions were for each candidate at its last look.
    """

    candidates: Sequence[Candidate]
    aims: Aims
    race: Race
    left: list[int] = field(default_factory=list)
    dropped: dict[int, Dropped] = field(default_factory=dict)
    looks: int = 0
    last_look: dict[int, LastLook] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.left = list(range(len(self.candidates)))

    @property
    def players(self) -> list[int]:
        """Who plays until the next look: those left, and the base if conditions refer to it."""
        base = {BASE} if self.aims.is_relative and self.left else set()
        return sorted({*self.left, *base})

    def look(self, evidence: Evidence) -> None:
        """Drop those that break a condition for certain, then those that are beaten for certain."""
        self.looks += 1
        for each in self.left:
            values = [evidence.value(measure, each).value for measure in self.aims.measures]
            self.last_look[each] = LastLook(self.looks, tuple(values))
        broken, certain = self._conditions(evidence)
        self.dropped |= broken
        self.left = [each for each in self.left if each not in broken]
        rivals = [each for each in self.by_estimate(evidence, self.left) if each in certain]
        error = 2 * self.race.comparison_error  # one of the two limits is of interest

        def is_better(rival: int, candidate: int) -> bool:
            return all(loss.low > 0 for loss in evidence.losses(self.aims, rival, candidate, error))

        if not self.aims.is_front:
            rivals = rivals[:MOST_RIVALS]
        lost = beaten(self.left, rivals, is_better)
        self.dropped |= {each: Dropped(self.looks, by=rival) for each, rival in lost.items()}
        self.left = [each for each in self.left if each not in lost]

    def is_decided(self, evidence: Evidence) -> bool:
        """Return whether more evidence would change nothing that matters."""
        if len(self.left) < 2:
            return True
        if self.aims.is_front:
            return set(self.left) <= set(self.front(evidence))
        if len(self.eligible(evidence)) < len(self.left):
            return False
        first = self.by_estimate(evidence, self.left)[0]
        error, (margin,) = 2 * self.race.comparison_error, self.aims.margins
        return all(
            evidence.losses(self.aims, first, other, error)[0].high < margin
            for other in self.left
            if other != first
        )

    def by_estimate(self, evidence: Evidence, candidates: Iterable[int]) -> list[int]:
        """Return candidates by the first goal, the best first; of equals, those less changed."""

        def loss(candidate: int) -> tuple[float, int, int]:
            value = evidence.losses(self.aims, None, candidate)[0].value
            return value, self.candidates[candidate].changes, candidate

        return sorted(candidates, key=loss)

    def eligible(self, evidence: Evidence) -> list[int]:
        """Return the candidates left that keep all conditions, as far as one can tell."""
        return [
            candidate
            for candidate in self.left
            if all(
                evidence.excess(condition, candidate, 0.05).value <= 0
                for condition in self.aims.conditions
            )
        ]

    def front(self, evidence: Evidence) -> list[int]:
        """Return the eligible candidates that none surpasses in all goals, by the first goal."""
        eligible = self.by_estimate(evidence, self.eligible(evidence))
        losses = {
            each: [loss.value for loss in evidence.losses(self.aims, None, each)]
            for each in eligible
        }
        return [
            each
            for each in eligible
            if not any(
                all(a < b for a, b in zip(losses[other], losses[each], strict=True))
                for other in eligible
            )
        ]

    def recommended(self, evidence: Evidence) -> int | None:
        """Return the candidate to recommend, which fresh deals then confirm or not.

        Goals decide in their order, each among those that the ones before it tell apart by no more
        than matters; at last it is the one with the fewest changes. None if no candidate keeps the
        conditions.
        """
        level = self.front(evidence) if self.aims.is_front else self.eligible(evidence)
        if not level:
            return None
        for goal, margin in enumerate(self.aims.margins):
            losses = [evidence.losses(self.aims, None, each)[goal].value for each in level]
            most = min(losses) + margin
            level = [each for each, loss in zip(level, losses, strict=True) if loss <= most]
        ranked = self.by_estimate(evidence, level)
        return min(ranked, key=lambda each: self.candidates[each].changes)

    def finalists(self, evidence: Evidence) -> list[int]:
        """Return whom to confirm: the recommended first, its rivals, the base, single steps."""
        first = self.recommended(evidence)
        if first is None:
            return [BASE]
        rivals = (
            self.front(evidence)
            if self.aims.is_front
            else self.by_estimate(evidence, self.eligible(evidence))
        )
        steps = [
            number
            for number, other in enumerate(self.candidates)
            if step_between(self.candidates[first], other, self.candidates)
        ]
        finalists = dict.fromkeys([first, *rivals[:MOST_RIVALS], BASE, *steps])
        return list(finalists)[:MOST_FINALISTS]

    def _conditions(self, evidence: Evidence) -> tuple[dict[int, Dropped], set[int]]:
        """Return who breaks a condition for certain, and who keeps all of them for certain."""
        broken: dict[int, Dropped] = {}
        certain = set(self.left)
        for candidate in self.left:
            for condition in self.aims.conditions:
                excess = evidence.excess(condition, candidate, 2 * self.race.condition_error)
                if excess.low > 0:
                    broken[candidate] = Dropped(self.looks, condition=condition.text)
                if not excess.high <= 0:
                    certain.discard(candidate)
        return broken, certain
