"""The experiment ``duel``: two strategies play until it is known which is stronger."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from strategy_lab.errors import UsageError, counted
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.random_words import LINEUP, Source, purpose_word, shuffled
from strategy_lab.results import conclusions
from strategy_lab.results.accumulators import MEASURES, A, Accumulator, B, Cell, DuelTally
from strategy_lab.results.conclusions import COUNT, LABEL, SHARE, Column, Columns, Tables
from strategy_lab.rows import whole_win
from strategy_lab.simulation.experiment import (
    Block,
    Chunk,
    Experiment,
    Outcome,
    Piece,
    Plan,
    PlannedCell,
    Spans,
    make_plan,
)
from strategy_lab.stats import sequential_tests
from strategy_lab.stats.intervals import RATE_INTERVAL, Estimate, rate_interval, ratio
from strategy_lab.stats.sequential_tests import PLAIN, SEQUENTIAL, Finding, TwoSidedTest

MOST_TABLES = 4000  # mixed tables of a match; each needs a deal before anything can be decided


@dataclass(frozen=True, slots=True)
class MixedTable:
    """A table at which both sit, and the same with the two exchanged: indices of a plan's cells."""

    as_seated: int
    exchanged: int


@dataclass(frozen=True, slots=True)
class Match:
    """A duel by one ruleset, for one number of players.

    Every deal is played at three kinds of tables, each under all rotations: A amid copies of B; B
    amid copies of A; and, unless there are no others, a mixed one of the match, as seated and
    exchanged. The mixed tables take turns. There is one for every choice of others and every
    distance of B's seat from A's, or, if these are more than the deals, one for each of some drawn.
    """

    cell: Cell
    a_amid_b: int  # index of a plan's cell
    b_amid_a: int
    mixed: tuple[MixedTable, ...]

    @property
    def games_per_deal(self) -> int:
        return self.cell.players * (4 if self.mixed else 2)

    @property
    def deals_per_round(self) -> int:
        return max(1, len(self.mixed))


def make_matches(
    field: Sequence[Entrant],
    *,
    rulesets: Sequence[Ruleset],
    players: Sequence[int],
    seed: int,
    most_deals: int,
) -> tuple[Plan, tuple[Match, ...]]:
    """Settle what a duel plays: a plan with a cell for every table, and its matches."""
    drawn = make_plan(rulesets, field=field, players=players, seed=seed, games=1)
    others = len(field) - 2
    cells: list[PlannedCell] = []

    def add(cell: Cell, lineup: Sequence[int], deals: int) -> int:
        first_game = cells[-1].first_game + cells[-1].games if cells else 1
        cells.append(PlannedCell(cell, tuple(lineup), deals, first_game))
        return len(cells) - 1

    matches = []
    for planned in drawn.cells:
        cell, copies = planned.cell, planned.cell.players - 1
        lineups = _some(_mixed_lineups(cell.players, others), most_deals, drawn) if others else []
        rounds = most_deals // max(1, len(lineups))
        matches.append(
            Match(
                cell,
                add(cell, (A, *[B] * copies), most_deals),
                add(cell, (B, *[A] * copies), most_deals),
                tuple(
                    MixedTable(add(cell, lineup, rounds), add(cell, exchanged, rounds))
                    for lineup in lineups
                    for exchanged in [[{A: B, B: A}.get(each, each) for each in lineup]]
                ),
            )
        )
    return dataclasses.replace(drawn, cells=tuple(cells)), tuple(matches)


def _mixed_lineups(players: int, others: int) -> Iterator[tuple[int, ...]]:
    """Yield lineups with A in the first seat, B in each other one, and each choice of others.

    Where there are fewer others than seats for them, none sits down twice before all sit once.
    """
    times, rest = divmod(players - 2, others)
    indices = range(2, 2 + others)
    choices = list(combinations(indices, rest))
    if len(choices) * (players - 1) > MOST_TABLES:
        raise UsageError(
            f"{others} others make {len(choices) * (players - 1)} mixed tables of {players}, and "
            f"at most {MOST_TABLES} can be played: name fewer (--field)"
        )
    for chosen in choices:
        company = (*indices,) * times + chosen
        for seat in range(1, players):
            yield (A, *company[: seat - 1], B, *company[seat - 1 :])


def _some(lineups: Iterable[tuple[int, ...]], most: int, plan: Plan) -> list[tuple[int, ...]]:
    """Return all lineups or, if there are too many, as many as there can be, drawn at random."""
    every = list(lineups)
    if len(every) <= most:
        return every
    words = Source(plan.seed).stream(purpose_word(LINEUP, len(every[0])), deal=0)
    drawn = shuffled(len(every), words.__next__)[:most]
    return [every[i] for i in sorted(drawn)]


