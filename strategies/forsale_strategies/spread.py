"""A player who raises step by step, the further the wider the houses on offer are spread."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, highest, nth
from forsale_strategies.table import spread


@strategy("spread")
class Spread:
    """Raises by as little as it may, up to a limit that grows with the spread of the houses.

    Idea: what there is to fight for is the distance between the best and the worst house still on
    offer. The limit is that distance as a part of the whole deck, times a share of the coins it
    owns, plus 1; so it falls as houses and coins go. To sell, it takes the house that stands in its
    hand where the mean of the cheques on offer stands between nothing and the deck's best cheque.

    Origin: one of the two players of the C yardstick that the kernel's speed is measured against;
    with the default share it bids (best - worst) * coins / 60 + 1, rounded down, for a deck of
    30 houses. In other decks the distance counts in proportion to the deck's own.
    """

    share = Parameter(
        0.5,
        low=0.0,
        high=1.0,
        meaning="share of its coins it would bid for a spread as wide as the deck",
    )

    def bid(view: View, share: float) -> int:
        worth_fighting_for = spread(view.houses_on_offer) * view.coins
        limit = int(share * worth_fighting_for / (spread(view.deck_houses) + 1)) + 1
        return view.least_bid if view.least_bid <= limit else 0

    def sell(view: View) -> int:
        offer = view.cheques_on_offer
        held = count(view.hand)
        best = view.cheque_value(highest(view.deck_cheques))
        rank = view.cheque_sum(offer) * held // ((best + 1) * count(offer))
        return nth(view.hand, min(rank, held - 1))
