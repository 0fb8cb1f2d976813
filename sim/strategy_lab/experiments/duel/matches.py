"""Matches of a duel: two strategies amid each other, and at tables with others."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from strategy_lab.errors import UsageError
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.random_words import LINEUP, Source, purpose_word
from strategy_lab.results.cell import Cell
from strategy_lab.shuffling import shuffled
from strategy_lab.simulation.plan import Plan, PlannedCell, make_plan

MOST_TABLES = 4000
"""Mixed tables of a match; each needs a deal before anything can be decided."""

MOST_DEALS = 10**9
"""More than a match can ever play: a larger number is a slip."""

A, B = 0, 1
"""The two in the field of a duel's plan; then come the others."""


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
    a_amid_b: int
    """Index of a plan's cell."""
    b_amid_a: int
    mixed: tuple[MixedTable, ...]

    @property
    def games_per_deal(self) -> int:
        """How many games a deal is played for."""
        return self.cell.players * (4 if self.mixed else 2)

    @property
    def deals_per_round(self) -> int:
        """How many deals it takes until every mixed table has had one."""
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
    if not 1 <= most_deals <= MOST_DEALS:
        raise UsageError(
            f"the number of deals (--max-deals) must be 1 to {MOST_DEALS:.0e}, not {most_deals}"
        )
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
                    MixedTable(add(cell, lineup, rounds), add(cell, _exchanged(lineup), rounds))
                    for lineup in lineups
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


def _exchanged(lineup: Sequence[int]) -> list[int]:
    return [{A: B, B: A}.get(strategy, strategy) for strategy in lineup]
