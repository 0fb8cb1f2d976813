"""How many threads to play on."""

from __future__ import annotations

import os

from strategy_lab.errors import UsageError

MOST_THREADS = 1024


def number_of_threads(threads: int | None) -> int:
    """Return how many threads to play on: as many as asked for, or as there are cores."""
    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if not 1 <= threads <= MOST_THREADS:
        raise UsageError(f"the number of threads must be 1 to {MOST_THREADS}, not {threads}")
    return threads
