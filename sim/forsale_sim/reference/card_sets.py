"""Sets of cards as lists, and back."""

from __future__ import annotations

from collections.abc import Iterable

from forsale_sim.cards import lowest, only


def members(cards: int) -> list[int]:
    """Return the cards of a set, ascending."""
    numbers = []
    while cards:
        numbers.append(lowest(cards))
        cards &= cards - 1
    return numbers


def set_of(numbers: Iterable[int]) -> int:
    """Return the set of these cards."""
    cards = 0
    for number in numbers:
        cards |= only(number)
    return cards


def spaced(numbers: Iterable[int]) -> str:
    """Return numbers as text, such as ``"3 12 28"``; a dash for none."""
    return " ".join(map(str, numbers)) or "-"
