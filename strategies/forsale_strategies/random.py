"""A player for whom every legal move is equally likely."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import count, nth


@strategy("random")
class Random:
    """Makes any legal move, all of them equally likely.

    Idea: none. Most legal bids are far too high, so it is soon broke.

    Origin: the usual baseline. A strategy that does not clearly beat it is no good; and it reaches
    positions that no sensible player would, which helps to find bugs.
    """

    def bid(view: View) -> int:
        """Draw a pass or any total from the least legal bid to all the coins."""
        move = view.random_below(view.coins - view.least_bid + 2)
        return view.least_bid + move - 1 if move > 0 else 0

    def sell(view: View) -> int:
        """Draw any house held."""
        return nth(view.hand, view.random_below(count(view.hand)))
