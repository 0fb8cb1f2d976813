"""Player counts as people write them."""

from __future__ import annotations

import re

from strategy_lab.errors import UsageError

COUNTS = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", re.ASCII)
"""A player count, or the first and the last of several."""


def counts_in(text: str) -> tuple[int, ...]:
    """Return the player counts in a text such as ``3,5-6``, each once, ascending."""
    counts: set[int] = set()
    for piece in text.split(","):
        written = COUNTS.fullmatch(piece)
        span = range(int(written[1]), int(written[2] or written[1]) + 1) if written else ()
        if not span:
            raise UsageError(f"{text!r} is not a list of player counts, such as 3,4 or 3-6")
        counts.update(span)
    return tuple(sorted(counts))
