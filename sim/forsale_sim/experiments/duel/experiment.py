"""The experiment ``duel``: two strategies play until it is known which is stronger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import (
    DEFAULT_DUEL_DEALS,
    DEFAULT_ELO0,
    DEFAULT_ELO1,
    DEFAULT_ERROR,
    DEFAULT_FIELD,
    DEFAULT_RULESET,
)
from forsale_sim.experiments.duel.duel_table import COLUMNS, duel_table
from forsale_sim.experiments.duel.matches import Match, make_matches
from forsale_sim.experiments.duel.standing import Look, Standing, looks, standing_text
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.plugins.contract import Strategy
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.results.accumulator import Accumulator
from forsale_sim.results.columns import Tables
from forsale_sim.results.duels.tally import DuelTally
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.experiment import Experiment, Outcome
from forsale_sim.simulation.pieces import Block, Chunk, Piece
from forsale_sim.simulation.spans import Spans
from forsale_sim.simulation.spec import ChosenRuleset, Spec, chosen_rulesets, option
from forsale_sim.stats.sequential.two_sided import TwoSidedTest

LEAST_ELO, MOST_ELO = 1e-6, 200.0
"""Beyond it tests end with the first deals."""


@dataclass(frozen=True, kw_only=True)
class DuelSpec(Spec):
    """The request for a duel.

    Attributes
    ----------
    a, b
        The two.
    field
        Who else sits at tables with both; none for no such tables.
    elo0, elo1
        Normalised Elo up to which none, and from which on one is to be found stronger.
    alpha, beta
        Error rates of the test.
    most_deals
        Deals after which a match is undecided.
    """

    command: ClassVar[str] = "duel"

    a: Entrant = option(None)
    b: Entrant = option(None)
    seed: int = option("--seed")
    rulesets: tuple[ChosenRuleset, ...] = option("--ruleset", usual=(DEFAULT_RULESET,))
    players: tuple[int, ...] = option("--players", (), joined=True)
    field: tuple[Entrant, ...] = option("--field")
    elo0: float = option("--elo0", DEFAULT_ELO0)
    elo1: float = option("--elo1", DEFAULT_ELO1)
    alpha: float = option("--alpha", DEFAULT_ERROR)
    beta: float = option("--beta", DEFAULT_ERROR)
    most_deals: int = option("--max-deals", DEFAULT_DUEL_DEALS)

    def words_of(self, name: str) -> list[str]:
        """Return the words that ask for a field's value; for the usual company there are none."""
        if name != "field":
            return super().words_of(name)
        if not self.field:
            return ["--no-field"]
        both = (self.a.name, self.b.name)
        if [entrant.spec for entrant in self.field] == [x for x in DEFAULT_FIELD if x not in both]:
            return []
        return super().words_of(name)

    def experiment(self) -> Duel:
        """Settle what is played."""
        return Duel(
            (self.a, self.b, *self.field),
            new_test(self.elo0, self.elo1, self.alpha, self.beta),
            rulesets=[chosen.ruleset for chosen in self.rulesets],
            players=self.players,
            seed=self.seed,
            most_deals=self.most_deals,
        )


def new_duel_spec(
    a: str | Strategy,
    b: str | Strategy,
    *,
    field: Sequence[str | Strategy] | None = (),
    rulesets: Sequence[str | Ruleset] = (DEFAULT_RULESET,),
    **options: Any,
) -> DuelSpec:
    """Return the spec of a duel, from what names its parts."""
    both = load_field([a, b])
    if len(both) == 1:
        raise UsageError(f"A and B are both {both[0].name}: name two strategies")
    others: tuple[Entrant, ...] = ()
    if field is not None:
        together = load_field([a, b, *(field or DEFAULT_FIELD)])
        others = tuple(entrant for entrant in together if entrant not in both)
        if not others:
            raise UsageError(
                "the field (--field) names nobody but A and B: name another strategy, or play "
                "without a field (--no-field)"
            )
    return DuelSpec(
        a=both[0], b=both[1], field=others, rulesets=chosen_rulesets(rulesets, GAME), **options
    )


def new_test(elo0: float, elo1: float, alpha: float, beta: float) -> TwoSidedTest:
    """Return the test of a match."""
    for name, error in (("alpha", alpha), ("beta", beta)):
        if not 0 < error < 0.5:
            raise UsageError(
                f"{name} (--{name}) is a probability of error, more than 0 and less than 0.5, such "
                f"as {DEFAULT_ERROR}, not {error:g}"
            )
    if not LEAST_ELO <= elo1 <= MOST_ELO:
        raise UsageError(f"elo1 (--elo1) must be from {LEAST_ELO:g} to {MOST_ELO:g}, not {elo1:g}")
    if not -elo1 <= elo0 < elo1:
        raise UsageError(
            f"elo0 (--elo0) must be less than elo1 and no less than its opposite, from {-elo1:g} "
            f"to below {elo1:g}, not {elo0:g}"
        )
    return TwoSidedTest(elo0, elo1, alpha, beta)


class Duel(Experiment):
    """Matches of two strategies, one after another, each until its test ends.

    A block is what is played of a match from one look at its test to the next.

    Parameters
    ----------
    field
        A, B, and the others at mixed tables.
    test
        One as each match has.
    rulesets, players, seed, most_deals
        As `make_matches` takes them.
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
