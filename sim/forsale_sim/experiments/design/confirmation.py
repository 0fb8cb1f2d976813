"""The end of a design: fresh deals for the finalists, and tables that had no part in the choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from strategy_lab.results.accumulator import Sums
from strategy_lab.results.measure import Measure
from strategy_lab.simulation.experiment import Outcome

from forsale_sim.experiments.design.evidence import BASE, Evidence
from forsale_sim.experiments.design.holding import AtTable
from forsale_sim.experiments.design.schedule import Schedule
from forsale_sim.experiments.design.standing import Standing


class Confirmation:
    """What is played to confirm a race that is over, and what it shows."""

    def __init__(self, schedule: Schedule, standing: Standing, evidence: Evidence) -> None:
        self._schedule = schedule
        self._finalists = standing.finalists(evidence)
        self._first = standing.recommended(evidence)
        self._candidates = range(len(standing.candidates))

    @property
    def blocks(self) -> list[int]:
        """What is played: by finalists, and at the tables of others."""
        schedule = self._schedule
        places = [place for witness in schedule.witnesses for place in witness.places]
        confirmation, confirming = schedule.confirmation, schedule.roles.confirming
        return [
            *schedule.blocks_of(confirmation, self._finalists, confirming),
            *schedule.blocks_of(confirmation, self._at_witnesses, places),
        ]

    @property
    def _at_witnesses(self) -> Sequence[int]:
        """Which rulesets are played at the tables of others."""
        if self._schedule.all_at_witnesses:
            return self._candidates
        return [] if self._first is None or self._first == BASE else [BASE, self._first]

    def evidence(self, outcome: Outcome) -> Evidence | None:
        """Return what fresh deals say of the finalists; None until all have played."""
        if any(outcome.missing_of(block) for block in self.blocks):
            return None
        roles, deals = self._schedule.roles, self._schedule.budget.confirmation_batch_deals
        return self._of(outcome, self._finalists, roles.confirming, roles.confirmation, deals)

    def tables(self, outcome: Outcome, confirmed: Evidence) -> list[AtTable]:
        """Return who the first of the race has to hold among, given the evidence."""
        if self._first is None or self._first == BASE:
            return []
        schedule, both = self._schedule, (BASE, self._first)
        tables = [AtTable(schedule.fields[schedule.roles.proving].name, confirmed)]
        for witness in schedule.witnesses:
            deals = schedule.budget.at_witness(witness.field.share)[1]
            found = self._of(outcome, both, witness.places, witness.place_of, deals)
            tables.append(AtTable(witness.field.name, found))
        return tables

    def _of(
        self,
        outcome: Outcome,
        candidates: Sequence[int],
        places: Sequence[int],
        field_of: Callable[[Measure], int],
        deals: int,
    ) -> Evidence:
        schedule = self._schedule
        sums: dict[tuple[int, int], Sums] = {
            (candidate, place): schedule.sums(outcome, schedule.confirmation, candidate, place)
            for candidate in candidates
            for place in places
        }
        return Evidence(schedule.layouts, field_of, sums, deals)
