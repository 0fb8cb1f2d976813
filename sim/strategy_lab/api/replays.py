"""A game of a run again, from Python: to read, and as data."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from strategy_lab.display.progress import status
from strategy_lab.errors import (
    LaboratoryError,
    MoveError,
    StrategyError,
    UncompilableError,
    UsageError,
)
from strategy_lab.game import GameDefinition
from strategy_lab.simulation.execution import FailedGameError
from strategy_lab.simulation.plan import Game, Plan

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


P = ParamSpec("P")
R = TypeVar("R")

OPTION = re.compile(r"--(?P<no>no-)?(?P<name>[a-z][a-z0-9-]*)(?: (?P<value>python)\b)?")
SEVERAL = {"strategy": "strategies", "ruleset": "rulesets", "margin": "margins", "alpha": "alphas"}
"""Options that are repeated are arguments that take several."""


class GameError(StrategyError):
    """A strategy made an illegal move or raised an exception in a game.

    Attributes
    ----------
    story : str
        The game up to there, move by move.
    """

    def __init__(self, failed: FailedGameError) -> None:
        super().__init__(
            f"{failed}\nSee the game: it is the attribute `story` of this exception; in the next "
            "cell: import sys; print(sys.last_value.story)"
        )
        self._failed = failed

    @property
    def story(self) -> str:
        """The game up to there, move by move."""
        plan, where, planned = self._failed.plan, self._failed.where, self._failed.planned
        number = planned.first_game + (where.deal - 1) * planned.cell.seatings + where.seating - 1
        game = Game(number, planned, where.deal, where.seating)
        seated = plan.definition.seat_game(plan, game)
        with suppress(MoveError):
            seated.play()
        return seated.story()


def explained(function: Callable[P, R]) -> Callable[P, R]:
    """Let the errors of a function name its arguments in place of the command line's options."""
    arguments = inspect.signature(function).parameters

    @wraps(function)
    def explaining(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except StrategyError as error:
            failed = error if isinstance(error, FailedGameError) else error.__cause__
            if not isinstance(failed, FailedGameError):
                raise
            raise GameError(failed) from error
        except LaboratoryError as error:
            text = in_python(str(error), arguments)
            if text == str(error):
                raise
            kind = UsageError if isinstance(error, UncompilableError) else type(error)
            raise kind(text) from error.__cause__

    return explaining


def in_python(message: str, arguments: Collection[str]) -> str:
    """Return a message that names options of the command line with the arguments of a function.

    Examples
    --------
    >>> in_python("name another strategy (--strategy), or --engine python", ["strategies"])
    "name another strategy (strategies), or engine='python'"
    """

    def argument(option: re.Match[str]) -> str:
        name = option["name"].replace("-", "_")
        name = name if name in arguments else SEVERAL.get(name, name)
        if option["no"]:
            return f"{name}={False if name == 'rotate' else None}"
        return f"{name}={option['value']!r}" if option["value"] else name

    lines = message.split("\n")
    return "\n".join(line if "-sim " in line else OPTION.sub(argument, line) for line in lines)
