"""Sets of cards from lists, and numbers as text."""

from __future__ import annotations

from collections.abc import Iterable

from forsale_sim.cards import only


def set_of(numbers: Iterable[int]) -> int:
    """Return the set of these cards."""
    cards = 0
    for number in numbers:
        cards |= only(number)
    return cards


def spaced(numbers: Iterable[int]) -> str:
    """Return numbers as text, such as ``"3 12 28"``; a dash for none."""
    return " ".join(map(str, numbers)) or "-"
