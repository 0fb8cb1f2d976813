"""What may be played in a design: up to each look at the race, and on fresh deals to confirm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from strategy_lab.experiments.compare.settings import make_plans
from strategy_lab.experiments.named_field import NamedField
from strategy_lab.results.accumulator import Sums
from strategy_lab.results.batch_sums import BatchSums
from strategy_lab.results.layout import Layout
from strategy_lab.results.measure import LAPSES, Measure
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.pieces import Block, Chunk, Piece
from strategy_lab.simulation.plan import Plan

from forsale_sim.experiments.design.budget import make_budget
from forsale_sim.experiments.design.evidence import BASE
from forsale_sim.experiments.design.field_roles import field_roles
from forsale_sim.experiments.design.slips import slip_plans
from forsale_sim.experiments.design.witnesses import WITNESS, Witness
from forsale_sim.measures import MEASURES
from forsale_sim.rules.ruleset import Ruleset


class Stage(NamedTuple):
    """What a candidate plays in a field up to a look, or to be confirmed."""

    look: int
    """The index of the look; that of none for the confirmation."""
    candidate: int
    field: int
    first_deal: int
    """Its number."""
    batches: int
    batch_deals: int


class Schedule:
    """Who plays what: fields, candidates, and a block for each stage.

    Parameters
    ----------
    rulesets
        The candidates.
    fields
        Who plays: see `field_roles`; last the witnesses.
    measures
        What is wanted.
    players, games, seed
        How many play, how many games there may be, and 0 to 2**64 - 1.
    all_at_witnesses
        Whether all candidates are played at the tables of witnesses, rather than two of them.
    confirms
        Whether there is a confirmation.
    """

    def __init__(
        self,
        rulesets: Sequence[Ruleset],
        fields: Sequence[NamedField],
        measures: Iterable[Measure],
        *,
        players: int,
        games: int,
        seed: int,
        all_at_witnesses: bool,
        confirms: bool,
    ) -> None:
        others = [field for field in fields if field.role == WITNESS]
        fields = [field for field in fields if field.role != WITNESS]
        self.fields = (*fields, *others)
        measures = tuple(measures)
        self.all_at_witnesses = all_at_witnesses
        self.needs_detail = any(map(MEASURES.takes_detail, measures))
        sizes = [len(field.at(rulesets[0].name, players)) for field in fields]
        slips = any(measure.needs == LAPSES for measure in measures)
        self.roles = field_roles(fields, sizes, slips=slips)
        slipping = dict.fromkeys((self.roles.racing, self.roles.proving)) if slips else ()
        seatings = [players if size > 1 else 1 for size in sizes] + [players] * len(slipping)
        self.race_fields = sorted({self.roles.race(measure) for measure in measures})
        self.witnesses = [
            Witness(field, len(seatings) + i, len(seatings) + len(others) + i if slips else None)
            for i, field in enumerate(others)
        ]
        played = players * (1 + slips) * sum(1 / field.share for field in others)
        self.budget = make_budget(
            games,
            len(rulesets),
            sum(seatings[place] for place in self.race_fields),
            sum(seatings[place] for place in self.roles.confirming),
            played * (len(rulesets) if all_at_witnesses else len({BASE, 1})),
        )
        confirming = max(self.budget.confirmation_deals, self.budget.witness_deals)
        games_of_place = (self.budget.race_deals + confirming) * len(rulesets)

        def plans_of(field: NamedField, seatings: int) -> Sequence[Plan]:
            games = games_of_place * seatings
            return make_plans(rulesets, field, [players], seed=seed, games=games)

        def plans_with_slips(field: NamedField) -> Sequence[Plan]:
            return slip_plans(rulesets, field, players, seed=seed, games=games_of_place * players)

        plans = [
            *(plans_of(field, of_deal) for field, of_deal in zip(fields, seatings, strict=False)),
            *(plans_with_slips(fields[place]) for place in slipping),
            *(plans_of(field, players * field.share) for field in others),
            *(plans_with_slips(field) for field in others if slips),
        ]
        self.plans = tuple(plan for of_field in plans for plan in of_field)
        numbered = [(p, c) for p, plan in enumerate(self.plans) for c in range(len(plan.cells))]
        size = len(rulesets)
        self._cells = [numbered[place * size : (place + 1) * size] for place in range(len(plans))]
        self.stages = [*self._race_stages(), *(self._confirming_stages() if confirms else ())]
        self.blocks = [self._block(stage) for stage in self.stages]
        self._places = {
            (stage.look, stage.candidate, stage.field): block
            for block, stage in enumerate(self.stages)
        }
        cells = [self.plans[plan].cells[cell].cell for (plan, cell), *_ in self._cells]
        self.layouts: list[Layout] = [
            MEASURES.layout(cell, detail=self.needs_detail) for cell in cells
        ]

    @property
    def confirmation(self) -> int:
        """The number that stands for the confirmation in the place of a look."""
        return len(self.budget.looks)

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a piece."""
        stage = self.stages[piece.block]
        plan, cell = self._cells[stage.field][stage.candidate]
        return [Chunk(plan, cell, stage.first_deal + piece.first - 1, piece.units)]

    def empty(self, block: int) -> BatchSums:
        """Return the sums of no deal."""
        stage, cell = self.stages[block], self.blocks[block].cell
        batches, deals = stage.batches, stage.batch_deals
        return BatchSums.empty(cell, MEASURES, batches, deals, detail=self.needs_detail)

    def blocks_of(self, look: int, candidates: Sequence[int], places: Sequence[int]) -> list[int]:
        """Return the blocks of candidates in some fields up to a look."""
        return [
            self._places[look, candidate, place] for candidate in candidates for place in places
        ]

    def games_of(self, look: int, candidates: int) -> int:
        """Return how many games it takes so many candidates of the race to reach a look."""
        blocks = self.blocks_of(look, [BASE], self.race_fields)
        return candidates * sum(self.blocks[block].games for block in blocks)

    def sums(self, outcome: Outcome, look: int, candidate: int, place: int) -> Sums:
        """Return what was counted of a candidate in a field up to a look: (batches, sums)."""
        tally: BatchSums = outcome.tally(self._places[look, candidate, place])
        return tally.sums

    def race_sums(self, outcome: Outcome, looks: int, candidate: int, place: int) -> Sums:
        """Return the same of as many looks."""
        return np.concatenate([self.sums(outcome, look, candidate, place) for look in range(looks)])

    def _race_stages(self) -> list[Stage]:
        stages, done = [], 0
        budget = self.budget
        for look, batches in enumerate(budget.looks):
            first = 1 + done * budget.batch_deals
            stages += [
                Stage(look, candidate, place, first, batches - done, budget.batch_deals)
                for candidate in range(len(self._cells[0]))
                for place in self.race_fields
            ]
            done = batches
        return stages

    def _confirming_stages(self) -> list[Stage]:
        budget = self.budget
        own = (budget.confirmation_batches, budget.confirmation_batch_deals)
        batches = dict.fromkeys(self.roles.confirming, own) | {
            place: budget.at_witness(witness.field.share)
            for witness in self.witnesses
            for place in witness.places
        }
        first = 1 + budget.race_deals
        return [
            Stage(self.confirmation, candidate, place, first, *batches[place])
            for candidate in range(len(self._cells[0]))
            for place in batches
        ]

    def _block(self, stage: Stage) -> Block:
        plan, number = self._cells[stage.field][stage.candidate]
        planned = self.plans[plan].cells[number]
        cell, deals = planned.cell, stage.batches * stage.batch_deals
        return Block(
            f"{cell.ruleset} for {cell.players} players, from deal {stage.first_deal} on",
            cell,
            deals,
            deals * cell.seatings,
            {
                "players": cell.players,
                "strategies": list(cell.field),
                "rules": cell.rules.settings(),
                "seatings": cell.seatings,
                "seed": self.plans[plan].seed,
                "first_deal": stage.first_deal,
            },
        )
