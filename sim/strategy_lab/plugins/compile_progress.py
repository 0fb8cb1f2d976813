"""Who is told how far compiling is: it takes seconds a function, and minutes for a field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

from strategy_lab.compiled.cache_folder import is_kept

Tell = Callable[[int, int], None]
"""Takes how many functions have been compiled, and of how many."""

EVERY = 0.5
"""Seconds between two looks at what has been compiled, in whichever process."""

_listening: list[Tell] = []
"""Of the process, as compiling is: engines get ready in threads of their own."""


@contextmanager
def compiling_told(tell: Tell) -> Iterator[None]:
    """Tell of functions that are compiled inside of the block."""
    _listening.append(tell)
    try:
        yield
    finally:
        _listening.remove(tell)


@contextmanager
def compiling_counted(files: Sequence[str]) -> Iterator[None]:
    """Count, in the block, the files of compiled functions that were not there before.

    The kernel is one more function, which is there when the block ends.
    """
    missing = {file for file in files if not is_kept(file)}
    over = Event()

    def count() -> None:
        while not over.wait(EVERY):
            done = sum(map(is_kept, missing))
            for tell in list(_listening):
                tell(done, len(missing) + 1)

    counting = Thread(target=count, daemon=True)
    counting.start()
    try:
        yield
    finally:
        over.set()
        counting.join()
