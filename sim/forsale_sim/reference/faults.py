"""A strategy's mistakes: the move, the decision in the game, and the line of its code."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path

from forsale_sim.errors import StrategyError
from forsale_sim.reference.advice import advice

PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision in a run: with the run's seed, this is enough to reproduce it."""

    strategy: str
    """Its name in the run."""
    ruleset: str
    players: int
    deal: int
    seating: int
    seat: int
    phase: str
    """Either "buying" or "selling"."""
    round: int
    """From 1 in each phase."""


class GameLeft(BaseException):
    """What a player raises to end the game: like Ctrl-C, no mistake of a strategy."""


class MoveError(StrategyError):
    """A strategy made an illegal move, returned something that is no move, or raised an exception.

    Parameters
    ----------
    where
        The decision it failed in.
    answer
        The printed form of what it returned; empty if it raised.
    reason
        The rule it broke, or the exception and its place in the strategy's file.
    """

    def __init__(self, where: Situation, answer: str, reason: str) -> None:
        super().__init__(where, answer, reason)
        self.where, self.answer, self.reason = where, answer, reason

    def __str__(self) -> str:
        at = self.where
        return (
            f"strategy {at.strategy!r}, {at.phase} in round {at.round} from seat {at.seat} "
            f"({at.ruleset}, {at.players} players, deal {at.deal}, seating {at.seating}): "
            f"{self.reason}"
        )


def exception_text(error: BaseException) -> str:
    """Return a strategy's exception as text, with its place in the strategy's own file.

    The place is the innermost line in the first file outside this package, so neither the code that
    called the strategy nor a library that the strategy called.
    """
    message = traceback.format_exception_only(error)[-1].strip()
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not Path(frame.filename).is_relative_to(PACKAGE)
    ]
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    if isinstance(error, TypeError):
        instead = advice(message, (own and own[-1].line) or "")
        message += f"; {instead}" if instead else ""
    if not frames:
        return f"it raised {message}"
    return f"it raised {message} ({own[-1].filename}, line {own[-1].lineno})"
