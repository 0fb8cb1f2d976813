"""Sets of cards as the bits of one integer, in plain Python.

A card is a number from 1 up; card ``c`` is bit ``c - 1`` of a set. A house's number is its printed
value. The cheque cards are numbered in ascending order of value, because two cheques may be worth
the same; ``view.cheque_value(card)`` tells what one is worth. ``0`` is both the empty set and "no
card".

Strategies import these functions. Inside a compiled strategy the same names are machine
instructions (`forsale_sim.engine.cards`); in a plain one they are the functions below.
"""

from __future__ import annotations

MAX_CARDS = 60
"""The largest card number. Sets fit a signed 64-bit integer with room to spare."""


def only(card: int) -> int:
    """Return the set that holds just `card`; the empty set for 0."""
    return (1 << card) >> 1


def count(cards: int) -> int:
    """Return how many cards the set `cards` holds."""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """Return the lowest card of the set `cards`; 0 if it is empty."""
    return (cards & -cards).bit_length()


def highest(cards: int) -> int:
    """Return the highest card of the set `cards`; 0 if it is empty."""
    return cards.bit_length()


def members(cards: int) -> list[int]:
    """Return the cards of the set `cards`, ascending: ``for house in members(view.hand)``."""
    numbers = []
    while cards != 0:
        numbers.append(lowest(cards))
        cards &= cards - 1
    return numbers


def nth(cards: int, n: int) -> int:
    """Return the card of the set `cards` with `n` lower ones in it (n = 0: the lowest).

    Returns 0 if `n` is negative or the set has no such card.
    """
    if n < 0:
        return 0
    while n > 0 and cards != 0:
        cards &= cards - 1
        n -= 1
    return lowest(cards)


def has(cards: int, card: int) -> bool:
    """Return whether `card` is in the set `cards`."""
    return cards & only(card) != 0


def remove(cards: int, card: int) -> int:
    """Return the set `cards` without `card`."""
    return cards & ~only(card)


def below(cards: int, card: int) -> int:
    """Return the part of the set `cards` that is lower than `card`."""
    return cards & (((1 << card) - 1) >> 1)


def above(cards: int, card: int) -> int:
    """Return the part of the set `cards` that is higher than `card`."""
    return cards >> card << card
