"""Plays a comparison: the same deals by every ruleset, chunk by chunk, until done or Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from forsale_sim.errors import StrategyError
from forsale_sim.experiments.compare.plan import Comparison, Setting
from forsale_sim.reference.faults import MoveError, Situation
from forsale_sim.results.paired.deal_sums import deal_sums
from forsale_sim.results.paired.differences import Played
from forsale_sim.results.paired.tally import PairedTally
from forsale_sim.simulation.chunks import Chunk, chunks
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.driver import stop_on_interrupt
from forsale_sim.simulation.engines import Engine
from forsale_sim.simulation.executors import in_order

CHUNK_GAMES = 4096
"""How many games by each ruleset make a chunk, at most: what deals come to takes memory."""

Watcher: TypeAlias = Callable[[int, int], None]
"""Told how many games have been played so far, and how many it will be."""


@dataclass
class ComparisonOutcome:
    """What has been played of a comparison.

    Attributes
    ----------
    comparison
        What there is to play.
    tallies
        For each setting; of deals 1, 2, …, without gaps.
    seconds
        Spent playing: neither starting nor compiling.
    """

    comparison: Comparison
    tallies: list[PairedTally] = field(default_factory=list)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.tallies = self.tallies or [
            PairedTally.empty(setting.compared) for setting in self.comparison.settings
        ]

    @property
    def deals(self) -> list[int]:
        """How many deals were played by each ruleset, for each setting."""
        return [int(tally.deals) for tally in self.tallies]

    @property
    def games(self) -> int:
        """How many games were played."""
        settings = zip(self.comparison.settings, self.deals, strict=True)
        return sum(setting.games(deals) for setting, deals in settings)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be played."""
        return self.games == self.comparison.games

    @property
    def played(self) -> list[Played]:
        """What there is to make tables of."""
        fields = self.comparison.fields
        return [
            Played(fields[setting.field].name, setting.compared, tally)
            for setting, tally in zip(self.comparison.settings, self.tallies, strict=True)
        ]


class FailedGameError(StrategyError):
    """A strategy failed in a game of a comparison.

    Parameters
    ----------
    error
        How.
    setting
        In which field, and with how many players.
    """

    def __init__(self, error: MoveError, setting: Setting) -> None:
        super().__init__(error, setting)
        self.error, self.setting = error, setting

    @property
    def where(self) -> Situation:
        """In which decision of which game."""
        return self.error.where

    @property
    def number(self) -> int:
        """The game's number in a run of its ruleset, number of players and field alone."""
        return (self.where.deal - 1) * self.setting.seatings + self.where.seating

    def __str__(self) -> str:
        return str(self.error)


class PairedChunk(NamedTuple):
    """Some deals of a setting, played by every ruleset."""

    setting: int
    tally: PairedTally


def compare(
    comparison: Comparison,
    engines: Sequence[Engine],
    *,
    threads: int = 1,
    watchers: Sequence[Watcher] = (),
) -> ComparisonOutcome:
    """Play a comparison until all is played, or until Ctrl-C.

    What has been counted does not depend on the engines, the threads or the size of chunks.

    Parameters
    ----------
    comparison
        What to play.
    engines
        For each of its plans, who plays it.
    threads
        How many chunks are played at once, if the engines can.
    watchers
        Called in this thread.

    Raises
    ------
    FailedGameError
        If a strategy makes an illegal move or raises an exception.
    """
    outcome = ComparisonOutcome(comparison)
    pieces = chunks(
        [setting.planned[0] for setting in comparison.settings],
        [Deals.up_to(setting.deals) for setting in comparison.settings],
        min(CHUNK_GAMES, *(engine.chunk_games for engine in engines)),
        growing=True,
    )
    at_once = threads if all(engine.parallel for engine in engines) else 0

    def work(chunk: Chunk) -> PairedChunk:
        return _play(comparison, chunk, engines)

    _play(comparison, Chunk(0, 1, 0), engines)  # compiles what counts
    started = time.perf_counter()
    with stop_on_interrupt() as stop:
        for played in in_order(work, pieces, at_once, stop):
            outcome.tallies[played.setting] += played.tally
            outcome.seconds = time.perf_counter() - started
            for watch in watchers:
                watch(outcome.games, comparison.games)
    return outcome


def _play(comparison: Comparison, chunk: Chunk, engines: Sequence[Engine]) -> PairedChunk:
    """Play a chunk, whose cell is a setting, by every ruleset."""
    setting = comparison.settings[chunk.cell]
    compared, sums = setting.compared, []
    for index, planned, offset in zip(setting.cells, setting.planned, setting.offsets, strict=True):
        first_deal = chunk.first_deal + offset
        try:
            rows = engines[setting.field].play(Chunk(index, first_deal, chunk.deals))
        except MoveError as error:
            raise FailedGameError(error, setting) from error
        sums.append(
            deal_sums(
                planned.cell.rules,
                compared.strategies,
                rows,
                seatings=setting.seatings,
                seed=comparison.seed,
                first_deal=first_deal,
            )
        )
    tally = PairedTally.empty(compared)
    tally.count(compared, sums)
    return PairedChunk(chunk.cell, tally)
