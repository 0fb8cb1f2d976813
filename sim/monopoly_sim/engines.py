"""Monopoly's kernel as the engine of a plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.engines import KernelEngine
from strategy_lab.simulation.plan import Game, Plan, PlannedCell

from monopoly_sim.reference.events import Bid, Event
from monopoly_sim.reference.events import Game as PlayedGame
from monopoly_sim.reference.trace import detail_of, play_on, row_of, story, trace_lines
from monopoly_sim.rows import GameRows


class CompiledEngine(KernelEngine):
    """The kernel: strategies that numba can compile, thousands of games a second and core."""

    KERNEL = "monopoly_sim.engine.turns"
    chunk_games = 1024

    def memory(self, planned: PlannedCell) -> tuple[NDArray[Any], ...]:
        from monopoly_sim.engine.table import new_state

        rules, plan = planned.cell.rules, self._plan
        return (new_state(rules, plan.seed, plan.refilled_after),)


@dataclass(frozen=True, slots=True)
class SeatedGame:
    number: Game
    seed: int
    strategies: Sequence[int]  # by seat, as indices into the field
    names: list[str]  # what tables call the strategy in each seat
    game: PlayedGame

    def play(self) -> list[Event]:
        """Play the game to its end; return all that happened."""
        play_on(self.game)
        return self.game.events

    def story(self) -> str:
        return story(self.game, self.seed, self.number.number, self.names)

    def trace(self) -> Iterator[str]:
        return trace_lines(self.game, self.seed, self.number.number, self.names)

    def moves(self, decision: str) -> list[tuple[int, int]]:
        """Return the seats that have bid, and what; of other decisions nothing is kept."""
        bids = [event for event in self.game.events if isinstance(event, Bid)]
        return [(bid.seat, bid.amount) for bid in bids] if decision == "bid" else []

    def rows(self) -> GameRows:
        row, detail = row_of(self.game, self.strategies), detail_of(self.game)
        return GameRows(np.array([row]), np.array([detail]), self.game.rules.players, 1, 1)


def seat_game(plan: Plan, game: Game) -> SeatedGame:
    strategies = plan.seats(game.cell, game.deal, game.seating)
    entrants = [plan.field[index] for index in strategies]
    lineup: list[Any] = [SimpleNamespace(name=each.name, **each.decisions) for each in entrants]
    return SeatedGame(
        number=game,
        seed=plan.seed,
        strategies=strategies,
        names=[each.name for each in entrants],
        game=PlayedGame(game.cell.cell.rules, lineup, plan.seed, game.deal, game.seating),
    )
