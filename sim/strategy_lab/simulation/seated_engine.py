"""Plays any game at the table of the engine that tells what happens: any Python callable."""

from __future__ import annotations

import numpy as np

from strategy_lab.errors import StrategyError
from strategy_lab.rows import Rows
from strategy_lab.simulation.pieces import Chunk
from strategy_lab.simulation.plan import Game, Plan
from strategy_lab.simulation.sources import sources_of

DEALS_PLAYED_TWICE = 2
"""The first deals of each cell: no digest or replay of a strategy that draws numbers of its own, or
remembers something, would ever be the same again."""


class SeatedEngine:
    """The readable engine of a game: one thread."""

    name = "python"
    chunk_games = 1  # so that Ctrl-C is looked at after every deal
    parallel = False

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        sources_of(plan.field)  # what they are before they remember anything

    def play(self, chunk: Chunk, detail: bool = False) -> Rows:
        """Return the outcome of every game of a chunk; play the first deals twice."""
        planned = self._plan.cells[chunk.cell]
        games = [
            Game(0, planned, deal, seating)
            for deal in range(chunk.first_deal, chunk.first_deal + chunk.deals)
            for seating in range(1, planned.cell.seatings + 1)
        ]
        played = [self._play(game) for game in games]
        definition = self._plan.definition
        record = definition.row if definition.detail is None else definition.detail
        return definition.rows(
            np.concatenate([np.zeros(0, definition.row), *(r.data for r in played)]),
            np.concatenate([np.zeros(0, record), *(r.detail for r in played if detail)]),
            planned.cell.players,
            planned.cell.seatings,
            chunk.first_deal,
        )

    def _play(self, game: Game) -> Rows:
        seated = self._plan.definition.seat_game(self._plan, game)
        seated.play()
        rows = seated.rows()
        if game.deal <= DEALS_PLAYED_TWICE:
            again = self._plan.definition.seat_game(self._plan, game)
            again.play()
            if np.any(rows.data != again.rows().data):
                raise StrategyError(
                    f"one of {', '.join(sorted(set(seated.names)))} decides otherwise when the "
                    f"same game is played again ({game.cell.cell.ruleset}, deal {game.deal}, "
                    f"seating {game.seating}), so no result would be the same twice: let it draw "
                    "its numbers from view.random() and remember nothing"
                )
        return rows
