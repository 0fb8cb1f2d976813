"""A player who names a price at once: a share of its coins, by the spread of the houses on offer."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, highest, lowest, nth
from forsale_strategies.table import spread


def price(view: View, share: float) -> int:
    """Return the bid that names `share` of the coins, times the part of the deck's spread on offer.

    The bid is 0, a pass, where that is less than the least legal bid.
    """
    deck = max(spread(view.deck_houses), 1)
    total = int(share * (spread(view.houses_on_offer) * view.coins) / deck)
    return total if total >= view.least_bid else 0


@strategy("linear")
class Linear:
    """Bids a share of its coins at once, in proportion to the spread of the houses on offer.

    Idea: instead of creeping up it names its price, which scares off who would have gone
    nearly as far and spares it a long auction; but it pays that price even where less
    would have done. When outbid it reckons again with the houses that are left. It sells by spread,
    too: the wider the cheques on offer, the better the house, because where they differ little
    it matters little who wins.

    Origin: the plainest rule that reacts to the offer, a straight line through nothing, as used for
    a first model of any auction; here it stands for jump bidding.
    """

    share = Parameter(
        0.5,
        low=0.0,
        high=1.0,
        meaning="share of its coins it bids for a spread as wide as the deck",
    )

    def bid(view: View, share: float) -> int:
        return price(view, share)

    def sell(view: View) -> int:
        offer = view.cheques_on_offer
        held = count(view.hand)
        width = view.cheque_value(highest(offer)) - view.cheque_value(lowest(offer))
        best = view.cheque_value(highest(view.deck_cheques))
        return nth(view.hand, min(width * held // (best + 1), held - 1))
