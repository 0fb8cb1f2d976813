"""What can go wrong for a user, as exceptions whose message is all the user needs to read."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


class LaboratoryError(Exception):
    """A failed run; the message names the value, the rule it broke and the way out (status 1)."""

    exit_status = 1

    def _render_traceback_(self) -> list[str]:
        return notebook_lines(self)


class UsageError(LaboratoryError):
    """Something asked for that cannot be: a wrong name, option or file (exit status 2)."""

    exit_status = 2


class UncompilableError(UsageError):
    """A strategy that numba cannot compile.

    Parameters
    ----------
    reason
        Why, and where in its code.
    plain_python
        Whether plain Python may play it as it is.
    """

    def __init__(self, reason: str, plain_python: bool = True) -> None:
        super().__init__(reason, plain_python)
        self.reason, self.plain_python = reason, plain_python

    def __str__(self) -> str:
        way_out = ", or play it as it is with --engine python" if self.plain_python else ""
        return f"{self.reason}\nMend it{way_out}."


class StoppedError(LaboratoryError):
    """Ctrl-C, before there was anything to show (exit status 130, as shells expect it)."""

    exit_status = 130


class StrategyError(LaboratoryError):
    """A strategy made an illegal move or raised an exception while a game was played."""


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
    """What the game calls that part of it, such as "buying"."""
    round: int
    """From 1 in each phase."""


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


def notebook_lines(error: BaseException) -> list[str]:
    """Return what a notebook shows of an error: the line of the cell, and the message.

    IPython shows what the method ``_render_traceback_`` of an exception returns, in place of pages
    of code that the user has not written.
    """
    from traceback import walk_tb

    frames = walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_globals.get("__name__") == "__main__"]
    where = f" (line {lines[-1]} of the cell)" if lines else ""
    return [f"{type(error).__name__}{where}: {error}"]


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of an error message about a mistyped name, which helps with it.

    Parameters
    ----------
    name
        What was asked for.
    known
        The names that exist.

    Returns
    -------
    str
        ``": did you mean 'spread'? Known: coinflip, spread"``; where nothing is near, no question:
        ``". Known: coinflip, spread"``.
    """
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=2, cutoff=0.6)
    question = f": did you mean {' or '.join(map(repr, close))}?" if close else "."
    return f"{question} Known: {', '.join(names)}"
