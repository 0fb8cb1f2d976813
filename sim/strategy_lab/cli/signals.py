"""The signals that end a program, as Ctrl-C does: what has been played is kept."""

from __future__ import annotations

import atexit
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

ENDING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""Sent by batch systems and `kill`, and by a terminal that is closed."""

INTERRUPTED = 130
"""As `errors.StoppedError.exit_status`, whose module takes long to import."""


def leave_when_interrupted() -> None:
    """Let Ctrl-C end the program at once wherever nothing else handles it.

    A KeyboardInterrupt in an import, or while Python ends, is not always passed on: it would be
    printed. Python's last steps, when it handles no signals any more, are not interrupted.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(INTERRUPTED)


@contextmanager
def interrupted_by_all() -> Iterator[None]:
    """Let the signals that end a program interrupt the block, unless somebody handles them."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
    ours = [number for number, handler in before.items() if handler in (signal.SIG_DFL, _leave)]
    if threading.current_thread() is not threading.main_thread():
        ours = []
    for number in ours:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, before[number])
