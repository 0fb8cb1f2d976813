"""Plays a meta-game: batch by batch, every multiset the same deals, until done or Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np

from forsale_sim.experiments.duel.playing import FailedGameError
from forsale_sim.experiments.meta.plan import MetaGame, Setting
from forsale_sim.reference.faults import MoveError
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.driver import stop_on_interrupt
from forsale_sim.simulation.engines import Engine
from forsale_sim.simulation.executors import in_order
from forsale_sim.stats.games.multisets import Integers

PIECE_GAMES = 1024
"""How many games are a piece that is worked on at once, about."""

Watcher: TypeAlias = Callable[[int, int], None]
"""Told how many games have been played so far, and how many it will be."""


@dataclass
class MetaOutcome:
    """What has been played of a meta-game.

    Attributes
    ----------
    meta
        What there is to play.
    sums
        For each setting, an array for each batch that is complete, (multisets, strategies): the win
        shares of a strategy's copies in 60ths, over all deals and as many seatings as players.
    seconds
        Spent playing: neither starting nor compiling.
    """

    meta: MetaGame
    sums: list[list[Integers]] = field(default_factory=list)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.sums = self.sums or [[] for _ in self.meta.settings]

    @property
    def deals(self) -> list[int]:
        """How many deals every multiset has played, for each setting."""
        settings = zip(self.meta.settings, self.sums, strict=True)
        return [len(sums) * setting.batch_deals for setting, sums in settings]

    @property
    def games(self) -> int:
        """How many games were played in the batches that are complete."""
        settings = zip(self.meta.settings, self.sums, strict=True)
        return sum(int(setting.games(len(sums)).sum()) for setting, sums in settings)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be played."""
        return self.deals == [setting.deals for setting in self.meta.settings]


class Piece(NamedTuple):
    """Some multisets in a batch of a setting."""

    setting: int
    batch: int
    first: int
    after: int


def play_meta_game(
    meta: MetaGame, engine: Engine, *, threads: int = 1, watch: Watcher | None = None
) -> MetaOutcome:
    """Play a meta-game to its end, or until Ctrl-C.

    What has been counted depends neither on the engine nor on the number of threads.

    Parameters
    ----------
    meta
        What to play.
    engine
        Who plays its plan.
    threads
        How many pieces are played at once, if the engine can.
    watch
        Called in this thread.

    Raises
    ------
    FailedGameError
        If a strategy makes an illegal move or raises an exception.
    """
    engine.play(Chunk(cell=0, first_deal=1, deals=0))  # what is compiled now is not on the clock
    outcome, games = MetaOutcome(meta), 0
    batch: list[Integers] = []

    def work(piece: Piece) -> tuple[Piece, Integers]:
        return piece, _play(meta, engine, piece)

    started = time.perf_counter()
    with stop_on_interrupt() as stop:
        at_once = threads if engine.parallel else 0
        for piece, sums in in_order(work, _pieces(meta), at_once, stop):
            setting = meta.settings[piece.setting]
            batch.append(sums)
            if piece.after == len(setting.counts):
                outcome.sums[piece.setting].append(np.concatenate(batch))
                batch = []
            outcome.seconds = time.perf_counter() - started
            if watch is not None:
                rotations = setting.rotations[setting.order(piece.batch), piece.first : piece.after]
                games += setting.batch_deals * int(rotations.sum())
                watch(games, meta.plan.games)
    return outcome


def _pieces(meta: MetaGame) -> Iterator[Piece]:
    """Yield the pieces of all batches; the settings take turns."""
    for batch in range(max(setting.batches for setting in meta.settings)):
        for index, setting in enumerate(meta.settings):
            if batch < setting.batches:
                multisets = len(setting.counts)
                size = max(1, PIECE_GAMES // (setting.batch_deals * setting.cell.players))
                for first in range(0, multisets, size):
                    yield Piece(index, batch, first, min(first + size, multisets))


def _play(meta: MetaGame, engine: Engine, piece: Piece) -> Integers:
    """Return the sums of a piece: (multisets, strategies)."""
    setting = meta.settings[piece.setting]
    tables = setting.tables[setting.order(piece.batch), piece.first : piece.after].tolist()
    return np.array([_play_table(meta, engine, setting, piece.batch, table) for table in tables])


def _play_table(
    meta: MetaGame, engine: Engine, setting: Setting, batch: int, table: int
) -> Integers:
    """Return the win shares of each strategy in 60ths, as of all rotations."""
    planned, strategies = meta.plan.cells[table], len(meta.plan.field)
    try:
        rows = engine.play(Chunk(table, setting.first_deal(batch), setting.batch_deals))
    except MoveError as error:
        lineup = tuple(meta.plan.field[index].spec for index in planned.lineup or ())
        raise FailedGameError(error, lineup, meta.plan.seed) from error
    wins = np.bincount(rows.strategy.ravel(), rows.win.ravel(), minlength=strategies)
    return wins.astype(np.int64) * (setting.cell.players // planned.cell.seatings)
