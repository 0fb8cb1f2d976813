"""The signals that end a program, as Ctrl-C does: what has been played is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ENDING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""Sent by batch systems and `kill`, and by a terminal that is closed."""


@contextmanager
def interrupted_by_all() -> Iterator[None]:
    """Let the signals that end a program interrupt the block, unless somebody handles them."""
    numbers = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread():
        numbers = []
    for number in numbers:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
