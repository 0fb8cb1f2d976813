"""A strategy's mistakes: what it answered, where, and the rule that it broke."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from pathlib import Path

from forsale_sim.errors import StrategyError

PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision in a run: with the run's seed, this is enough to reproduce it."""

    strategy: str
    ruleset: str
    players: int
    deal: int
    seating: int
    seat: int
    decision: str
    round: int


class MoveError(StrategyError):
    """A strategy gave an illegal answer, or raised an exception.

    Parameters
    ----------
    where
        The decision it failed in.
    reason
        The rule it broke, or the exception and its place in the strategy's file.
    """

    def __init__(self, where: Situation, reason: str) -> None:
        super().__init__(where, reason)
        self.where, self.reason = where, reason

    def __str__(self) -> str:
        at = self.where
        return (
            f"strategy {at.strategy!r}, {at.decision} in round {at.round} from seat {at.seat} "
            f"({at.ruleset}, {at.players} players, deal {at.deal}, seating {at.seating}): "
            f"{self.reason}"
        )


def exception_text(error: BaseException) -> str:
    """Return a strategy's exception as text, with the last line of code outside this package."""
    message = traceback.format_exception_only(error)[-1].strip()
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not Path(frame.filename).is_relative_to(PACKAGE)
    ]
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"it raised {message}{where}"
