"""A match as an experiment: what its player wins in each deal."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.experiments.run.experiment import Run
from forsale_sim.reports.matches.plan import Match
from forsale_sim.results.accumulator import Accumulator
from forsale_sim.results.deal_scores import DealScores
from forsale_sim.rows import Rows
from forsale_sim.simulation.experiment import Outcome
from forsale_sim.simulation.pieces import Piece


class PlayedMatch(Run):
    """A match, whose player is the first of its field."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.plan, match.plan.games)
        self.match = match

    def empty(self, block: int) -> DealScores:
        """Return the scores of no deal."""
        return DealScores.empty(0, self.plan.cells[block].deals)

    def count(self, piece: Piece, rows: Sequence[Rows]) -> Accumulator:
        """Return the scores of a piece's deals."""
        scores = self.empty(piece.block)
        scores.of(piece.first - 1, piece.units).count(rows)
        return scores

    def wins(self, outcome: Outcome) -> list[DealScores]:
        """Return what the player won, by cell."""
        return [outcome.tally(block) for block in range(len(self.blocks))]