FIRST_LOOK = 100  # deals before the test is looked at, about: with few, its approximations are poor
GROWTH = 16  # from one look to the next the deals grow by a part in so many


class Look(NamedTuple):
    """The deals of a match that are played from one look at its test to the next."""

    first_deal: int
    rounds: int  # how many deals each mixed table has: the first so many deals are of the first one

    deals: int


@dataclass(slots=True)
class Standing:
    """What has been played of a match, up to the last look at its test."""

    match: Match
    test: TwoSidedTest
    tally: DuelTally
    blocks: list[int]  # what is left of it: of each look that is to come
    looks: int = 0  # how often the test was looked at
    complete: bool = False
    """Whether nothing more is to be played: the test has ended, or the deals are used up."""

    @property
    def games(self) -> int:
        return self.tally.deals * self.match.games_per_deal

    def look(self, more: DuelTally) -> None:
        self.tally += more
        self.looks += 1
        finding = self.test.look(*self.tally.seen_scores())
        self.complete = finding is not Finding.OPEN or not self.blocks


def looks(deals_per_round: int, most_deals: int) -> Iterator[Look]:
    """Yield the looks at the test of a match.

    Each is after whole rounds, so that every mixed table has had as many deals; at least one.
    """
    most = max(1, most_deals // deals_per_round)
    done, more = 0, -(-FIRST_LOOK // deals_per_round)
    while done < most:
        more = min(more, most - done)
        yield Look(1 + done * deals_per_round, more, more * deals_per_round)
        done += more
        more = -(-done // GROWTH)


VERDICTS = {Finding.FIRST: "A", Finding.SECOND: "B"}  # any other is undecided

ESTIMATE = (
    f"win rates: {RATE_INTERVAL}; difference, elo: {PLAIN}; all of these are for a number of deals "
    f"that was fixed, and biased where the test ended it; …_sequential: {SEQUENTIAL}"
)
"""Which estimators a row's estimates are from."""

ELO = "normalised Elo"

ESTIMATES = {
    "win_rate_a": (SHARE, "win rate of A, as one of a kind: mean of a_amid_b and a_mixed"),
    "win_rate_b": (SHARE, "win rate of B, as one of a kind: mean of b_amid_a and b_mixed"),
    "win_rate_a_amid_b": (SHARE, "win rate of A amid copies of B"),
    "win_rate_b_amid_a": (SHARE, "win rate of B amid copies of A"),
    "win_rate_a_mixed": (SHARE, "win rate of A at tables with B and others"),
    "win_rate_b_mixed": (SHARE, "win rate of B at tables with A and others"),
    "difference": (SHARE, "win_rate_a less win_rate_b"),
    "difference_sequential": (SHARE, "the same, as it is estimated after a sequential test"),
    "elo": (ELO, "of A over B, from scores of deals"),
    "elo_sequential": (ELO, "the same, as it is estimated after a sequential test"),
}


COLUMNS: dict[str, Column] = {
    "ruleset": Column(LABEL, "name of the ruleset"),
    "players": Column(COUNT, "how many play"),
    "strategy_a": Column(LABEL, "A"),
    "strategy_b": Column(LABEL, "B"),
    "verdict": Column(LABEL, "A, B or undecided"),
    "finding": Column(LABEL, "what the tests have shown, in words"),
    "deals": Column(COUNT, "deals played: the independent observations"),
    "games": Column(COUNT, "games played"),
    "llr": Column("nats", "log-likelihood ratio of the test that would find A stronger"),
    "llr_b": Column("nats", "log-likelihood ratio of the test that would find B stronger"),
    "lower": Column("nats", "where either test ends without that"),
    "upper": Column("nats", "where either test ends with that"),
    **{
        column: about
        for name, (unit, text) in ESTIMATES.items()
        for column, about in conclusions.with_limits(name, unit, text, "see estimate").items()
    },
    "estimate": Column(LABEL, "which estimators these are"),
}
"""Of the table. Their names and order are public: they may be added to, never changed."""


def duel_table(matches: Sequence[Standing], names: Sequence[str]) -> Columns:
    rows = [_row(match, names) for match in matches if match.tally.deals]
    return {name: np.array([row[name] for row in rows]) for name in COLUMNS}


def finding_of(match: Standing, names: Sequence[str], difference: Estimate) -> str:
    """Return what a match has shown, in words; of an undecided one what is known."""
    test, (a, b) = match.test, names
    if test.finding is Finding.FIRST:
        return f"{a} is stronger"
    if test.finding is Finding.SECOND:
        return f"{b} is stronger"
    if test.finding is Finding.NEITHER:
        return f"neither is stronger by {test.elo1:g} Elo"
    end = "undecided" if match.complete else "stopped"
    after = f"{end} after {counted(match.tally.deals, 'deal')}"
    low, high = (100 * limit for limit in difference[1:])
    if not low <= high:
        return after
    if low <= 0 <= high:
        return f"{after}: {a} wins between {-low:.1f} points less and {high:.1f} more than {b}"
    ahead, least, most = (a, low, high) if low > 0 else (b, -high, -low)
    return f"{after}: {ahead} wins {least:.1f} to {most:.1f} points more"


def _row(match: Standing, names: Sequence[str]) -> dict[str, Any]:
    test, tally = match.test, match.tally
    seen = tally.seen_scores()
    plain, sequential = sequential_tests.mean_score(*seen), test.estimate(*seen)
    after_test = Estimate(*(2 * score - 1 for score in sequential))
    return {
        "ruleset": match.match.cell.ruleset,
        "players": match.match.cell.players,
        "strategy_a": names[0],
        "strategy_b": names[1],
        "verdict": VERDICTS.get(test.finding, "undecided"),
        "finding": finding_of(match, names, after_test),
        "deals": tally.deals,
        "games": match.games,
        "llr": test.first.llr,
        "llr_b": test.second.llr,
        "lower": test.bounds.lower,
        "upper": test.bounds.upper,
        **_rates(match),
        **Estimate(*(2 * score - 1 for score in plain)).named("difference"),
        **after_test.named("difference_sequential"),
        **sequential_tests.normalised_elo(plain, *seen).named("elo"),
        **sequential_tests.normalised_elo(sequential, *seen).named("elo_sequential"),
        "estimate": ESTIMATE,
    }


def _rates(match: Standing) -> dict[str, float]:
    rate = ratio(match.tally.cluster_sums(), unit=1 / whole_win(match.match.cell.players))
    limits = np.stack([rate.value, *rate_interval(rate)]).T.tolist()
    return {
        column: value
        for name, each in zip(MEASURES, limits, strict=True)
        for column, value in Estimate(*each).named(f"win_rate_{name}").items()
    }


class Duel(Experiment):
    """Matches of two strategies, one after another, each until its test ends.

    A block is what is played of a match from one look at its test to the next.

    `field`: A, B, and the others at mixed tables.
    """

    in_turn = False
    adaptive = True
    forecast = "at most"  # few of the games may do
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
        return _no_deal(self.looks[block][0])

    def next_units(self, outcome: Outcome) -> list[Spans]:
        units = [Spans()] * len(self.blocks)
        current = next((each for each in self.standings(outcome) if not each.complete), None)
        if current is not None:
            units[current.blocks[0]] = outcome.missing_of(current.blocks[0])
        return units

    def standings(self, outcome: Outcome) -> list[Standing]:
        if self._seen is None or self._seen[0] is not outcome:
            matches = [match for match, _ in self.looks]
            self._seen = (
                outcome,
                [
                    Standing(
                        match,
                        deepcopy(self.test),
                        _no_deal(match),
                        [block for block, each in enumerate(matches) if each is match],
                    )
                    for match in self.matches
                ],
            )
        for standing in self._seen[1]:
            while not standing.complete and not outcome.missing_of(standing.blocks[0]):
                standing.look(outcome.tally(standing.blocks.pop(0)))
        return self._seen[1]

    def has_results(self, outcome: Outcome) -> bool:
        return any(standing.looks for standing in self.standings(outcome))

    def deals(self, outcome: Outcome) -> int:
        return sum(standing.tally.deals for standing in self.standings(outcome))

    def tables(self, outcome: Outcome) -> Tables:
        return {"duels": duel_table(self.standings(outcome), self.names[:2])}

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
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
        standings = self.standings(outcome)
        current = next((each for each in standings if not each.complete), standings[-1])
        test, cell, (a, b, *_) = current.test, current.match.cell, self.names
        table = f"{cell.ruleset}, {cell.players} players"
        if not current.looks:
            return f"{table}: before the first look at the test"
        return (
            f"{table}: llr {test.first.llr:+.2f} for {a}, {test.second.llr:+.2f} for {b}, "
            f"between {test.bounds.lower:.2f} and {test.bounds.upper:.2f}"
        )

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
