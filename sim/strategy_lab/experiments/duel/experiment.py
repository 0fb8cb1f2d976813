"""The experiment ``duel``: two strategies play until it is known which is stronger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from strategy_lab.experiments.duel.duel_table import COLUMNS, duel_table
from strategy_lab.experiments.duel.matches import Match, make_matches
from strategy_lab.experiments.duel.standing import Look, Standing, looks, standing_text
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.results.accumulator import Accumulator
from strategy_lab.results.columns import Tables
from strategy_lab.results.duels.tally import DuelTally
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.pieces import Block, Chunk, Piece
from strategy_lab.simulation.spans import Spans
from strategy_lab.stats.sequential.two_sided import TwoSidedTest


class Duel(Experiment):
    """Matches of two strategies, one after another, each until its test ends.

    A block is what is played of a match from one look at its test to the next.

    `field`: A, B, and the others at mixed tables.
    """

    in_turn = False
    adaptive = True
    columns = COLUMNS

    def __init__(
        self,
        field: Sequence[Entrant],
        test: TwoSidedTest,
        *,
        rulesets: Sequence[Ruleset],
        players: Sequence[int],
        seed: int,
        most_deals: int,
    ) -> None:
        plan, self.matches = make_matches(
            field, rulesets=rulesets, players=players, seed=seed, most_deals=most_deals
        )
        self.plan, self.plans, self.test, self.most_deals = plan, (plan,), test, most_deals
        self.names = tuple(entrant.name for entrant in field)
        self.looks: list[tuple[Match, Look]] = [
            (match, look)
            for match in self.matches
            for look in looks(match.deals_per_round, most_deals)
        ]
        self.blocks = [
            Block(
                f"{match.cell.ruleset} for {match.cell.players} players, from deal "
                f"{look.first_deal} on",
                match.cell,
                look.deals,
                look.deals * match.games_per_deal,
                self._identity(match, look),
            )
            for match, look in self.looks
        ]
        self._seen: tuple[Outcome, list[Standing]] | None = None

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a piece: at both tables of copies, then at each mixed table."""
        match, look = self.looks[piece.block]
        first = look.first_deal + piece.first - 1
        chunks = [Chunk(0, cell, first, piece.units) for cell in (match.a_amid_b, match.b_amid_a)]
        for number, table in enumerate(match.mixed):
            begin = max(first, look.first_deal + number * look.rounds)
            end = min(first + piece.units, look.first_deal + (number + 1) * look.rounds)
            if begin < end or (piece.units == 0 and number == 0):
                deals = max(0, end - begin)
                chunks += [
                    Chunk(0, cell, begin, deals) for cell in (table.as_seated, table.exchanged)
                ]
        return chunks

    def empty(self, block: int) -> Accumulator:
        """Return the tally of no deal of a match."""
        match, _ = self.looks[block]
        return _no_deal(match)

    def next_units(self, outcome: Outcome) -> list[Spans]:
        """Return the deals that are left until a test is looked at next."""
        units = [Spans()] * len(self.blocks)
        for standing in self.standings(outcome):
            if not standing.complete:
                block = self._first_block(standing.match) + standing.looks
                units[block] = outcome.missing[block]
                break
        return units

    def standings(self, outcome: Outcome) -> list[Standing]:
        """Return how every match stands."""
        if self._seen is None or self._seen[0] is not outcome:
            test = self.test
            self._seen = (
                outcome,
                [
                    Standing(
                        match,
                        TwoSidedTest(test.elo0, test.elo1, test.alpha, test.beta),
                        _no_deal(match),
                    )
                    for match in self.matches
                ],
            )
        for standing in self._seen[1]:
            self._look_on(standing, outcome)
        return self._seen[1]

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether a test has been looked at."""
        return any(standing.looks for standing in self.standings(outcome))

    def deals(self, outcome: Outcome) -> int:
        """Return how many deals were played up to the last looks."""
        return sum(standing.tally.deals for standing in self.standings(outcome))

    def tables(self, outcome: Outcome) -> Tables:
        """Return the table ``duels``."""
        return {"duels": duel_table(self.standings(outcome), self.names[:2])}

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return who plays whom, and the test."""
        a, b, *others = self.names
        return {
            "games_requested": self.plan.games,
            "strategies": [a, b],
            "field": others,
            "seating": "each amid the other, all rotations"
            + ("; mixed tables, all rotations" if others else ""),
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "alpha": self.test.alpha,
            "beta": self.test.beta,
            "most_deals": self.most_deals,
        }

    def progress_text(self, outcome: Outcome) -> str:
        """Return where the tests of the match that is being played stand."""
        standings = self.standings(outcome)
        current = next((each for each in standings if not each.complete), standings[-1])
        return standing_text(current, self.names)

    def _look_on(self, standing: Standing, outcome: Outcome) -> None:
        """Look at the test of a match as often as its deals allow."""
        first = self._first_block(standing.match)
        number = sum(match is standing.match for match, _ in self.looks)
        while not standing.complete and not outcome.missing_of(first + standing.looks):
            standing.look(outcome.tally(first + standing.looks))
            standing.complete = standing.complete or standing.looks == number

    def _first_block(self, match: Match) -> int:
        return next(block for block, (each, _) in enumerate(self.looks) if each is match)

    def _identity(self, match: Match, look: Look) -> dict[str, Any]:
        a, b, *others = self.names
        return {
            "duel": [a, b],
            "others": others,
            "players": match.cell.players,
            "rules": match.cell.rules.settings(),
            "seed": self.plan.seed,
            "first_deal": look.first_deal,
            "rounds": look.rounds,
        }


def _no_deal(match: Match) -> DuelTally:
    return DuelTally.empty(match.cell, mixed=bool(match.mixed))
