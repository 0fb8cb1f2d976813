"""A game of a run again, from Python: to read, and as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from strategy_lab.display.progress import status
from strategy_lab.errors import LaboratoryError, MoveError, UsageError
from strategy_lab.game import GameDefinition
from strategy_lab.simulation.plan import Plan

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, repr=False)
class Replay:
    """One game, as ``forsale-sim replay`` shows it."""

    story: str
    """Move by move, in words."""
    trace: list[dict[str, Any]]
    """The objects of its trace, in the order of play: ``pandas.DataFrame(replay.trace)``."""
    decisions: Sequence[Any]
    """Every decision in the order of play: who made it, its `view` and its `move`, or what else
    the game tells."""
    _game: GameDefinition

    def __repr__(self) -> str:
        return self.story

    def review(self) -> DataFrame:
        """Return what each decision gave away, by an estimate of the game's.

        Returns
        -------
        DataFrame
            A row for every decision with a choice: ``phase``, ``round``, ``seat``, ``strategy``,
            ``move``, the ``best`` move, what the move ``gave_away`` of the chance to win, 0 to 1,
            and ``chances``, a dict from each sensible move to the chance to win after it.
        """
        from pandas import DataFrame

        if self._game.review is None:
            raise UsageError(f"games of {self._game.title} cannot be reviewed")
        with status("Looking back"):
            return DataFrame([*self._game.review(self.decisions)])


def replay(plan: Plan, number: int) -> Replay:
    """Play a game of a plan again with the readable engine.

    Parameters
    ----------
    plan
        Of the run.
    number
        The game's number in the run, from 1.

    Raises
    ------
    UsageError
        If the run has no such game.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    """
    seated = plan.definition.seat_game(plan, plan.game(number))
    try:
        decisions = seated.play()
    except MoveError as error:
        raise LaboratoryError(str(error)) from error
    trace = [json.loads(line) for line in seated.trace()]
    return Replay(seated.story(), trace, decisions, plan.definition)
