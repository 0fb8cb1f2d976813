"""A player who raises step by step, the further the wider the houses on offer are spread."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, highest, nth

from forsale_strategies.table import houses_to_come, spread


@strategy("spread")
class Spread:
    """Makes the least legal bid, up to a limit that grows with the spread of the houses.

    Idea: the prize of an auction is the distance between the best and the worst house still on
    offer. The limit is a share of its coins times that distance as a part of the deck's, plus 1; it
    falls as houses and coins go.

    Origin: one of the two players of the C yardstick that the kernel's speed is measured against,
    which bids up to (best - worst) * coins / 60 + 1, rounded down, with 30 houses. In other decks
    the distance is divided by the deck's widest spread plus one.
    """

    share = Parameter(
        0.5,
        low=0.0,
        high=1.0,
        meaning="share of its coins it would bid if the whole deck lay there",
    )

    def bid(view: View, share: float) -> int:
        """Raise while the least legal bid is within the limit."""
        at_stake = share * (spread(houses_to_come(view)) * view.coins)
        within_limit = (view.least_bid - 1) * (spread(view.deck_houses) + 1) <= at_stake
        return view.least_bid if within_limit else 0

    def sell(view: View) -> int:
        """Sell the house as high in the hand as the mean cheque on offer is in the deck."""
        offer = view.cheques_on_offer
        held = count(view.hand)
        steps = view.cheque_value(highest(view.deck_cheques)) + 1
        rank = view.cheque_sum(offer) * held // (steps * count(offer))
        return nth(view.hand, min(rank, held - 1))
