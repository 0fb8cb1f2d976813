"""A time limit for code of an author's, which may hang."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

LOOKS_EVERY = 0.5
"""Seconds between two looks at what is running."""


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
