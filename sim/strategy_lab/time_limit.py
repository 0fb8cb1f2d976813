"""A time limit for code of an author's, which may hang."""

from __future__ import annotations

import signal
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType


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

    def look(_: int, frame: FrameType | None) -> None:
        nonlocal before
        while frame is not None and frame.f_code not in callers:
            frame = frame.f_back
        if frame is not None and frame is before:
            raise TimeoutError(f"no answer after {seconds} s")
        before = frame

    usual = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)
