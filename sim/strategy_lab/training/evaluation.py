"""How good candidates are: each in one seat against copies of an opponent, on common deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.game import ResolvedRules
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.results.candidate_sums import CandidateSums
from strategy_lab.results.cell import Cell
from strategy_lab.results.columns import Tables
from strategy_lab.rows import Rows, whole_win
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.pieces import Block, Chunk, Piece
from strategy_lab.simulation.plan import MOST_STRATEGIES, Plan, PlannedCell
from strategy_lab.training.win_rates import WinRate


@dataclass(frozen=True, slots=True)
class Scores:
    """What candidates did on the same deals."""

    sums: CandidateSums
    """Of each candidate, over all its deals."""

    deals: int
    games: int
    """How many deals a candidate plays, and how many games of each."""

    players: int
    score_weight: float
    """What one more of the score than the others' mean counts, in wins."""

    @property
    def win(self) -> NDArray[np.float64]:
        """(candidates,): the mean win share."""
        return np.asarray(self.sums.win / (whole_win(self.players) * self.games * self.deals))

    @property
    def objective(self) -> NDArray[np.float64]:
        """(candidates,): what a search maximises."""
        margin = self.sums.ahead / ((self.players - 1) * self.games * self.deals)
        return np.asarray(self.win + self.score_weight * margin)

    def win_rate(self, candidate: int) -> WinRate:
        """Return a candidate's win rate, with its interval."""
        return WinRate.of(
            int(self.sums.win[candidate]),
            int(self.sums.win_squares[candidate]),
            deals=self.deals,
            games=self.games,
            players=self.players,
            level=bool(self.sums.level[candidate] == self.deals),
        )


def check_candidates(candidates: int, opponents: int) -> None:
    """Check that so many candidates and opponents can be one field."""
    if candidates + opponents > MOST_STRATEGIES:
        raise UsageError(
            f"{candidates} candidates and their opponents are more than the {MOST_STRATEGIES} "
            "strategies of a field: ask for a smaller population (--population), or fewer opponents"
        )


class Evaluation(Experiment):
    """Every candidate against copies of each opponent, in every seat, on the same deals.

    All of it is one block. A unit is a deal as one candidate plays it, at a table with each of the
    opponents; those of the first candidate come first. The candidates are one field of one engine:
    parameters are data, and nothing is compiled anew.
    """

    def __init__(
        self,
        rules: ResolvedRules,
        candidates: Sequence[Entrant],
        opponents: Sequence[Entrant],
        *,
        seed: int,
        first_deal: int,
        deals: int,
    ) -> None:
        self.candidates, self.opponents = candidates, opponents
        self.players, self.first_deal, self.deals_each = rules.players, first_deal, deals
        field = (*candidates, *opponents)
        names = tuple(map(str, range(len(field))))  # two of one name are told apart by number
        cell = Cell(rules, names, rules.players)
        cells = tuple(
            PlannedCell(cell, (c, *[len(candidates) + o] * (rules.players - 1)), deals, 1)
            for c in range(len(candidates))
            for o in range(len(opponents))
        )
        self.plans = (Plan(field, seed, True, cells),)
        units = deals * len(candidates)
        identity: dict[str, Any] = {
            "players": rules.players,
            "candidates": [candidate.name for candidate in candidates],
            "opponents": [opponent.name for opponent in opponents],
            "rules": rules.settings(),
            "seed": seed,
            "first_deal": first_deal,
            "deals": deals,
        }
        self.blocks = [
            Block("candidates", cell, units, units * len(opponents) * rules.players, identity)
        ]
        self._level = [all(_alike(one, other) for other in opponents) for one in candidates]

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a piece, at the tables of each candidate."""
        tables = len(self.opponents)
        return [
            Chunk(0, candidate * tables + table, self.first_deal + first, deals)
            for candidate, first, deals in self._parts(piece)
            for table in range(tables)
        ]

    def empty(self, block: int) -> CandidateSums:
        """Return the sums of no deal."""
        return CandidateSums.empty(len(self.candidates))

    def count(self, piece: Piece, rows: Sequence[Rows]) -> CandidateSums:
        """Return the sums of a piece."""
        sums, tables = self.empty(0), len(self.opponents)
        for number, (candidate, _, deals) in enumerate(self._parts(piece)):
            own = sums.of(candidate)
            own.count(rows[number * tables : (number + 1) * tables])
            own.level[0] += deals * self._level[candidate]
        return sums

    def deals(self, outcome: Outcome) -> int:
        """Return how many deals were played, whoever played them."""
        return min(len(outcome.played[0]), self.deals_each)

    def tables(self, outcome: Outcome) -> Tables:
        """Return none: searches take the scores."""
        return {}

    def scores(self, outcome: Outcome) -> Scores:
        """Return what the candidates did."""
        games = len(self.opponents) * self.players
        weight = self.candidates[0].game.score_weight
        return Scores(outcome.tally(0), self.deals_each, games, self.players, weight)

    def _parts(self, piece: Piece) -> Iterator[tuple[int, int, int]]:
        """Yield the candidates of a piece, each with its first deal, from 0, and their number."""
        unit, end = piece.first - 1, piece.first - 1 + piece.units
        while True:
            candidate, first = divmod(unit, self.deals_each)
            deals = min(end - unit, self.deals_each - first)
            yield candidate, first, deals
            unit += deals
            if unit >= end:
                return


def _alike(one: Entrant, other: Entrant) -> bool:
    """Return whether two play alike, whatever they are called."""
    return one.decisions == other.decisions
