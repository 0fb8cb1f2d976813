"""What every experiment says of itself, and what has been played and counted of one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from strategy_lab.plugins.entrant import Entrant
from strategy_lab.results.accumulator import Accumulator
from strategy_lab.results.columns import Column, Tables
from strategy_lab.results.core import Core
from strategy_lab.rows import Rows
from strategy_lab.simulation.engines import Engine
from strategy_lab.simulation.pieces import Block, Chunk, Piece
from strategy_lab.simulation.plan import Plan
from strategy_lab.simulation.spans import Spans


class Experiment(ABC):
    """Says what to play next, how rows are counted, and which tables come of it.

    All else is the same for every experiment: see `simulation.driver` and `simulation.sessions`.

    Attributes
    ----------
    plans
        What chunks are of; each is played by an engine of its own.
    blocks
        What is counted together.
    needs_detail
        Whether rows must come with the detail of each game.
    in_turn
        Whether blocks take turns; otherwise one is finished before the next begins.
    piece_games
        How many games a piece has at most, if that is fewer than an engine plays at once.
    libraries
        Further packages whose version decides what is played: another draws other numbers.
    columns
        What the columns of its tables hold.
    adaptive
        Whether what is played depends on what was counted, so that it cannot be split into shards.
    grows
        Whether it comes to further plans and blocks while it is played, so that no other process
        knows them.
    prepares
        Whether it only finds out what another experiment needs: see `Spec.following`.
    """

    plans: tuple[Plan, ...]
    blocks: Sequence[Block]
    needs_detail = False
    in_turn = True
    piece_games: int | None = None
    adaptive = False
    grows = False
    prepares = False
    libraries: tuple[str, ...] = ()
    columns: Mapping[str, Column] = MappingProxyType({})

    def playable(self, plan: int) -> Plan:
        """Return a plan with all its players, some of whom may be made only now."""
        return self.plans[plan]

    @abstractmethod
    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return what is played for a piece, in the order in which `count` gets its rows."""

    @abstractmethod
    def empty(self, block: int) -> Accumulator:
        """Return the tally of no game of a block."""

    def count(self, piece: Piece, rows: Sequence[Rows]) -> Accumulator:
        """Return the tally of a piece. Workers call it, several at once."""
        tally = self.empty(piece.block)
        tally.count(rows)
        return tally

    def next_units(self, outcome: Outcome) -> list[Spans]:
        """Return which units of each block to play before asking again; none at the end.

        It depends on what has been counted alone, so that an experiment that was interrupted goes
        on as it would have.
        """
        return outcome.missing

    def grow(self, outcome: Outcome) -> None:
        """Come to the plans and blocks that follow from what has been counted."""
        outcome.lengthen()

    def is_complete(self, outcome: Outcome) -> bool:
        """Return whether nothing is left to be played."""
        return not any(self.next_units(outcome))

    def shard(self, number: int, parts: int) -> list[Spans]:
        """Return which units of each block one of several parts plays."""
        return [Spans.up_to(block.units).part(number, parts) for block in self.blocks]

    @abstractmethod
    def tables(self, outcome: Outcome) -> Tables:
        """Return the tables of what has been counted."""

    def has_results(self, outcome: Outcome) -> bool:
        """Return whether enough has been counted for tables."""
        return outcome.games > 0

    def deals(self, outcome: Outcome) -> int:
        """Return how many deals are behind the tables."""
        return sum(map(len, outcome.played))

    def games_expected(self, outcome: Outcome) -> int:
        """Return how many games will have been played in the end, as far as one can tell."""
        return sum(
            block.games_in(len(units))
            for block, units in zip(self.blocks, outcome.wanted, strict=True)
        )

    def shortcomings(self, outcome: Outcome) -> list[str]:
        """Return a sentence for everything that is not as well known as was asked for."""
        return []

    def facts(self, outcome: Outcome) -> Mapping[str, Any]:
        """Return what the manifest says beside the facts that all experiments have."""
        return {}

    def progress_text(self, outcome: Outcome) -> str:
        """Return how it stands, in a line for people who wait for it."""
        return ""

    @property
    def entrants(self) -> Sequence[Entrant]:
        """Who plays, as far as it was asked for."""
        return [entrant for plan in self.plans for entrant in plan.field]

    @property
    def shown(self) -> Experiment:
        """The experiment that tables are of: this one, unless it is part of what prepares."""
        return self

    @property
    def notes(self) -> list[str]:
        """What users should know before it is played, a sentence each."""
        return []

    @property
    def games(self) -> int:
        """How many games there are to play at most."""
        return sum(block.games for block in self.blocks)

    def engines(self, name: str, known: int = 0) -> list[Engine]:
        """Return who plays: the engine of a name for each plan, but for the first `known`."""
        plans = [self.playable(plan) for plan in range(known, len(self.plans))]
        several = name == "compiled" and known == 0 and len(plans) > 1
        with _compiling_ahead(plans) if several else nullcontext():
            return [plan.definition.engines[name](plan) for plan in plans]

    def new_core(self, block: int) -> Core:
        """Return the core of no game of a block."""
        cell = self.blocks[block].cell
        return Core.empty(len(cell.field), cell.players, self.plans[0].definition.score)


