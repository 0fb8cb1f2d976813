"""How far compiling is: it takes seconds a function, and minutes for a field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

from strategy_lab import waiting
from strategy_lab.compiled.cache_folder import is_kept

EVERY = 0.5
"""Seconds between two looks at what has been compiled, in whichever process."""


@contextmanager
def compiling_counted(files: Sequence[str]) -> Iterator[None]:
    """Tell, during the block, how many files of compiled functions there are that were missing.

    The kernel is one more function, which is there when the block ends.
    """
    missing = {file for file in files if not is_kept(file)}
    over = Event()

    def count() -> None:
        while not over.wait(EVERY):
            done, of = sum(map(is_kept, missing)), len(missing) + 1
            waiting.tell(
                f"Getting ready: {done} of {of} functions are compiled, and kept for the next time"
            )

    counting = Thread(target=count, daemon=True)
    counting.start()
    try:
        yield
    finally:
        over.set()
        counting.join()
