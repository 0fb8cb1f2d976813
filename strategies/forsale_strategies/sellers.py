"""Players who sell their houses in order and never bid, to be crossed with bidders."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import highest, lowest


@strategy("highest-first")
class HighestFirst:
    """Sells its best house first; never bids.

    Idea: whatever the cheques, the best house wins the best of them now. Cross it with a bidder,
    as in ``bid=spread,sell=highest-first``, to see what good timing is worth.

    Origin: a fixed order, the simplest baseline for sellers.
    """

    def bid(view: View) -> int:
        """Pass."""
        return 0

    def sell(view: View) -> int:
        """Sell the best house held."""
        return highest(view.hand)


@strategy("lowest-first")
class LowestFirst:
    """Sells its worst house first; never bids.

    Idea: the good houses are kept until the others have spent theirs. Cross it with a bidder, as in
    ``bid=spread,sell=lowest-first``, to see what good timing is worth.

    Origin: a fixed order, the mirror image of `highest-first`.
    """

    def bid(view: View) -> int:
        """Pass."""
        return 0

    def sell(view: View) -> int:
        """Sell the worst house held."""
        return lowest(view.hand)
