"""Plays a duel: match by match, each until its test ends, its deals are used up, or Ctrl-C."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from forsale_sim.errors import StrategyError
from forsale_sim.experiments.duel.plan import Duel, Match
from forsale_sim.experiments.duel.tally import DuelTally, shares_of
from forsale_sim.reference.faults import MoveError, Situation
from forsale_sim.simulation.chunks import Chunk, even_share
from forsale_sim.simulation.driver import stop_on_interrupt
from forsale_sim.simulation.engines import Engine
from forsale_sim.simulation.executors import in_order
from forsale_sim.stats.sequential.two_sided import Finding, TwoSidedTest

FIRST_LOOK = 100
"""Deals before the test is looked at, about: with few, its approximations are poor."""

GROWTH = 16
"""From one look to the next the deals grow by a part in so many."""


@dataclass(slots=True)
class MatchOutcome:
    """What has been played of a match, up to the last look at its test."""

    match: Match
    test: TwoSidedTest
    tally: DuelTally
    complete: bool = False
    """Whether there is nothing more to be played: the test has ended, or the deals are used up."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.tally.deals * self.match.games_per_deal


@dataclass(slots=True)
class DuelOutcome:
    """What has been played of a duel."""

    duel: Duel
    matches: list[MatchOutcome] = field(default_factory=list)
    """Those that have been begun."""
    seconds: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether every match is."""
        begun = len(self.matches) == len(self.duel.matches)
        return begun and all(match.complete for match in self.matches)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(match.games for match in self.matches)


class FailedGameError(StrategyError):
    """A strategy failed in a game of a lineup: of a duel, a meta-game or a search.

    Parameters
    ----------
    error
        How.
    lineup
        The specs by seat, in seating 1.
    seed
        Of the game.
    """

    def __init__(self, error: MoveError, lineup: tuple[str, ...], seed: int) -> None:
        super().__init__(error, lineup, seed)
        self.error, self.lineup, self.seed = error, lineup, seed

    @property
    def where(self) -> Situation:
        """In which decision of which game."""
        return self.error.where

    def __str__(self) -> str:
        return str(self.error)


OnLook: TypeAlias = Callable[[MatchOutcome], None]
"""Told of a match whenever its test has been looked at."""


def play_duel(
    duel: Duel,
    engine: Engine,
    new_test: Callable[[], TwoSidedTest],
    *,
    threads: int = 1,
    on_look: OnLook | None = None,
) -> DuelOutcome:
    """Play a duel to its end, or until Ctrl-C.

    The tests are looked at after numbers of deals that depend on nothing, so the outcome depends
    neither on the engine nor on the number of threads.

    Parameters
    ----------
    duel
        What to play.
    engine
        Who plays the duel's plan.
    new_test
        Makes the test of a match.
    threads
        How many chunks are played at once, if the engine can.
    on_look
        Called in this thread.

    Raises
    ------
    FailedGameError
        If a strategy makes an illegal move or raises an exception.
    """
    engine.play(Chunk(cell=0, first_deal=1, deals=0))  # what is compiled now is not on the clock
    outcome = DuelOutcome(duel)
    started = time.perf_counter()
    with stop_on_interrupt() as stop:
        for match in duel.matches:
            tally = DuelTally.empty(match.cell.players, bool(match.mixed))
            playing = MatchOutcome(match, new_test(), tally)
            outcome.matches.append(playing)
            _play_match(duel, playing, engine, threads if engine.parallel else 0, stop, on_look)
            outcome.seconds = time.perf_counter() - started
            if stop.is_set():
                break
    return outcome


def _play_match(
    duel: Duel,
    playing: MatchOutcome,
    engine: Engine,
    threads: int,
    stop: threading.Event,
    on_look: OnLook | None,
) -> None:
    match = playing.match

    def work(chunk: Chunk) -> DuelTally:
        return _play_chunk(duel, match, engine, chunk)

    for first_deal, rounds in looks(match.deals_per_round, duel.most_deals):
        more = DuelTally.empty(match.cell.players, bool(match.mixed))
        for part in in_order(work, _chunks(match, first_deal, rounds, engine), threads, stop):
            more += part
        if more.deals < rounds * match.deals_per_round:
            return  # interrupted
        playing.tally += more
        finding = playing.test.look(*playing.tally.seen_scores())
        if on_look is not None:
            on_look(playing)
        if finding is not Finding.OPEN:
            break
    playing.complete = True


def looks(deals_per_round: int, most_deals: int) -> Iterator[tuple[int, int]]:
    """Yield, from one look at the test to the next, the first deal and how many rounds to play.

    Whole rounds, so that at every look each mixed table has had as many deals; at least one.
    """
    most = max(1, most_deals // deals_per_round)
    done, more = 0, -(-FIRST_LOOK // deals_per_round)
    while done < most:
        more = min(more, most - done)
        yield 1 + done * deals_per_round, more
        done += more
        more = -(-done // GROWTH)


def _chunks(match: Match, first_deal: int, rounds: int, engine: Engine) -> Iterator[Chunk]:
    """Yield the deals of some rounds; each mixed table's are consecutive.

    A chunk's `cell` is which of the match's tables it is played at, beside those without others.
    """
    share = even_share(rounds * match.deals_per_round)
    most = max(1, min(engine.chunk_games // match.games_per_deal, share))
    for table in range(match.deals_per_round):
        first, after = (first_deal + rounds * number for number in (table, table + 1))
        for start in range(first, after, most):
            yield Chunk(table, start, min(most, after - start))


def _play_chunk(duel: Duel, match: Match, engine: Engine, chunk: Chunk) -> DuelTally:
    tally = DuelTally.empty(match.cell.players, bool(match.mixed))

    def shares(cell: int, *seats: int) -> list[NDArray[np.int64]]:
        try:
            rows = engine.play(Chunk(cell, chunk.first_deal, chunk.deals))
        except MoveError as error:
            seated = duel.plan.cells[cell].lineup or ()
            lineup = tuple(duel.plan.field[i].spec for i in seated)
            raise FailedGameError(error, lineup, duel.plan.seed) from error
        return [shares_of(rows, seat) for seat in seats]

    (a_alone,), (b_alone,) = shares(match.a_amid_b, 0), shares(match.b_amid_a, 0)
    a_mixed, b_mixed = np.zeros((2, chunk.deals), np.int64)
    if match.mixed:
        table = match.mixed[chunk.cell]
        a_mixed, b_mixed = shares(table.as_seated, 0, table.seat_of_b)
        b_there, a_there = shares(table.exchanged, 0, table.seat_of_b)
        a_mixed, b_mixed = a_mixed + a_there, b_mixed + b_there
    tally.count((a_alone, b_alone), (a_mixed, b_mixed))
    return tally
