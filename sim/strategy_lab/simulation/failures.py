"""A game in which a strategy failed."""

from __future__ import annotations

from strategy_lab.errors import MoveError, Situation, StrategyError
from strategy_lab.simulation.plan import Plan


class FailedGameError(StrategyError):
    """A strategy made an illegal move or raised an exception in a game of an experiment.

    `plan` and `cell`: what was being played: a plan, and the index of its cell.
    """

    def __init__(self, error: MoveError, plan: Plan, cell: int) -> None:
        super().__init__(error, plan, cell)
        self.error, self.plan, self.planned = error, plan, plan.cells[cell]

    @property
    def where(self) -> Situation:
        """The decision, and the game."""
        return self.error.where

    @property
    def lineup(self) -> tuple[str, ...]:
        """The specs by seat in seating 1; none where lineups are drawn."""
        return tuple(self.plan.field[index].spec for index in self.planned.lineup or ())

    def __str__(self) -> str:
        return str(self.error)
