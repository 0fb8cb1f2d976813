"""What is missing where lines are short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

WIDTHS = (50, 60, 80, 100, 120)


def missing(printed: Callable[[int], str], enough: int) -> list[str]:
    """The words and numbers that are printed less often in short lines than in long enough ones.

    Lines that are too long for their width are listed too.
    """
    whole = _words(printed(enough))
    found: list[str] = []
    for width in WIDTHS:
        text = printed(width)
        found += (whole - _words(text)).elements()
        found += [line for line in text.splitlines() if len(line.rstrip()) > width]
    return found


def _words(text: str) -> Counter[str]:
    return Counter(word for word in text.split() if word.strip("─"))
