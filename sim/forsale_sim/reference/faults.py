"""A strategy's mistakes: what it did, where in the game, and where in its code."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path

import forsale_sim
from forsale_sim.errors import StrategyError

PACKAGE = Path(forsale_sim.__file__).parent


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision in a run: beside the run's seed, what it takes to see it again."""

    strategy: str
    """As the run calls it."""
    ruleset: str
    players: int
    deal: int
    seating: int
    seat: int
    phase: str
    """Either "buying" or "selling"."""
    round: int
    """From 1 in each phase."""


class MoveError(StrategyError):
    """A strategy made an illegal move, answered with something that is no move, or raised.

    Parameters
    ----------
    where
        The decision it failed in.
    answer
        What it answered, in print; empty where it raised.
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


def raised(error: BaseException) -> str:
    """Return an exception that a strategy raised, with its place in the strategy's own file.

    The place is the innermost line in the first file beyond this package: neither the code that
    asked the strategy, nor a library that the strategy called.
    """
    message = traceback.format_exception_only(error)[-1].strip()
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not Path(frame.filename).is_relative_to(PACKAGE)
    ]
    if not frames:
        return f"it raised {message}"
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    return f"it raised {message} ({own[-1].filename}, line {own[-1].lineno})"
