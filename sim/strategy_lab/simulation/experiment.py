"""What every experiment says of itself, and what has been played and counted of one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np

from strategy_lab.errors import UsageError, first_problem
from strategy_lab.game import GameDefinition, Ruleset, draw_lineup, turned
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.results.accumulators import Accumulator, Cell, Core
from strategy_lab.results.conclusions import Column, Tables
from strategy_lab.rows import Rows
from strategy_lab.simulation.options import WITH_REPLACEMENT, WITHOUT_REPLACEMENT

MOST_GAMES = 10**12  # more than a run can ever play: a larger number is a slip
MOST_STRATEGIES = 255  # a row names a strategy in one byte

SEEDS = 2**64


@dataclass(frozen=True, slots=True)
class PlannedCell:
    cell: Cell  # the rules, the field and how many games a deal is played for
    lineup: tuple[int, ...] | None
    """Indices into the field by seat in seating 1; None where every deal draws its own."""

    deals: int  # how many deals are played, from deal 1 on
    first_game: int  # the number of the cell's first game in its plan, which counts games from 1

    @property
    def games(self) -> int:
        return self.deals * self.cell.seatings


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a plan, named by what it takes to play it."""

    number: int
    cell: PlannedCell
    deal: int
    seating: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Cells that are played by one field of strategies from one seed."""

    field: tuple[Entrant, ...]
    seed: int
    rotate: bool
    cells: tuple[PlannedCell, ...]
    lineups: str = WITHOUT_REPLACEMENT  # how lineups are drawn, one of `LINEUPS`

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_field(self.field)

    @property
    def definition(self) -> GameDefinition:
        return self.field[0].game

    @property
    def games(self) -> int:
        return sum(cell.games for cell in self.cells)

    @property
    def seating(self) -> str:
        how = " with replacement" if self.lineups == WITH_REPLACEMENT else ""
        lineup = "fixed lineup" if self.cells[0].lineup else f"drawn lineups{how}"
        return f"{lineup}, {'all rotations' if self.rotate else 'no rotation'}"

    @property
    def drawing(self) -> dict[str, str]:
        """How lineups are drawn where that is not as usual: part of what digests cover."""
        return {} if self.lineups == WITHOUT_REPLACEMENT else {"lineups": self.lineups}

    @property
    def refilled_after(self) -> int:
        """After how many draws of a lineup all strategies can be drawn again."""
        return 1 if self.lineups == WITH_REPLACEMENT else len(self.field)

    def game(self, number: int) -> Game:
        if not 1 <= number <= self.games:
            raise UsageError(f"there is no game {number}: the run's games are 1 to {self.games}")
        firsts = [cell.first_game for cell in self.cells]
        cell = self.cells[bisect_right(firsts, number) - 1]
        deal, seating = divmod(number - cell.first_game, cell.cell.seatings)
        return Game(number, cell, deal + 1, seating + 1)

    def seats(self, planned: PlannedCell, deal: int, seating: int) -> list[int]:
        """Return who sits where in a game of a cell: indices into the field, seat 1 first."""
        players = planned.cell.players
        drawn = planned.lineup or draw_lineup(
            self.seed, players, deal, len(self.field), self.refilled_after
        )
        return turned(drawn, seating)


def check_field(field: Sequence[Entrant]) -> None:
    if not 1 <= len(field) <= MOST_STRATEGIES:
        raise UsageError(f"a field has 1 to {MOST_STRATEGIES} strategies, not {len(field)}")


def check_games(games: float) -> None:
    if not 1 <= games <= MOST_GAMES:
        shown = f"{games:.15g}" if abs(games) < 10**300 else "one of hundreds of digits"
        raise UsageError(f"the number of games must be 1 to {MOST_GAMES:.0e}, not {shown}")


def check_seed(seed: int) -> None:
    if not 0 <= seed < SEEDS:
        raise UsageError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")


def make_plan(
    rulesets: Sequence[Ruleset],
    *,
    field: Sequence[Entrant],
    lineup: Sequence[int] | None = None,
    players: Sequence[int] = (),
    rotate: bool = True,
    seed: int,
    games: int,
    at_most: bool = False,
    lineups: str = WITHOUT_REPLACEMENT,
) -> Plan:
    """Settle what is played: a cell for each ruleset and player count."""
    check_games(games)
    check_field(field)
    names = tuple(entrant.name for entrant in field)
    tables = [
        (ruleset, count)
        for ruleset in rulesets
        for count in _player_counts(field[0].game, ruleset, players, lineup)
    ]
    cells: list[PlannedCell] = []
    first_game = 1
    for ruleset, count in tables:
        seats = tuple(lineup) if lineup is not None else (0,) * count if len(field) == 1 else None
        rotations = (period(seats) if seats else count) if rotate else 1
        share = len(tables) * rotations
        deals = max(1, games // share) if at_most else -(-games // share)
        planned = PlannedCell(
            Cell(ruleset.rules(count), names, rotations), seats, deals, first_game
        )
        if planned.games > planned.cell.most_games:
            raise UsageError(
                f"{ruleset.name} for {count} players can be tallied for at most "
                f"{planned.cell.most_games} games, not {planned.games}"
            )
        cells.append(planned)
        first_game += planned.games
    return Plan(tuple(field), seed, rotate, tuple(cells), lineups)


def period(lineup: Sequence[int] | Sequence[str]) -> int:
    """Return how many rotations of a lineup differ: 2 for A, B, A, B."""
    return next(
        shift
        for shift in range(1, len(lineup) + 1)
        if len(lineup) % shift == 0 and [*lineup[shift:], *lineup[:shift]] == list(lineup)
    )


def _player_counts(
    game: GameDefinition, ruleset: Ruleset, players: Sequence[int], lineup: Sequence[int] | None
) -> Sequence[int]:
    least, most = game.players
    for count in players:
        if not least <= count <= most:
            raise UsageError(f"{game.title} is played by {least} to {most} players, not by {count}")
    if lineup is None:
        return tuple(dict.fromkeys(players)) or ruleset.players
    if set(players) - {len(lineup)}:
        raise UsageError(
            f"the lineup seats {len(lineup)} players, not {','.join(map(str, players))}: leave out "
            "the number of players, or name as many seats"
        )
    return (len(lineup),)


@dataclass(frozen=True, slots=True)
class Spans:
    """A set of whole numbers from 1 on, kept as spans: a whole run has one, merged parts a few."""

    pairs: tuple[tuple[int, int], ...] = ()
    """First and last number of each span, ascending; no two spans overlap or touch."""

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> Spans:
        """Return the union of disjoint spans, in any order; empty ones are allowed."""
        joined: list[tuple[int, int]] = []
        for first, last in sorted(pair for pair in pairs if pair[0] <= pair[1]):
            if joined and first <= joined[-1][1]:
                raise ValueError(f"{first} is there twice")
            if joined and first == joined[-1][1] + 1:
                joined[-1] = (joined[-1][0], last)
            else:
                joined.append((first, last))
        return cls(tuple(joined))

    @classmethod
    def up_to(cls, last: int) -> Spans:
        return cls.of([(1, last)])

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.pairs)

    def __add__(self, other: Spans) -> Spans:
        return Spans.of([*self.pairs, *other.pairs])

    def __sub__(self, other: Spans) -> Spans:
        """Return the numbers that are not in `other`."""
        left: list[tuple[int, int]] = []
        for first, last in self.pairs:
            start = first
            for there, until in other.pairs:
                if until >= start and there <= last:
                    left.append((start, there - 1))
                    start = until + 1
            left.append((start, last))
        return Spans.of(left)

    def first(self, count: int) -> Spans:
        """Return the `count` lowest numbers, or all if there are fewer."""
        taken: list[tuple[int, int]] = []
        for first, last in self.pairs:
            taken.append((first, min(last, first + count - 1)))
            count -= min(count, last - first + 1)
        return Spans.of(taken)

    def part(self, number: int, parts: int) -> Spans:
        """Return one of `parts` parts, from 1, of sizes as equal as can be, in ascending order."""
        before, after = (len(self) * count // parts for count in (number - 1, number))
        return self.first(after) - self.first(before)


# pieces: Pieces and chunks: what one worker plays and counts at once, and the deals that the
# kernel plays.
#
# An experiment is made of blocks, each with a tally of its own: a cell of a run, a setting of a
# comparison, a look of a duel, a batch of a meta-game. A block has units that are counted one by
# one, most often deals. A piece is a span of units of one block.

FEWEST_PIECES = 32
"""Units are shared out in at least so many pieces, if there are as many: a few slow games keep any
usual number of threads busy, and many quick ones are still played by the thousand."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive deals of a cell: the same chunk gives the same rows on any machine."""

    plan: int
    cell: int  # indices into the experiment's plans and into the cells of that plan
    first_deal: int
    deals: int
    """The number of the first deal, from 1, and how many there are. No deal is ever split."""

    detail: bool = False  # whether rows must come with the detail of each game


