"""A player who names a price at once: a share of its coins, by the spread of the houses."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, highest, lowest, nth

from forsale_strategies.table import houses_to_come, spread


def price(view: View, share: float) -> int:
    """Return `share` of the coins, times the part of the deck's spread that is on offer.

    Where that is less than the least legal bid, return 0, a pass.
    """
    deck = max(spread(view.deck_houses), 1)
    total = int(share * (spread(houses_to_come(view)) * view.coins) / deck)
    return total if total >= view.least_bid else 0


@strategy("linear")
class Linear:
    """Bids a share of its coins at once, in proportion to the spread of the houses on offer.

    Idea: instead of creeping up it names its price, which scares off players who would have gone
    nearly as far; but it pays that price even where less would have done. When outbid it prices the
    houses that are left again. It sells by spread, too: if the cheques on offer differ little, it
    matters little who wins, so that is the time for a poor house.

    Origin: a straight line through the origin, the simplest rule that reacts to the offer. It
    represents the jump bidders.
    """

    share = Parameter(
        0.5,
        low=0.0,
        high=1.0,
        meaning="share of its coins it would bid if the whole deck lay there",
    )

    bid = price

    def sell(view: View) -> int:
        """Sell the house as high in the hand as the cheques on offer are spread."""
        offer = view.cheques_on_offer
        held = count(view.hand)
        distance = view.cheque_value(highest(offer)) - view.cheque_value(lowest(offer))
        steps = view.cheque_value(highest(view.deck_cheques)) + 1
        return nth(view.hand, distance * held // steps)
