"""What a design plays: a race of rules on common deals, then fresh deals for the last ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from strategy_lab.errors import UsageError
from strategy_lab.experiments.compare.settings import make_plans
from strategy_lab.experiments.named_field import NamedField
from strategy_lab.results.accumulator import Sums
from strategy_lab.results.batch_sums import BatchSums
from strategy_lab.results.columns import Tables
from strategy_lab.results.layout import Layout
from strategy_lab.results.measure import LAPSES, SEVERAL
from strategy_lab.results.paired.schema import UNCHANGED
from strategy_lab.rows import Rows
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.pieces import Block, Chunk, Piece
from strategy_lab.simulation.plan import MOST_GAMES
from strategy_lab.simulation.spans import Spans
from strategy_lab.stats.sequential.race import ERROR, Race

from forsale_sim.experiments.design.budget import make_budget
from forsale_sim.experiments.design.candidates import Candidate, End, ends
from forsale_sim.experiments.design.design_tables import (
    RACED,
    RECOMMENDED,
    Known,
    columns_of,
    design_tables,
)
from forsale_sim.experiments.design.evidence import BASE, Evidence
from forsale_sim.experiments.design.fair_seats import COLUMNS as FAIR_COLUMNS
from forsale_sim.experiments.design.fair_seats import fair_coins
from forsale_sim.experiments.design.field_roles import field_roles
from forsale_sim.experiments.design.goals import Aims, can_be_designed_for
from forsale_sim.experiments.design.holding import AtTable
from forsale_sim.experiments.design.slips import slip_plans
from forsale_sim.experiments.design.stages import Stage, make_stages
from forsale_sim.experiments.design.standing import Standing
from forsale_sim.experiments.design.witnesses import WITNESS, Witness
from forsale_sim.measures import MEASURES
from forsale_sim.rules.ruleset import Ruleset


class Design(Experiment):
    """Candidates play common deals from one look to the next; the last ones play fresh deals.

    A block is what a candidate plays in a field up to a look; after all looks comes what it plays
    to be confirmed.

    Parameters
    ----------
    candidates
        The first is the ruleset that the search begins with.
    aims
        What is wanted.
    fields
        Who plays: see `field_roles`.
    players, games, seed
        How many play, how many games there may be, and 0 to 2**64 - 1.
    fair_seats
        Whether the candidates are those of `fair_seats`, which together show what is fair.
    confirms
        Whether the fields are complete; otherwise it ends with the race, when it is known for which
        rulesets those who confirm have to be tuned.
    goes_beyond
        Whether it ends with the race, too, if the last of the numbers that were tried wins: see
        `beyond`.
    """

    in_turn = False
    adaptive = True

    def __init__(
        self,
        candidates: Sequence[Candidate],
        aims: Aims,
        fields: Sequence[NamedField],
        *,
        players: int,
        games: int,
        seed: int,
        fair_seats: bool = False,
        confirms: bool = True,
        goes_beyond: bool = False,
    ) -> None:
        if games > MOST_GAMES:
            raise UsageError(f"the number of games must be at most {MOST_GAMES:.0e}, not {games}")
        self.candidates, self.aims = tuple(candidates), aims
        others = [field for field in fields if field.role == WITNESS]
        fields = [field for field in fields if field.role != WITNESS]
        self.fields = (*fields, *others)
        self.needs_detail = any(map(MEASURES.takes_detail, aims.measures))
        self.number_of_players, self.most_games = players, games
        self.fair_seats, self.confirms, self._goes_beyond = fair_seats, confirms, goes_beyond
        rulesets = [candidate.ruleset for candidate in self.candidates]
        sizes = [len(field.at(rulesets[0].name, players)) for field in fields]
        slips = any(measure.needs == LAPSES for measure in aims.measures)
        self.roles = field_roles(fields, sizes, slips=slips)
        slipping = dict.fromkeys((self.roles.racing, self.roles.proving)) if slips else ()
        seatings = [players if size > 1 else 1 for size in sizes] + [players] * len(slipping)
        self.race_fields = sorted({self.roles.race(measure) for measure in aims.measures})
        self.witnesses = [
            Witness(field, len(seatings) + i, len(seatings) + len(others) + i if slips else None)
            for i, field in enumerate(others)
        ]
        played = players * (1 + slips) * sum(1 / field.share for field in others)
        self.budget = make_budget(
            games,
            len(self.candidates),
            sum(seatings[place] for place in self.race_fields),
            sum(seatings[place] for place in self.roles.confirming),
            played * (len(self.candidates) if fair_seats else len({BASE, 1})),
        )
        confirming = max(self.budget.confirmation_deals, self.budget.witness_deals)
        deals = self.budget.race_deals + confirming
        games_of = [deals * of_deal * len(rulesets) for of_deal in seatings]
        plans = [
            make_plans(rulesets, field, [players], seed=seed, games=share)
            for field, share in zip(fields, games_of, strict=False)
        ]
        plans += [
            slip_plans(rulesets, fields[place], players, seed=seed, games=games_of[-1])
            for place in slipping
        ]
        games_of_witness = deals * players * len(rulesets)
        plans += [
            make_plans(rulesets, each, [players], seed=seed, games=games_of_witness * each.share)
            for each in others
        ]
        if slips:
            plans += [
                slip_plans(rulesets, each, players, seed=seed, games=games_of_witness)
                for each in others
            ]
        self.plans = tuple(plan for of_field in plans for plan in of_field)
        numbered = [(p, c) for p, plan in enumerate(self.plans) for c in range(len(plan.cells))]
        size = len(self.candidates)
        self.cells = [numbered[place * size : (place + 1) * size] for place in range(len(plans))]
        self.stages = make_stages(
            self.budget,
            len(self.candidates),
            self.race_fields,
            self._confirming if confirms else {},
        )
        self.blocks = [self._block(stage) for stage in self.stages]
        self.places = {
            (stage.look, stage.candidate, stage.field): block
            for block, stage in enumerate(self.stages)
        }
        self.columns = columns_of(self.candidates) | FAIR_COLUMNS
        self._seen: tuple[Outcome, Standing, Evidence | None] | None = None

    @property
    def confirmation(self) -> int:
        """The number that stands for the confirmation in the place of a look."""
        return len(self.budget.looks)

    def _layouts(self) -> list[Layout]:
        cells = [self.plans[plan].cells[cell].cell for (plan, cell), *_ in self.cells]
        return [MEASURES.layout(cell, detail=self.needs_detail) for cell in cells]

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a piece."""
        stage = self.stages[piece.block]
        plan, cell = self.cells[stage.field][stage.candidate]
        return [Chunk(plan, cell, stage.first_deal + piece.first - 1, piece.units)]

    def empty(self, block: int) -> BatchSums:
        """Return the sums of no deal."""
        stage = self.stages[block]
        return BatchSums.empty(
            self.blocks[block].cell,
            MEASURES,
            stage.batches,
            stage.batch_deals,
            detail=self.needs_detail,
        )

    def count(self, piece: Piece, rows: Sequence[Rows]) -> BatchSums:
        """Return the sums of a piece."""
        tally = self.empty(piece.block)
        tally.count_from(piece.first - 1, rows[0])
        return tally

    def next_units(self, outcome: Outcome) -> list[Spans]:
        """Return what is left to be played until the next look, or to confirm."""
        units = [Spans()] * len(self.blocks)
        standing, evidence = self.race(outcome)
        if self._goes_on(standing, evidence):
            blocks = self._blocks_of(standing.looks, standing.players, self.race_fields)
        elif not self.confirms or self.beyond(outcome):
            return units
        else:
            assert evidence is not None
            blocks = self._confirming_blocks(standing, evidence)
        for block in blocks:
            units[block] = outcome.missing_of(block)
        return units

    def is_complete(self, outcome: Outcome) -> bool:
        """Return whether the race is over and all that confirms has been played."""
        return self.confirms and super().is_complete(outcome) and not self.beyond(outcome)

    def finalists(self, outcome: Outcome) -> list[Ruleset] | None:
        """Return the rulesets that are to be confirmed; None as long as they race."""
        standing, evidence = self.race(outcome)
        if evidence is None or self._goes_on(standing, evidence):
            return None
        return [self.candidates[number].ruleset for number in standing.finalists(evidence)]

    def beyond(self, outcome: Outcome) -> list[End]:
        """Return the numbers of the first of the race that others beyond are to be tried of."""
        standing, evidence = self.race(outcome)
        if not self._goes_beyond or evidence is None or self._goes_on(standing, evidence):
            return []
        first = standing.recommended(evidence)
        return [] if first is None else ends(self.candidates[first], self.candidates)

    def race(self, outcome: Outcome) -> tuple[Standing, Evidence | None]:
        """Return how the race stands, and what is known after its last look, if there was one."""
        if self._seen is None or self._seen[0] is not outcome:
            race = Race(len(self.candidates), len(self.budget.looks), len(self.aims.conditions))
            self._seen = (outcome, Standing(self.candidates, self.aims, race), None)
        _, standing, evidence = self._seen
        while self._goes_on(standing, evidence):
            blocks = self._blocks_of(standing.looks, standing.players, self.race_fields)
            if any(outcome.missing_of(block) for block in blocks):
                break
            evidence = self._evidence(outcome, standing.players, range(standing.looks + 1))
            standing.look(evidence)
            self._seen = (outcome, standing, evidence)
        return standing, evidence

    def confirmed(self, outcome: Outcome) -> Evidence | None:
        """Return what fresh deals say of the finalists; None until all have played."""
        standing, evidence = self.race(outcome)
        if not self.confirms or evidence is None or self._goes_on(standing, evidence):
            return None
        if self.beyond(outcome):
            return None
        finalists, places = standing.finalists(evidence), self.roles.confirming
        blocks = self._confirming_blocks(standing, evidence)
        if any(outcome.missing_of(block) for block in blocks):
            return None
        sums = {
            (candidate, place): self._sums(outcome, self.confirmation, candidate, place)
            for candidate in finalists
            for place in places
        }
        tables = self._layouts()
        return Evidence(tables, self.roles.confirmation, sums, self.budget.confirmation_batch_deals)

    def _tables(self, outcome: Outcome, confirmed: Evidence | None) -> list[AtTable]:
        """Return who the first of the race has to hold among, once all have played."""
        standing, evidence = self.race(outcome)
        if confirmed is None or evidence is None:
            return []
        first = standing.recommended(evidence)
        if first is None or first == BASE:
            return []
        tables = [AtTable(self.fields[self.roles.proving].name, confirmed)]
        for witness in self.witnesses:
            sums = {
                (candidate, place): self._sums(outcome, self.confirmation, candidate, place)
                for candidate in (BASE, first)
                for place in witness.places
            }
            deals = self.budget.at_witness(witness.field.share)[1]
            found = Evidence(self._layouts(), witness.place_of, sums, deals)
            tables.append(AtTable(witness.field.name, found))
        return tables

    @property
    def _confirming(self) -> dict[int, tuple[int, int]]:
        """The fields that confirm, with the batches of each and their deals."""
        budget = self.budget
        own = (budget.confirmation_batches, budget.confirmation_batch_deals)
        return dict.fromkeys(self.roles.confirming, own) | {
            place: budget.at_witness(witness.field.share)
            for witness in self.witnesses
            for place in witness.places
        }

    def _confirming_blocks(self, standing: Standing, evidence: Evidence) -> list[int]:
        """Return what is played on fresh deals: by finalists, and at the tables of others."""
        places = [place for witness in self.witnesses for place in witness.places]
        return [
            *self._blocks_of(
                self.confirmation, standing.finalists(evidence), self.roles.confirming
            ),
            *self._blocks_of(self.confirmation, self._at_witnesses(standing, evidence), places),
        ]

    def _at_witnesses(self, standing: Standing, evidence: Evidence) -> list[int]:
        """Return which rulesets are played at the tables of others."""
        if self.fair_seats:
            return list(range(len(self.candidates)))
        first = standing.recommended(evidence)
        return [] if first in (None, BASE) else [BASE, int(first or BASE)]

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether there was a look at the race."""
        return self.race(outcome)[1] is not None

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables of `design_tables`."""
        standing, evidence = self.race(outcome)
        assert evidence is not None  # `has_results` says so
        confirmed = self.confirmed(outcome)
        tables = self._tables(outcome, confirmed)
        known = Known(
            standing,
            evidence,
            confirmed,
            others={
                play: place
                for play, place in ((RACED, self.roles.raced), (UNCHANGED, self.roles.unchanged))
                if place is not None
            },
            measures=[
                measure
                for measure in filter(can_be_designed_for, MEASURES.entries)
                if self.needs_detail or not MEASURES.takes_detail(measure)
                if not (measure.needs == SEVERAL and self.roles.several is None)
                if not (measure.needs == LAPSES and self.roles.slips is None)
            ],
            deals=self.budget.confirmation_deals,
            tables=tables,
        )
        return {**design_tables(known), **self._fair_coins(outcome)}

    def recommended(self, tables: Tables) -> Ruleset | None:
        """Return the ruleset that tables recommend, if they do."""
        outcomes: list[str] = tables["candidates"]["outcome"].tolist()
        if RECOMMENDED not in outcomes:
            return None
        return self.candidates[outcomes.index(RECOMMENDED)].ruleset

    def deals(self, outcome: Outcome) -> int:
        """Return how many different deals were played."""
        by_first: dict[int, int] = {}
        for units, stage in zip(outcome.played, self.stages, strict=True):
            by_first[stage.first_deal] = max(by_first.get(stage.first_deal, 0), len(units))
        return sum(by_first.values())

    def games_expected(self, outcome: Outcome) -> int:
        """Return how many games there will be at most."""
        return self.most_games

    @property
    def games(self) -> int:
        """How many games there are to play at most."""
        return self.most_games

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return what was searched, and how."""
        standing, evidence = self.race(outcome)
        first = None if evidence is None else standing.recommended(evidence)
        recommended = None if evidence is None else self.recommended(self.tables(outcome))
        return {
            "first": None if first is None else self.candidates[first].ruleset.name,
            "recommended": None if recommended is None else recommended.name,
            "strategies_changed": self._strategies_changed(first),
            "candidates": len(self.candidates),
            "goals": [goal.text for goal in self.aims.goals],
            "conditions": [condition.text for condition in self.aims.conditions],
            "looks": standing.looks,
            "race_games": self._race_games(standing),
            "race_games_without_dropping": sum(
                self._games_of(look, len(self.candidates)) for look in range(standing.looks)
            ),
            "error": ERROR,
            "fields": {
                field.name: [
                    entrant.name
                    for entrant in field.at(self.candidates[0].ruleset.name, self.number_of_players)
                ]
                for field in self.fields
            },
            "race_deals": sum(self.budget.looks[: standing.looks][-1:]) * self.budget.batch_deals,
            "confirmation_deals": self.budget.confirmation_deals,
        }

    def _strategies_changed(self, recommended: int | None) -> str | None:
        """Return how many of those who confirm play the recommended rules in a way of their own."""
        field = self.fields[self.roles.proving]
        if recommended is None or not field.tables:
            return None
        base, other = (
            field.at(self.candidates[number].ruleset.name, self.number_of_players)
            for number in (BASE, recommended)
        )
        return f"{sum(entrant not in base for entrant in other)} of {len(other)}"

    def progress_text(self, outcome: Outcome) -> str:
        """Return how many rulesets are left."""
        standing, evidence = self.race(outcome)
        if not self._goes_on(standing, evidence):
            return "confirming on fresh deals" if self.confirms else "the race is over"
        return f"{len(standing.left)} of {len(self.candidates)} rulesets left"

    def _fair_coins(self, outcome: Outcome) -> Tables:
        """Return the table of coins that would make seats fair, if it was asked for."""
        if not self.fair_seats:
            return {}
        first = self.race_fields[0]
        played = [(self.fields[first].name, first, 0, self.budget.batch_deals)]
        if self.confirmed(outcome) is not None:
            played += [
                (
                    witness.field.name,
                    witness.place,
                    self.confirmation,
                    self.budget.at_witness(witness.field.share)[1],
                )
                for witness in self.witnesses
            ]
        coins = [
            candidate.ruleset.rules(self.number_of_players).coins for candidate in self.candidates
        ]
        layouts = self._layouts()
        tables = []
        for name, place, look, deals in played:
            sums = [
                self._sums(outcome, look, candidate, place)
                for candidate in range(len(self.candidates))
            ]
            found = fair_coins(coins, sums, layouts[place], deals)
            who = np.array([name] * self.number_of_players, object)
            tables.append({"table": who, **found})
        return {
            "fair_coins": {
                column: np.concatenate([table[column] for table in tables]) for column in tables[0]
            }
        }

    def _goes_on(self, standing: Standing, evidence: Evidence | None) -> bool:
        """Return whether there is another look, given what is known after the last one."""
        if evidence is None:
            return True
        if standing.looks == len(self.budget.looks) or standing.is_decided(evidence):
            return False
        more = self._games_of(standing.looks, len(standing.players))
        return self._race_games(standing) + more <= self.budget.race_games

    def _race_games(self, standing: Standing) -> int:
        """Return how many games the race has taken."""
        last = {number: at.look for number, at in standing.last_look.items()}
        if self.aims.is_relative:
            last[BASE] = standing.looks
        return sum(
            self._games_of(look, sum(until > look for until in last.values()))
            for look in range(standing.looks)
        )

    def _games_of(self, look: int, candidates: int) -> int:
        return candidates * sum(
            self.blocks[self.places[look, 0, place]].games for place in self.race_fields
        )

    def _evidence(
        self, outcome: Outcome, candidates: Sequence[int], looks: Sequence[int]
    ) -> Evidence:
        sums = {
            (candidate, place): np.concatenate(
                [self._sums(outcome, look, candidate, place) for look in looks]
            )
            for candidate in candidates
            for place in self.race_fields
        }
        return Evidence(self._layouts(), self.roles.race, sums, self.budget.batch_deals)

    def _sums(self, outcome: Outcome, look: int, candidate: int, place: int) -> Sums:
        tally: BatchSums = outcome.tally(self.places[look, candidate, place])
        return tally.sums

    def _blocks_of(self, look: int, candidates: Sequence[int], places: Sequence[int]) -> list[int]:
        return [self.places[look, candidate, place] for candidate in candidates for place in places]

    def _block(self, stage: Stage) -> Block:
        plan, number = self.cells[stage.field][stage.candidate]
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