@dataclass(frozen=True, slots=True)
class Block:
    """What is counted together."""

    name: str  # what messages call it
    cell: Cell  # whose field and number of players its games have
    units: int  # how many units there are, numbered from 1
    games: int  # how many games all of them are
    identity: Mapping[str, Any]
    """All that decides its rows, in values that JSON can hold; part of the digest."""

    def units_in(self, games: int) -> int:
        return max(1, games * self.units // max(1, self.games))


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of units of a block: the unit of progress."""

    block: int  # index into the experiment's blocks
    first: int  # the number of the first unit, from 1
    units: int

    @property
    def span(self) -> Spans:
        return Spans.of([(self.first, self.first + self.units - 1)])

    def parts(self, units: int) -> Iterator[Piece]:
        for first in range(self.first, self.first + self.units, units):
            yield Piece(self.block, first, min(units, self.first + self.units - first))


def cut(
    blocks: Sequence[Block],
    units: Sequence[Spans],
    games: int,
    *,
    in_turn: bool,
    quick_games: int = 0,
) -> Iterator[Piece]:
    """Cut units into pieces: of one unit at first, then of twice as many each time, up to a limit.

    So a slow experiment that is stopped early has something to show. No piece has more than `games`
    games, nor fewer than `quick_games`, if there are as many.
    """
    limit = -(-sum(map(len, units)) // FEWEST_PIECES)
    left, size = {block: spans for block, spans in enumerate(units) if spans}, 1
    most = {block: blocks[block].units_in(games) for block in left}
    least = {block: blocks[block].units_in(min(games, quick_games)) for block in left}
    while left := {block: spans for block, spans in left.items() if spans}:
        for block in left if in_turn else list(left)[:1]:
            first, last = left[block].pairs[0]
            wanted = max(min(size, most[block]), least[block])
            piece = Piece(block, first, min(wanted, last - first + 1))
            yield piece
            left[block] -= piece.span
        size = min(2 * size, limit)


class Engine(Protocol):
    """Plays chunks of a plan: the same chunk always gives the same rows."""

    name: str  # as ``--engine`` and the manifest call it
    chunk_games: int
    """How many games make a chunk, at most and in whole deals, that takes well under a second."""
    parallel: bool  # whether other threads than the main one can play, and several at once

    def play(self, chunk: Chunk, detail: bool = False) -> Rows:
        """Return the outcome of every game of a chunk, in detail if wanted."""
        ...


class Experiment(ABC):
    """Says what to play next, how rows are counted, and which tables come of it.

    All else is the same for every experiment: see `simulation.execution` and `simulation.sessions`.
    """

    plans: tuple[Plan, ...]  # what chunks are of; each is played by an engine of its own
    blocks: Sequence[Block]  # what is counted together
    in_turn = True  # whether blocks take turns; otherwise one is finished before the next begins
    piece_games: int | None = None  # of a piece at most, if that is fewer than an engine plays
    adaptive = False  # whether what is played depends on what was counted: it has no shards
    forecast: str | None = None  # what is said in place of the time left, if games do not tell it
    grows = False  # whether it comes to further plans and blocks, which no other process knows
    prepares = False  # whether it only finds out what another needs: see `Spec.following`
    libraries: tuple[str, ...] = ()
    """Further packages whose version decides what is played: another draws other numbers."""
    columns: Mapping[str, Column] = MappingProxyType({})  # what those of its tables hold

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
        more = self.blocks[len(outcome.played) :]
        outcome.wanted += [Spans.up_to(block.units) for block in more]
        outcome.played += [Spans()] * len(more)

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
            block.games * len(units) // max(1, block.units)  # exact where all units are alike
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
        entrants = [entrant for plan in plans for entrant in plan.field]
        with ExitStack() as opened:
            if name == "compiled" and known == 0 and len(plans) > 1:
                from strategy_lab.plugins.compiling import compiling_ahead

                opened.enter_context(compiling_ahead(entrants))
            return [plan.definition.engines[name](plan) for plan in plans]

    def new_core(self, block: int) -> Core:
        cell = self.blocks[block].cell
        return Core.empty(len(cell.field), cell.players, self.plans[0].definition.score)


class PlayedPiece(NamedTuple):
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

    seconds: float = 0.0  # time spent playing, without starting and compiling
    complete: bool = False  # whether nothing is left to be played
    games: int = field(init=False)  # how many games were played
    origin: str = ""  # the files that it was read from, if it was

    def __post_init__(self) -> None:
        blocks = self.experiment.blocks
        self.wanted = self.wanted or [Spans.up_to(block.units) for block in blocks]
        self.played = self.played or [Spans()] * len(blocks)
        self.games = sum(core.games for core in self.cores.values())

    def tables(self) -> Tables:
        """Return what the experiment makes of it; sums in a file may be those of no game."""
        if not self.origin:
            return self.experiment.tables(self)
        try:
            with np.errstate(divide="raise", over="raise", invalid="raise"):
                return self.experiment.tables(self)
        except (ArithmeticError, LookupError, ValueError) as error:
            raise UsageError(
                f"the sums of {self.origin} are none of games that were played "
                f"({type(error).__name__}: {first_problem(error)}): bring it back from a copy"
            ) from error

    @property
    def missing(self) -> list[Spans]:
        return [self.missing_of(block) for block in range(len(self.wanted))]

    def missing_of(self, block: int) -> Spans:
        return self.wanted[block] - self.played[block]

    def tally(self, block: int) -> Any:
        return self.tallies[block] if block in self.tallies else self.experiment.empty(block)

    def passed_on(self, experiment: Experiment, wanted: list[Spans]) -> Outcome:
        """Return what has been played, as that of an experiment that may begin with the same."""
        outcome = Outcome(experiment, wanted)
        for block, before in zip(outcome.to_fill(), self.experiment.blocks, strict=False):
            if before != experiment.blocks[block]:
                break
            outcome.played[block], outcome.seconds = self.played[block], self.seconds
            if block in self.tallies:
                outcome.add_sums(block, self.tallies[block], self.cores[block])
        return outcome

    def to_fill(self) -> Iterator[int]:
        """Yield each block, to be filled: to further ones the experiment grows by what is there."""
        block = 0
        while block < len(self.experiment.blocks):
            yield block
            block += 1
            if block == len(self.experiment.blocks):
                self.experiment.grow(self)

    def add(self, played: PlayedPiece) -> None:
        block = played.piece.block
        self.played[block] += played.piece.span
        self.add_sums(block, played.tally, played.core)

    def add_sums(self, block: int, tally: Accumulator, core: Core) -> None:
        if block not in self.tallies:
            self.tallies[block] = self.experiment.empty(block)
            self.cores[block] = self.experiment.new_core(block)
        self.tallies[block] += tally
        self.cores[block] += core
        self.games += core.games


# staged: An experiment in stages, of which each is decided by what was counted of those before it.
#
# It is a generator, which yields an experiment and is sent what came of it. What it does depends on
# nothing else. So a checkpoint needs the counts alone: the generator goes through the stages again.

T = TypeVar("T")

Steps: TypeAlias = Generator[Experiment, Outcome, T]
"""Yields what to play next, and is sent its outcome; returns what was found."""


class Staged(Experiment, ABC):
    """Experiments one after another, with one checkpoint and one digest.

    `parts`: those that have begun; none of them adaptive. `finished` and `found`: whether nothing
    is left to be played, and what was found then.
    """

    in_turn = False
    adaptive = True
    grows = True

    def __init__(self, steps: Steps[Any]) -> None:
        self._generator = steps
        self._outcomes: dict[int, Outcome] = {}
        self.finished = False
        self.found: Any = None
        self.parts: tuple[Experiment, ...] = ()
        self.plans, self.blocks = (), []
        self._plans_before, self._blocks_before = [0], [0]
        self._add(next(steps))

    def _add(self, part: Experiment) -> None:
        self.parts += (part,)
        self.plans += part.plans
        self.blocks = [*self.blocks, *part.blocks]
        self._plans_before.append(len(self.plans))
        self._blocks_before.append(len(self.blocks))
        if part.piece_games is not None:
            self.piece_games = min(part.piece_games, self.piece_games or part.piece_games)

    def chunks(self, piece: Piece) -> list[Chunk]:
        number, own = self._own(piece)
        before = self._plans_before[number]
        return [
            replace(chunk, plan=before + chunk.plan) for chunk in self.parts[number].chunks(own)
        ]

    def playable(self, plan: int) -> Plan:
        number = bisect_right(self._plans_before, plan) - 1
        return self.parts[number].playable(plan - self._plans_before[number])

    def empty(self, block: int) -> Accumulator:
        number, own = self._own(Piece(block, 1, 0))
        return self.parts[number].empty(own.block)

    def count(self, piece: Piece, rows: Sequence[Rows]) -> Accumulator:
        number, own = self._own(piece)
        return self.parts[number].count(own, rows)

    def outcome_of(self, outcome: Outcome, number: int) -> Outcome:
        """Return what has been played of a stage: one object, which stages know again."""
        first, after = self._blocks_before[number : number + 2]
        begun = [block for block in range(first, after) if block in outcome.tallies]
        known = self._outcomes.setdefault(number, Outcome(self.parts[number]))
        known.wanted, known.played = outcome.wanted[first:after], outcome.played[first:after]
        known.tallies = {block - first: outcome.tallies[block] for block in begun}
        known.cores = {block - first: outcome.cores[block] for block in begun}
        known.games = sum(core.games for core in known.cores.values())
        return known

    def _own(self, piece: Piece) -> tuple[int, Piece]:
        """Return the number of the part that a piece is of, and the piece as the part has it."""
        number = bisect_right(self._blocks_before, piece.block) - 1
        return number, replace(piece, block=piece.block - self._blocks_before[number])

    def next_units(self, outcome: Outcome) -> list[Spans]:
        self.grow(outcome)
        units = [Spans()] * len(self.blocks)
        if not self.finished:
            left = self.parts[-1].next_units(self.outcome_of(outcome, len(self.parts) - 1))
            units[-len(left) :] = left
        return units

    def grow(self, outcome: Outcome) -> None:
        while not self.finished:
            played = self.outcome_of(outcome, len(self.parts) - 1)
            if any(self.parts[-1].next_units(played)):
                return
            try:
                self._add(self._generator.send(played))
            except StopIteration as end:
                self.finished, self.found = True, end.value
            super().grow(outcome)

    def is_complete(self, outcome: Outcome) -> bool:
        self.grow(outcome)
        return self.finished and not self.prepares

    def has_results(self, outcome: Outcome) -> bool:
        return (self.finished or len(self.parts) > 1) and not self.prepares

    def deals(self, outcome: Outcome) -> int:
        return sum(
            part.deals(self.outcome_of(outcome, number)) for number, part in enumerate(self.parts)
        )

    def games_expected(self, outcome: Outcome) -> int:
        return max(self.games, outcome.games)
