"""Several experiments played as one: one after another, with one checkpoint and one digest."""

from __future__ import annotations

from abc import ABC
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from strategy_lab.results.accumulator import Accumulator
from strategy_lab.rows import Rows
from strategy_lab.simulation.experiment import Experiment, Outcome
from strategy_lab.simulation.pieces import Chunk, Piece
from strategy_lab.simulation.plan import Plan
from strategy_lab.simulation.spans import Spans


class Combined(Experiment, ABC):
    """Experiments of which each keeps its own plans, blocks and tallies.

    `parts`: at least one; none of them adaptive.
    """

    in_turn = False

    def __init__(self, parts: Sequence[Experiment]) -> None:
        self.parts: tuple[Experiment, ...] = ()
        self.plans, self.blocks = (), []
        self._plans_before, self._blocks_before = [0], [0]
        self._owner: list[int] = []
        for part in parts:
            self._add(part)

    def _add(self, part: Experiment) -> None:
        """Go on with another part."""
        self._owner += [len(self.parts)] * len(part.blocks)
        self.parts += (part,)
        self.plans += part.plans
        self.blocks = [*self.blocks, *part.blocks]
        self._plans_before.append(len(self.plans))
        self._blocks_before.append(len(self.blocks))
        self.needs_detail = self.needs_detail or part.needs_detail
        if part.piece_games is not None:
            self.piece_games = min(part.piece_games, self.piece_games or part.piece_games)

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return what the part that a piece is of plays for it."""
        before = self._plans_before[self._owner[piece.block]]
        part, own = self._own(piece)
        return [replace(chunk, plan=before + chunk.plan) for chunk in part.chunks(own)]

    def playable(self, plan: int) -> Plan:
        """Return a plan with its players, as its part has them."""
        number = bisect_right(self._plans_before, plan) - 1
        return self.parts[number].playable(plan - self._plans_before[number])

    def empty(self, block: int) -> Accumulator:
        """Return the tally of no game of a block, as its part has it."""
        part, own = self._own(Piece(block, 1, 0))
        return part.empty(own.block)

    def count(self, piece: Piece, rows: Sequence[Rows]) -> Accumulator:
        """Return the tally of a piece, as its part counts it."""
        part, own = self._own(piece)
        return part.count(own, rows)

    def shard(self, number: int, parts: int) -> list[Spans]:
        """Return which units of each block one of several shards plays."""
        return [units for part in self.parts for units in part.shard(number, parts)]

    def outcome_of(self, outcome: Outcome, number: int) -> Outcome:
        """Return what has been played of a part, which is counted from 0."""
        first, after = self._blocks_before[number : number + 2]
        return Outcome(
            self.parts[number],
            outcome.wanted[first:after],
            outcome.played[first:after],
            {
                block - first: outcome.tallies[block]
                for block in range(first, after)
                if block in outcome.tallies
            },
            {
                block - first: outcome.cores[block]
                for block in range(first, after)
                if block in outcome.cores
            },
            complete=outcome.complete,
        )

    def _own(self, piece: Piece) -> tuple[Experiment, Piece]:
        number = self._owner[piece.block]
        own = replace(piece, block=piece.block - self._blocks_before[number])
        return self.parts[number], own
