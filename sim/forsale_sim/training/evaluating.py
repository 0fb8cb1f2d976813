"""How good candidates are: each in one seat against copies of an opponent, on common deals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from forsale_sim.errors import UncompilableError, UsageError
from forsale_sim.experiments.duel.playing import FailedGameError
from forsale_sim.plugins.compiling import CompiledField, compile_field
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.reference.faults import MoveError
from forsale_sim.results.cell import Cell
from forsale_sim.rows import WIN, Rows
from forsale_sim.rules.parameters import Rules
from forsale_sim.simulation.chunks import Chunk, even_share
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.executors import in_order
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
    copies
        (candidates,): whether all opponents play as the candidate does.
    """

    win: NDArray[np.float64]
    margin: NDArray[np.float64]
    games: int
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
        return WinRate.of(self.win[candidate], self.games, self.copies[candidate])


def check_candidates(candidates: int, opponents: int) -> None:
    """Check that so many candidates and opponents can be one field.

    Raises
    ------
    UsageError
        If they are too many.
    """
    if candidates + opponents > MOST_STRATEGIES:
        raise UsageError(
            f"{candidates} candidates and their opponents are more than the {MOST_STRATEGIES} "
            "strategies of a field: ask for a smaller --population, or fewer opponents"
        )


def compiled(entrants: Sequence[Entrant]) -> CompiledField:
    """Return strategies compiled, as all who play in searches are.

    Raises
    ------
    UsageError
        If one of them cannot be compiled.
    """
    try:
        return run_in_thread(lambda: compile_field(entrants))
    except UncompilableError as error:
        as_it_is = " As it is, run plays it, with --engine python." if error.plain_python else ""
        raise UsageError(
            f"{error.reason}\nMend it: searches play what can be compiled.{as_it_is}"
        ) from error


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

    Raises
    ------
    FailedGameError
        If a strategy makes an illegal move or raises an exception.
    """
    field = (*candidates, *opponents)
    names = tuple(map(str, range(len(field))))  # two of one name are not one: rows tell them apart
    cell = Cell(rules, names, rules.players)
    cells = tuple(
        PlannedCell(cell, (c, *[len(candidates) + o] * (rules.players - 1)), deals, 1)
        for c in range(len(candidates))
        for o in range(len(opponents))
    )
    engine = CompiledEngine(Plan(field, seed, True, 1, cells))
    share = even_share(deals * len(cells))
    size = max(1, min(engine.chunk_games // rules.players, share))
    end = first_deal + deals
    games = rules.players * len(opponents)
    copies = [all(_alike(candidate, other) for other in opponents) for candidate in candidates]
    win = np.zeros((len(candidates), deals))
    margin = np.zeros((len(candidates), deals))

    def pieces() -> Iterator[Chunk]:
        for index in range(len(cells)):
            for start in range(first_deal, end, size):
                yield Chunk(index, start, min(size, end - start))

    def work(chunk: Chunk) -> tuple[Chunk, Rows]:
        try:
            return chunk, engine.play(chunk)
        except MoveError as error:
            seated = cells[chunk.cell].lineup or ()
            raise FailedGameError(error, tuple(field[i].spec for i in seated), seed) from error

    for chunk, rows in in_order(work, pieces(), threads, threading.Event()):
        count(len(rows.win))
        candidate = chunk.cell // len(opponents)
        own = rows.strategy == candidate
        money = rows.coins.astype(np.int64) + rows.cheques
        ahead = (money * own).sum(axis=1) - (money * ~own).sum(axis=1) / (rules.players - 1)
        share = (rows.win * own).sum(axis=1) / WIN
        there = slice(chunk.first_deal - first_deal, chunk.first_deal - first_deal + chunk.deals)
        win[candidate, there] += share.reshape(chunk.deals, -1).sum(axis=1) / games
        margin[candidate, there] += ahead.reshape(chunk.deals, -1).sum(axis=1) / games
    return Scores(win, margin, games, copies)


def _alike(one: Entrant, other: Entrant) -> bool:
    """Return whether two play alike, whatever they are called."""
    return (one.bid, one.sell) == (other.bid, other.sell)
