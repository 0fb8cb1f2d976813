"""A game of a run again, from Python: to read, and as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from strategy_lab.errors import LaboratoryError, MoveError, UsageError
from strategy_lab.simulation.plan import Plan

from forsale_sim.reference.recording import PastDecision

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
    """Every decision in the order of play: who made it, its `view` and its `move`. Of Monopoly, all
    that happened."""

    def __repr__(self) -> str:
        return self.story

    def review(self) -> DataFrame:
        """Return what each decision gave away, by `champion`'s estimate.

        Returns
        -------
        DataFrame
            A row for every decision with a choice: ``phase``, ``round``, ``seat``, ``strategy``,
            ``move``, the ``best`` move, what the move ``gave_away`` of the chance to win, 0 to 1,
            and ``chances``, a dict from each sensible move to the chance to win after it.
        """
        from pandas import DataFrame

        from forsale_sim.play.review import judge

        if not all(isinstance(each, PastDecision) for each in self.decisions):
            raise UsageError("only games of For Sale can be reviewed")
        return DataFrame(
            {
                "phase": each.made.game.phase,
                "round": each.made.game.round,
                "seat": each.made.seat,
                "strategy": each.made.strategy,
                "move": each.made.move,
                "best": each.best,
                "gave_away": each.cost,
                "chances": each.chances,
            }
            for each in judge(self.decisions)
        )


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
    return Replay(seated.story(), [json.loads(line) for line in seated.trace()], decisions)
