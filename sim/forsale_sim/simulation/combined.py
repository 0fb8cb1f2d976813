"""Several experiments played as one: one after another, with one checkpoint and one digest."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from forsale_sim.results.accumulator import Accumulator
from forsale_sim.rows import Rows
from forsale_sim.simulation.experiment import Experiment, Outcome
from forsale_sim.simulation.pieces import Chunk, Piece
from forsale_sim.simulation.spans import Spans


class Combined(Experiment, ABC):
    """Experiments of which each keeps its own plans, blocks and tallies.

    Parameters
    ----------
    parts
        At least one; none of them adaptive.
    """

    in_turn = False

    def __init__(self, parts: Sequence[Experiment]) -> None:
        self.parts = tuple(parts)
        self.plans = tuple(plan for part in parts for plan in part.plans)
        self.blocks = [block for part in parts for block in part.blocks]
        self.needs_houses = any(part.needs_houses for part in parts)
        self.piece_games = min(
            (part.piece_games for part in parts if part.piece_games is not None), default=None
        )
        self._plans_before = list(accumulate((len(part.plans) for part in parts), initial=0))
        self._blocks_before = list(accumulate((len(part.blocks) for part in parts), initial=0))
        self._owner = [number for number, part in enumerate(parts) for _ in part.blocks]

    def chunks(self, piece: Piece) -> list[Chunk]:
        """Return what the part that a piece is of plays for it."""
        before = self._plans_before[self._owner[piece.block]]
        part, own = self._own(piece)
        return [replace(chunk, plan=before + chunk.plan) for chunk in part.chunks(own)]

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
