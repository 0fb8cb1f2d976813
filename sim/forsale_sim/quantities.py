"""Numbers of a view that are no sets of cards, and what is said where one is taken for a set."""

from __future__ import annotations

from collections.abc import Callable

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


class Quantity(int):
    """A whole number of a view that is no set of cards: a count, an amount, a seat, a round."""

    __slots__ = ()


def refusal(function: Callable[..., object], taken: str) -> str:
    """Return the message about a quantity that was given to a function of sets."""
    return f"{function.__name__} takes a set of cards, such as view.hand, not {taken}: {NO_SET}"
