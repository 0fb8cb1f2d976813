"""How long an experiment will take, told once in a log, where no progress is shown."""

from __future__ import annotations

from strategy_lab.cli.printing import note
from strategy_lab.display.lines import is_log
from strategy_lab.simulation.experiment import Outcome, PlayedPiece

TOLD_AFTER = 5.0
"""Seconds of play after which it can be told."""

WORTH_TELLING = 20.0
"""Seconds to go from which on anybody wants to know."""


class Forecast:
    """A watcher that prints how long it will take to a log; on a terminal, a progress bar says so.

    The pace is that of the later half of the time since the first piece: to begin with, pieces are
    small, and what each of them costs beside its games is most of it.
    """

    def __init__(self) -> None:
        self._of: Outcome | None = None
        self._marks: list[tuple[int, float]] = []
        self._told = not is_log()

    def __call__(self, outcome: Outcome, played: PlayedPiece) -> None:
        """Print it, when some seconds have been played."""
        if self._told:
            return
        if self._of is not outcome:
            self._of, self._marks = outcome, []
        self._marks.append((outcome.games, outcome.seconds))
        begun = self._marks[0][1]
        if outcome.seconds - begun < TOLD_AFTER:
            return
        self._told = True
        half = (begun + outcome.seconds) / 2
        games, seconds = [mark for mark in self._marks if mark[1] <= half][-1]
        left = outcome.experiment.games_expected(outcome) - outcome.games
        to_go = left * (outcome.seconds - seconds) / (outcome.games - games)
        if to_go >= WORTH_TELLING:
            note(f"About {duration(to_go)} to go.")


def duration(seconds: float) -> str:
    """Return a time in words.

    Examples
    --------
    >>> duration(40), duration(200), duration(9000)
    ('40 seconds', '3 minutes', '2.5 hours')
    """
    if seconds < 100:
        return f"{seconds:.0f} seconds"
    if seconds < 100 * 60:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.1f} hours"
