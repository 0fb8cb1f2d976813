"""Sets of cards as the bits of one integer, in plain Python.

A card is a number from 1 up; card ``c`` is bit ``c - 1`` of a set. A house's number is its printed
value. The cheque cards are numbered in ascending order of value, because two cheques may be worth
the same; ``view.cheque_value(card)`` tells what one is worth. ``0`` is both the empty set and "no
card".

Strategies import these functions. Inside a compiled strategy the same names are machine
instructions (`forsale_sim.engine.game`); in a plain one they are the functions below.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeAlias, TypeVar, cast

# quantities: Numbers of a view that are no sets of cards, and what is said where one is taken for
# a set.

SETS_OF_A_VIEW = (
    *("hand", "hand_of", "houses_on_offer", "offer_in", "cheques_on_offer"),
    *("deck_houses", "deck_cheques", "unseen_houses", "unseen_cheques"),
)
"""What a view shows as sets of cards. Its other whole numbers are quantities."""

NO_SET = (
    "a count, an amount or a seat is no set; `for seat in view.seats` goes through the players, "
    "and view.in_auction(seat) says who still bids"
)
"""What is said where a quantity is taken for a set."""

OF_CARDS = "only(3) | only(8) is the set of the cards 3 and 8"
"""What is said where a list or the like is taken for a set."""


class Quantity(int):
    """A whole number of a view that is no set of cards: a count, an amount, a seat, a round."""

    __slots__ = ()


def refusal(function: Callable[..., object], taken: str, *, is_number: bool = True) -> str:
    """Return the message about what was given to a function of sets and is none."""
    needs = f"{function.__name__} takes a set of cards, such as view.hand, not {taken}"
    return f"{needs}: {NO_SET if is_number else OF_CARDS}"


MAX_CARDS = 60
"""The largest card number. Sets fit a signed 64-bit integer with room to spare."""

Cards: TypeAlias = int
"""A set of cards."""

Function = TypeVar("Function", bound=Callable[..., object])


def _of_a_set(function: Function) -> Function:
    """Let a function of a set refuse a `Quantity`, whose bits would be cards, and lists."""

    @wraps(function)
    def checked(cards: Cards, *others: int, **named: int) -> object:
        if type(cards) is not int and (type(cards) is Quantity or not hasattr(cards, "__index__")):
            taken = f"a {type(cards).__name__}"
            raise TypeError(refusal(function, taken, is_number=type(cards) is Quantity))
        return function(cards, *others, **named)

    return cast("Function", checked)


def only(card: int) -> Cards:
    """Return the set that holds just `card`; the empty set for 0."""
    return (1 << card) >> 1


@_of_a_set
def count(cards: Cards) -> int:
    """Return how many cards the set `cards` holds."""
    return cards.bit_count()


@_of_a_set
def lowest(cards: Cards) -> int:
    """Return the lowest card of the set `cards`; 0 if it is empty."""
    return (cards & -cards).bit_length()


@_of_a_set
def highest(cards: Cards) -> int:
    """Return the highest card of the set `cards`; 0 if it is empty."""
    return cards.bit_length()


@_of_a_set
def members(cards: Cards) -> list[int]:
    """Return the cards of the set `cards`, ascending: ``for house in members(view.hand)``."""
    numbers = []
    while cards != 0:
        numbers.append(lowest(cards))
        cards &= cards - 1
    return numbers


@_of_a_set
def nth(cards: Cards, n: int) -> int:
    """Return the card of the set `cards` with `n` lower ones in it (n = 0: the lowest).

    Returns 0 if `n` is negative or the set has no such card.
    """
    if n < 0:
        return 0
    while n > 0 and cards != 0:
        cards &= cards - 1
        n -= 1
    return lowest(cards)


@_of_a_set
def has(cards: Cards, card: int) -> bool:
    """Return whether `card` is in the set `cards`."""
    return cards & only(card) != 0


@_of_a_set
def remove(cards: Cards, card: int) -> Cards:
    """Return the set `cards` without `card`."""
    return cards & ~only(card)


@_of_a_set
def below(cards: Cards, card: int) -> Cards:
    """Return the part of the set `cards` that is lower than `card`."""
    return cards & (((1 << card) - 1) >> 1)


@_of_a_set
def above(cards: Cards, card: int) -> Cards:
    """Return the part of the set `cards` that is higher than `card`."""
    return cards >> card << card