def _compiling_ahead(plans: Sequence[Plan]) -> AbstractContextManager[object]:
    """Let another process begin with those who play last, while fields are compiled in turn."""
    from strategy_lab.plugins.compiling_ahead import compiling_ahead

    return compiling_ahead([entrant for plan in plans for entrant in plan.field])


class PlayedPiece(NamedTuple):
    """A piece that has been played and counted."""

    piece: Piece
    tally: Accumulator
    core: Core
    rows: tuple[Rows, ...] = ()
    """Of each of its chunks; empty unless somebody asked for the games themselves."""


@dataclass
class Outcome:
    """What has been played and counted of an experiment."""

    experiment: Experiment
    wanted: list[Spans] = field(default_factory=list)
    """Which units of each block are to be played at most: all of them, but for a shard."""

    played: list[Spans] = field(default_factory=list)
    tallies: dict[int, Accumulator] = field(default_factory=dict)
    cores: dict[int, Core] = field(default_factory=dict)
    """The counts of every block that has been begun."""

    seconds: float = 0.0
    """Time spent playing, without starting and compiling."""

    complete: bool = False
    """Whether nothing is left to be played."""

    games: int = field(init=False)
    """How many games were played."""

    def __post_init__(self) -> None:
        blocks = self.experiment.blocks
        self.wanted = self.wanted or [Spans.up_to(block.units) for block in blocks]
        self.played = self.played or [Spans()] * len(blocks)
        self.games = sum(core.games for core in self.cores.values())

    @property
    def missing(self) -> list[Spans]:
        """Which units of each block are wanted and have not been played."""
        return [self.missing_of(block) for block in range(len(self.wanted))]

    def missing_of(self, block: int) -> Spans:
        """Return which units of a block are wanted and have not been played."""
        return self.wanted[block] - self.played[block]

    def tally(self, block: int) -> Any:
        """Return the tally of a block, empty if none of it has been played."""
        return self.tallies[block] if block in self.tallies else self.experiment.empty(block)

    def passed_on(self, experiment: Experiment, wanted: list[Spans]) -> Outcome:
        """Return what has been played, as that of an experiment that may begin with the same."""
        outcome, known = Outcome(experiment, wanted), 0
        before = self.experiment.blocks
        while known < min(len(before), len(experiment.blocks)):
            if before[known] != experiment.blocks[known]:
                break
            outcome.played[known], outcome.seconds = self.played[known], self.seconds
            if known in self.tallies:
                outcome.add_sums(known, self.tallies[known], self.cores[known])
            known += 1
            if known == len(experiment.blocks):
                experiment.grow(outcome)
        return outcome

    def lengthen(self) -> None:
        """Make room for the blocks that the experiment has come to."""
        more = self.experiment.blocks[len(self.played) :]
        self.wanted += [Spans.up_to(block.units) for block in more]
        self.played += [Spans()] * len(more)

    def add(self, played: PlayedPiece) -> None:
        """Count a piece."""
        block = played.piece.block
        self.played[block] += played.piece.span
        self.add_sums(block, played.tally, played.core)

    def add_sums(self, block: int, tally: Accumulator, core: Core) -> None:
        """Add counts of a block."""
        if block not in self.tallies:
            self.tallies[block] = self.experiment.empty(block)
            self.cores[block] = self.experiment.new_core(block)
        self.tallies[block] += tally
        self.cores[block] += core
        self.games += core.games
