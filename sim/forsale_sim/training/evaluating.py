"""How good candidates are: each in one seat against copies of an opponent, on common deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from forsale_sim.display.progress import status
from forsale_sim.errors import StoppedError, UncompilableError, UsageError
from forsale_sim.plugins.compiling import CompiledField, compile_field
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.results.cell import Cell
from forsale_sim.results.columns import Tables
from forsale_sim.results.deal_scores import DealScores
from forsale_sim.rows import Rows, whole_win
from forsale_sim.rules.parameters import Rules
from forsale_sim.simulation.driver import simulate
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.executors import Threads
from forsale_sim.simulation.experiment import Experiment, Outcome
from forsale_sim.simulation.pieces import Block, Chunk, Piece
from forsale_sim.simulation.plan import MOST_STRATEGIES, Plan, PlannedCell
from forsale_sim.simulation.run_in_thread import run_in_thread
from forsale_sim.training.win_rates import WinRate

MARGIN_WEIGHT = 0.01
"""What a thousand more than the others' mean counts, in wins, while searching.

Who wins a game depends on little things. Money tells more of a candidate by each deal, so that the
search needs fewer of them; this little of it does not turn the search towards money.
"""


@dataclass(frozen=True, slots=True)
class Scores:
    """What candidates did on the same deals.

    Attributes
    ----------
    win
        (candidates, deals): mean win share over the tables and seatings of a deal.
    margin
        (candidates, deals): money beyond the others' mean, likewise.
    games
        How many games a candidate plays of a deal.
    players
        How many play.
    copies
        (candidates,): whether all opponents play as the candidate does.
    """

    win: NDArray[np.float64]
    margin: NDArray[np.float64]
    games: int
    players: int
    copies: Sequence[bool]

    @property
    def objective(self) -> NDArray[np.float64]:
        """What the search maximises, by candidate."""
        mixed: NDArray[np.float64] = self.win.mean(axis=1) + MARGIN_WEIGHT * self.margin.mean(
            axis=1
        )
        return mixed

    def win_rate(self, candidate: int) -> WinRate:
        """Return a candidate's win rate, with its interval."""
        return WinRate.of(
            self.win[candidate], self.games, self.copies[candidate], players=self.players
        )


def check_candidates(candidates: int, opponents: int) -> None:
    """Check that so many candidates and opponents can be one field."""
    if candidates + opponents > MOST_STRATEGIES:
        raise UsageError(
            f"{candidates} candidates and their opponents are more than the {MOST_STRATEGIES} "
            "strategies of a field: ask for a smaller population (--population), or fewer opponents"
        )


def compiled(entrants: Sequence[Entrant]) -> CompiledField:
    """Return strategies compiled, as all who play in searches are."""
    try:
        return run_in_thread(lambda: compile_field(entrants))
    except UncompilableError as error:
        as_it_is = " As it is, run plays it, with --engine python." if error.plain_python else ""
        raise UsageError(
            f"{error.reason}\nMend it: searches play what can be compiled.{as_it_is}"
        ) from error


def get_ready(entrants: Sequence[Entrant]) -> None:
    """Compile who will play, before anything is made or played, and show that it takes a while."""
    with status("Getting ready (the first time, strategies have to be compiled)"):
        compiled(entrants)


def evaluate(
    rules: Rules,
    candidates: Sequence[Entrant],
    opponents: Sequence[Entrant],
    *,
    seed: int,
    first_deal: int,
    deals: int,
    threads: int = 1,
    count: Callable[[int], None] = lambda games: None,
) -> Scores:
    """Play every candidate against copies of each opponent, in every seat, on the same deals.

    The candidates are one field of one engine: parameters are data, and nothing is compiled anew.
    As games are played, `count` is told how many more.
    """
    evaluation = Evaluation(rules, candidates, opponents, seed, first_deal, deals)
    outcome = simulate(
        Outcome(evaluation),
        Threads(evaluation, CompiledEngine.name, threads),
        [lambda _, played: count(played.core.games)],
    )
    if not outcome.complete:
        raise StoppedError("interrupted")
    return evaluation.scores(outcome)


class Evaluation(Experiment):
    """Every candidate against copies of each opponent: a block for each two of them.

    Parameters are those of `evaluate`.
    """

    in_turn = False

    def __init__(
        self,
        rules: Rules,
        candidates: Sequence[Entrant],
        opponents: Sequence[Entrant],
        seed: int,
        first_deal: int,
        deals: int,
    ) -> None:
        self.candidates, self.opponents = candidates, opponents
        self.players, self.first_deal, self.number_of_deals = rules.players, first_deal, deals
        field = (*candidates, *opponents)
        names = tuple(map(str, range(len(field))))  # two of one name are told apart by number
        cell = Cell(rules, names, rules.players)
        cells = tuple(
            PlannedCell(cell, (c, *[len(candidates) + o] * (rules.players - 1)), deals, 1)
            for c in range(len(candidates))
            for o in range(len(opponents))
        )
        self.plans = (Plan(field, seed, True, cells),)
        self.blocks = [Block("a pair", cell, deals, deals * rules.players, {})] * len(cells)

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return the deals of a piece."""
        return [Chunk(0, piece.block, self.first_deal + piece.first - 1, piece.units)]

    def empty(self, block: int) -> DealScores:
        """Return the scores of no deal."""
        return DealScores.empty(block // len(self.opponents), self.number_of_deals)

    def count(self, piece: Piece, rows: Sequence[Rows]) -> DealScores:
        """Return the scores of a piece's deals."""
        scores = self.empty(piece.block)
        scores.of(piece.first - 1, piece.units).count(rows)
        return scores

    def tables(self, outcome: Outcome) -> Tables:
        """Return none: searches take the scores."""
        return {}

    def scores(self, outcome: Outcome) -> Scores:
        """Return what the candidates did."""
        opponents = len(self.opponents)
        games = self.players * opponents
        shape = (len(self.candidates), opponents, self.number_of_deals)
        tallies = [outcome.tally(block) for block in range(len(self.blocks))]
        win, ahead = (
            np.reshape([getattr(tally, name) for tally in tallies], shape).sum(axis=1)
            for name in ("win", "ahead")
        )
        return Scores(
            win / (whole_win(self.players) * games),
            ahead / ((self.players - 1) * games),
            games,
            self.players,
            [all(_alike(one, other) for other in self.opponents) for one in self.candidates],
        )


def _alike(one: Entrant, other: Entrant) -> bool:
    """Return whether two play alike, whatever they are called."""
    return (one.bid, one.sell) == (other.bid, other.sell)
