"""What can go wrong for a user, as exceptions whose message is all the user needs to read."""

from __future__ import annotations

import difflib
import re
import signal
import threading
import time
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any


class LaboratoryError(Exception):
    """A failed run; the message names the value, the rule it broke and the way out (status 1)."""

    exit_status = 1

    def _render_traceback_(self) -> list[str]:
        return notebook_lines(self)


class UsageError(LaboratoryError):
    """Something asked for that cannot be: a wrong name, option or file (exit status 2)."""

    exit_status = 2


class UncompilableError(UsageError):
    def __init__(self, reason: str, plain_python: bool = True) -> None:
        super().__init__(reason, plain_python)
        self.reason, self.plain_python = reason, plain_python

    def __str__(self) -> str:
        way_out = ", or try --engine python" if self.plain_python else ""
        return f"{self.reason}\nMend it{way_out}."


class StoppedError(LaboratoryError):
    exit_status = 130


class StrategyError(LaboratoryError):
    """A strategy made an illegal move or raised an exception while a game was played."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A decision in a run: with the run's seed, this is enough to reproduce it."""

    strategy: str  # its name in the run
    ruleset: str
    players: int
    deal: int
    seating: int
    seat: int
    phase: str  # what the game calls that part of it, such as "buying"
    round: int  # from 1 in each phase


class MoveError(StrategyError):
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


def first_problem(error: Any) -> str:
    """Return an error on one line; of what pydantic has found wrong, the first, and where it is."""
    if not hasattr(error, "errors"):
        return " ".join(str(error).split())
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg'].lower()}"


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of a message about a mistyped name: `": did you mean 'x'? Known: x"`."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=2, cutoff=0.6)
    question = f": did you mean {' or '.join(map(repr, close))}?" if close else "."
    return f"{question} Known: {', '.join(names) or 'none'}"


LABORATORY = Path(__file__).parent


def placed(error: BaseException, is_own: Callable[[Path], bool]) -> str:
    """Return an exception as text, with its place in the files that are an author's own."""
    message = traceback.format_exception_only(error)[-1].strip()
    called = traceback.extract_tb(error.__traceback__)
    places = [(each.filename, each.lineno) for each in called if is_own(Path(each.filename))]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno))
    return f"{message} ({places[-1][0]}, line {places[-1][1]})" if places else message


class GameLeft(BaseException):
    """What a player raises to end the game: like Ctrl-C, no mistake of a strategy."""


def is_beyond(file: str, package: Path) -> bool:
    return not any(Path(file).is_relative_to(folder) for folder in (LABORATORY, package))


def exception_text(
    error: BaseException, package: Path, advice: Callable[[str, str], str] | None = None
) -> str:
    """Return a strategy's exception as text, with its place in the strategy's own file.

    The place is the innermost line in the first file beyond the laboratory and the game's package,
    so neither the code that called the strategy nor a library that the strategy called. A place in
    the game's package that raised it is added, as whose mistake it is may be the game's; and what
    a game advises on a `TypeError`, by its message and the line.
    """
    message = traceback.format_exception_only(error)[-1].strip()
    called = traceback.extract_tb(error.__traceback__)
    beyond = [frame for frame in called if is_beyond(frame.filename, LABORATORY)]
    frames = [frame for frame in beyond if is_beyond(frame.filename, package)] or beyond
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    if isinstance(error, TypeError) and advice is not None:
        instead = advice(message, (own and own[-1].line) or "")
        message += f"; {instead}" if instead else ""
    if not frames:
        return f"it raised {message}"
    place, inner = f"{own[-1].filename}, line {own[-1].lineno}", called[-1]
    if Path(inner.filename).is_relative_to(package):
        place += f", from {inner.filename}, line {inner.lineno}"
    return f"it raised {message} ({place})"


UNPRINTABLE = re.compile(
    r"\x1b\[[012]?m"  # our own: bold, dim and neither
    r"|(?P<control>[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069])"
)
"""What a terminal obeys instead of showing it: it may move the cursor, or reorder letters."""


def printable(text: str) -> str:
    """Return a text in which nothing but its own letters, tabs and line breaks reaches a terminal.

    Escape becomes the six characters of its number, with a backslash and a u before it.
    """
    return UNPRINTABLE.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found['control']):04x}" if found["control"] else found[0]


def listed(names: Iterable[object], last: str = "and") -> str:
    """Return names, of which there is at least one, joined as in a sentence: "3, 4 and 6"."""
    *others, final = map(str, names)
    return f"{', '.join(others)} {last} {final}" if others else final


def counted(number: int, what: str, several: str | None = None) -> str:
    """Return a number of things: "1 game", "2,000 games"; `several` is a plural of its own."""
    return f"{number:,} {what if number == 1 else several or f'{what}s'}"


def points(number: str) -> str:
    """Return a printed number of points: "1 point", "0.5 points"."""
    return f"{number} point{'' if number == '1' else 's'}"


def games_of_deals(games: int, deals: int) -> str:
    """Return how much was played: "100,000 games of 25,000 deals"."""
    return f"{counted(games, 'game')} of {counted(deals, 'deal')}"


Say = Callable[[str], object]

_showing: list[Say] = []  # of the process: engines get ready in threads of their own


@contextmanager
def shown_by(say: Say) -> Iterator[None]:
    _showing.append(say)
    try:
        yield
    finally:
        _showing.remove(say)


def tell(text: str) -> None:
    """Say how far something is; where nobody shows it, nothing happens."""
    for say in list(_showing):
        say(text)


LOOKS_EVERY = 0.5  # seconds between two looks at what is running


@contextmanager
def time_limit(seconds: int, callers: Collection[CodeType]) -> Iterator[None]:
    """Raise a `TimeoutError` in code that does not return for so long.

    `callers`: the functions that call such code. A limit that holds already stays as it is. Some
    systems have no such signal, and only the main thread gets it: elsewhere there is no limit.
    """
    if (
        not hasattr(signal, "SIGALRM")
        or threading.current_thread() is not threading.main_thread()
        or any(signal.getitimer(signal.ITIMER_REAL))
    ):
        yield
        return
    before: FrameType | None = None
    since = 0.0

    def look(_: int, frame: FrameType | None) -> None:
        nonlocal before, since
        while frame is not None and frame.f_code not in callers:
            frame = frame.f_back
        if frame is not before:
            before, since = frame, time.monotonic()
        elif frame is not None and time.monotonic() - since >= seconds:
            raise TimeoutError(f"no answer after {seconds} s")

    usual = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOKS_EVERY, LOOKS_EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)
