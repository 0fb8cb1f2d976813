"""What can go wrong for a user, as exceptions whose message is all the user needs to read."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ForSaleError(Exception):
    """A failed run; the message names the value, the rule it broke and the way out (status 1)."""

    exit_status = 1


class UsageError(ForSaleError):
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


class StoppedError(ForSaleError):
    """Ctrl-C, before there was anything to show (exit status 130, as shells expect it)."""

    exit_status = 130


class StrategyError(ForSaleError):
    """A strategy made an illegal move or raised an exception while a game was played."""


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
