"""Pieces and chunks: what one worker plays and counts at once, and the deals that the kernel plays.

An experiment is made of blocks, each with a tally of its own: a cell of a run, a setting of a
comparison, a look of a duel, a batch of a meta-game. A block has units that are counted one by one,
most often deals. A piece is a span of units of one block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from strategy_lab.results.cell import Cell
from strategy_lab.simulation.spans import Spans

FEWEST_PIECES = 32
"""Units are shared out in at least so many pieces, if there are as many: a few slow games keep any
usual number of threads busy, and many quick ones are still played by the thousand."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive deals of a cell: the same chunk gives the same rows on any machine."""

    plan: int
    cell: int
    """Indices into the experiment's plans and into the cells of that plan."""

    first_deal: int
    deals: int
    """The number of the first deal, from 1, and how many there are. No deal is ever split."""


@dataclass(frozen=True, slots=True)
class Block:
    """What is counted together."""

    name: str
    """What messages call it."""

    cell: Cell
    """Whose field and number of players its games have."""

    units: int
    """How many units there are, numbered from 1."""

    games: int
    """How many games all of them are."""

    identity: Mapping[str, Any]
    """All that decides its rows, in values that JSON can hold; part of the digest."""

    def games_in(self, units: int) -> int:
        """Return how many games so many units are, exact where all units are alike."""
        return self.games * units // max(1, self.units)

    def units_in(self, games: int) -> int:
        """Return how many units so many games are, at least one."""
        return max(1, games * self.units // max(1, self.games))


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of units of a block: the unit of progress."""

    block: int
    """Index into the experiment's blocks."""

    first: int
    units: int
    """The number of the first unit, from 1, and how many there are."""

    @property
    def span(self) -> Spans:
        """The units as a set."""
        return Spans.of([(self.first, self.first + self.units - 1)])

    def parts(self, units: int) -> Iterator[Piece]:
        """Yield the piece in parts of at most `units` units."""
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
