"""How long waits go, line by line, where the error stream is no terminal: a log, a batch system."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from strategy_lab.wording import counted, printable

PATIENCE = 2.0
"""Seconds before the first line: what takes no longer needs none."""

EVERY = 60.0
"""Seconds between two lines."""


def is_log() -> bool:
    """Return whether standard error is the process's own, and no terminal.

    Whoever puts another stream in its place collects what a command says, and is told nothing else.
    """
    return not sys.stderr.isatty() and sys.stderr is sys.__stderr__


@contextmanager
def lines_shown(text: str) -> Iterator[Callable[[str], None]]:
    """Print what is waited for, after a moment and once a minute; give what changes the text."""
    over, begun, latest = Event(), time.monotonic(), [text]

    def tell() -> None:
        wait = PATIENCE
        while not over.wait(wait):
            minutes = round((time.monotonic() - begun) / 60)
            after = f" ({counted(minutes, 'minute')})" if minutes else ""
            print(printable(f"{latest[0]} …{after}"), file=sys.stderr, flush=True)
            wait = EVERY

    def say(text: str) -> None:
        latest[0] = text

    thread = Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield say
    finally:
        over.set()
        thread.join()
