"""What a design plays: a race of rules on common deals, then fresh deals for the last ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from strategy_lab.errors import UsageError
from strategy_lab.experiments.named_field import NamedField
from strategy_lab.results.batch_sums import BatchSums
from strategy_lab.results.columns import Tables
from strategy_lab.results.measure import LAPSES, SEVERAL
from strategy_lab.results.paired.schema import UNCHANGED
from strategy_lab.rows import Rows
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.pieces import Chunk, Piece
from strategy_lab.simulation.plan import MOST_GAMES
from strategy_lab.simulation.spans import Spans
from strategy_lab.stats.sequential.race import ERROR, Race

from forsale_sim.experiments.design.candidates import Candidate, End, ends
from forsale_sim.experiments.design.confirmation import Confirmation
from forsale_sim.experiments.design.design_tables import (
    RACED,
    RECOMMENDED,
    Known,
    columns_of,
    design_tables,
)
from forsale_sim.experiments.design.evidence import BASE, Evidence
from forsale_sim.experiments.design.fair_seats import COLUMNS as FAIR_COLUMNS
from forsale_sim.experiments.design.fair_seats import fair_coins_table
from forsale_sim.experiments.design.goals import Aims, can_be_designed_for
from forsale_sim.experiments.design.schedule import Schedule
from forsale_sim.experiments.design.standing import Standing
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
        self.number_of_players, self.most_games = players, games
        self.fair_seats, self.confirms, self._goes_beyond = fair_seats, confirms, goes_beyond
        self.schedule = Schedule(
            [candidate.ruleset for candidate in self.candidates],
            fields,
            aims.measures,
            players=players,
            games=games,
            seed=seed,
            all_at_witnesses=fair_seats,
            confirms=confirms,
        )
        self.plans, self.blocks = self.schedule.plans, self.schedule.blocks
        self.needs_detail = self.schedule.needs_detail
        self.columns = columns_of(self.candidates) | FAIR_COLUMNS
        self._seen: tuple[Outcome, Standing, Evidence | None] | None = None

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a piece."""
        return self.schedule.chunks(piece)

    def empty(self, block: int) -> BatchSums:
        """Return the sums of no deal."""
        return self.schedule.empty(block)

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
            blocks = self._blocks_up_to_next_look(standing)
        else:
            confirmation = self.confirmation(outcome)
            blocks = [] if confirmation is None else confirmation.blocks
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
            race = Race(
                len(self.candidates), len(self.schedule.budget.looks), len(self.aims.conditions)
            )
            self._seen = (outcome, Standing(self.candidates, self.aims, race), None)
        _, standing, evidence = self._seen
        while self._goes_on(standing, evidence):
            if any(map(outcome.missing_of, self._blocks_up_to_next_look(standing))):
                break
            evidence = self._evidence(outcome, standing.players, standing.looks + 1)
            standing.look(evidence)
            self._seen = (outcome, standing, evidence)
        return standing, evidence

    def confirmation(self, outcome: Outcome) -> Confirmation | None:
        """Return what confirms the race; None as long as it goes on, or if others come before."""
        standing, evidence = self.race(outcome)
        if not self.confirms or evidence is None or self._goes_on(standing, evidence):
            return None
        return None if self.beyond(outcome) else Confirmation(self.schedule, standing, evidence)

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether there was a look at the race."""
        return self.race(outcome)[1] is not None

    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables of `design_tables`."""
        standing, evidence = self.race(outcome)
        assert evidence is not None  # `has_results` says so
        confirmation, roles = self.confirmation(outcome), self.schedule.roles
        confirmed = None if confirmation is None else confirmation.evidence(outcome)
        known = Known(
            standing,
            evidence,
            confirmed,
            others={
                play: place
                for play, place in ((RACED, roles.raced), (UNCHANGED, roles.unchanged))
                if place is not None
            },
            measures=[
                measure
                for measure in filter(can_be_designed_for, MEASURES.entries)
                if self.needs_detail or not MEASURES.takes_detail(measure)
                if not (measure.needs == SEVERAL and roles.several is None)
                if not (measure.needs == LAPSES and roles.slips is None)
            ],
            deals=self.schedule.budget.confirmation_deals,
            tables=confirmation.tables(outcome, confirmed) if confirmation and confirmed else [],
        )
        tables = design_tables(known)
        if not self.fair_seats:
            return tables
        rulesets = [candidate.ruleset for candidate in self.candidates]
        fresh = confirmed is not None
        return tables | {
            "fair_coins": fair_coins_table(rulesets, self.schedule, outcome, fresh=fresh)
        }

    def recommended(self, tables: Tables) -> Ruleset | None:
        """Return the ruleset that tables recommend, if they do."""
        outcomes: list[str] = tables["candidates"]["outcome"].tolist()
        if RECOMMENDED not in outcomes:
            return None
        return self.candidates[outcomes.index(RECOMMENDED)].ruleset

    def deals(self, outcome: Outcome) -> int:
        """Return how many different deals were played."""
        by_first: dict[int, int] = {}
        for units, stage in zip(outcome.played, self.schedule.stages, strict=True):
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
        budget = self.schedule.budget
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
                self.schedule.games_of(look, len(self.candidates)) for look in range(standing.looks)
            ),
            "error": ERROR,
            "fields": {
                field.name: [
                    entrant.name
                    for entrant in field.at(self.candidates[0].ruleset.name, self.number_of_players)
                ]
                for field in self.schedule.fields
            },
            "race_deals": sum(budget.looks[: standing.looks][-1:]) * budget.batch_deals,
            "confirmation_deals": budget.confirmation_deals,
        }

    def _strategies_changed(self, recommended: int | None) -> str | None:
        """Return how many of those who confirm play the recommended rules in a way of their own."""
        field = self.schedule.fields[self.schedule.roles.proving]
        if recommended is None or not field.tables:
            return None
        base, other = (
            [
                entrant.name
                for entrant in field.at(
                    self.candidates[number].ruleset.name, self.number_of_players
                )
            ]
            for number in (BASE, recommended)
        )
        return f"{sum(name not in base for name in other)} of {len(other)}"

    def progress_text(self, outcome: Outcome) -> str:
        """Return how many rulesets are left."""
        standing, evidence = self.race(outcome)
        if not self._goes_on(standing, evidence):
            return "confirming on fresh deals" if self.confirms else "the race is over"
        return f"{len(standing.left)} of {len(self.candidates)} rulesets left"

    def _blocks_up_to_next_look(self, standing: Standing) -> list[int]:
        schedule = self.schedule
        return schedule.blocks_of(standing.looks, standing.players, schedule.race_fields)

    def _goes_on(self, standing: Standing, evidence: Evidence | None) -> bool:
        """Return whether there is another look, given what is known after the last one."""
        if evidence is None:
            return True
        if standing.looks == len(self.schedule.budget.looks) or standing.is_decided(evidence):
            return False
        more = self.schedule.games_of(standing.looks, len(standing.players))
        return self._race_games(standing) + more <= self.schedule.budget.race_games

    def _race_games(self, standing: Standing) -> int:
        """Return how many games the race has taken."""
        last = {number: at.look for number, at in standing.last_look.items()}
        if self.aims.is_relative:
            last[BASE] = standing.looks
        return sum(
            self.schedule.games_of(look, sum(until > look for until in last.values()))
            for look in range(standing.looks)
        )

    def _evidence(self, outcome: Outcome, candidates: Sequence[int], looks: int) -> Evidence:
        schedule = self.schedule
        sums = {
            (candidate, place): schedule.race_sums(outcome, looks, candidate, place)
            for candidate in candidates
            for place in schedule.race_fields
        }
        deals = schedule.budget.batch_deals
        return Evidence(schedule.layouts, schedule.roles.race, sums, deals)
