"""A strategy for tests that makes legal moves until, once in a while, it makes another."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, lowest, nth

BIDS = ("too low", "above the coins", "negative", "huge", "raise")
SALES = ("not held", "no house", "negative", "beyond the deck", "huge", "raise")
LARGE = 2**40


def cheating_bid(view: View, cheat: int) -> int:
    """Return a bid that breaks a rule; 0 where that is no cheating now."""
    if cheat == 1:
        return view.highest_bid - 1
    if cheat == 2:
        return view.coins + 1
    if cheat == 3:
        return -1
    if cheat == 4:
        return LARGE
    return view.coins_of(view.players + 1)


def cheating_sale(view: View, cheat: int) -> int:
    if cheat == 1:
        return lowest(view.deck_houses & ~view.hand)
    if cheat == 2:
        return 0
    if cheat == 3:
        return -1
    if cheat == 4:
        return 61
    if cheat == 5:
        return -LARGE
    return view.random_below(0)


@strategy("cheat")
class Cheat:
    bidding = Parameter(
        0, low=0, high=len(BIDS), meaning="how it cheats when it bids; 0: it does not"
    )
    selling = Parameter(0, low=0, high=len(SALES), meaning="how it cheats when it sells")

    def bid(view: View, bidding: int) -> int:
        if bidding > 0 and view.highest_bid > 2 and view.random_below(400) == 0:
            return cheating_bid(view, bidding)
        return view.least_bid if view.random_below(2) == 0 else 0

    def sell(view: View, selling: int) -> int:
        if selling > 0 and view.random_below(400) == 0:
            return cheating_sale(view, selling)
        return nth(view.hand, view.random_below(count(view.hand)))
