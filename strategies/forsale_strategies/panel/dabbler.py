"""A player who puts in a coin so as not to get the worst house, and sells without looking."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import count, nth


@strategy("dabbler")
class Dabbler:
    """Bids once, if 2 coins are enough, so as not to get the worst house; sells any house.

    Idea, buying: a low bid saves a player from the lowest house if somebody else passes first. It
    bids only where nothing of its own lies yet, and never raises; what it bid is half lost where
    the others bid as low.

    Idea, selling: none. Any house, all equally likely.

    Origin: the hint on low bids in the help of Board Game Arena (Gamehelpforsale, in its wiki),
    which also names what is wrong with it. Selling without a thought is the beginner at home.
    """

    def bid(view: View) -> int:
        """Bid at most 2, once."""
        return view.least_bid if view.own_bid == 0 and view.least_bid <= 2 else 0

    def sell(view: View) -> int:
        """Draw any house held."""
        return nth(view.hand, view.random_below(count(view.hand)))
