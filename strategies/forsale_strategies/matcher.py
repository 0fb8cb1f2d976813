"""A player who sells each house for a cheque of its own rank."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import below, count, highest, lowest, remove
from forsale_strategies.linear import price
from forsale_strategies.table import held_houses


@strategy("matcher")
class Matcher:
    """Sells the house whose rank among the houses matches the rank of the cheques on offer.

    Idea: if everybody sold every house for the cheque of the same rank, nobody could complain. So
    it ranks its houses among all that are held or were never seen, ranks the cheques on offer
    among all that are yet to come or were never seen, and sells the house that comes
    closest. What it matches is the best of the cheques, because that is what a house is sold for;
    `aim` sets another point of the offer. It bids like `linear`.

    Origin: the fair division that the two decks, with as many houses as cheques, suggest.
    """

    share = Parameter(
        0.5,
        low=0.0,
        high=1.0,
        meaning="share of its coins it bids for a spread as wide as the deck",
    )
    aim = Parameter(
        1.0,
        low=0.0,
        high=1.0,
        meaning="whose rank it matches, from the worst cheque (0) to the best (1)",
    )

    def bid(view: View, share: float) -> int:
        return price(view, share)

    def sell(view: View, aim: float) -> int:
        offer = view.cheques_on_offer
        cheques = offer | view.unseen_cheques
        houses = held_houses(view) | view.unseen_houses
        worst, best = count(below(cheques, lowest(offer))), count(below(cheques, highest(offer)))
        place = (worst + aim * (best - worst)) / max(count(cheques) - 1, 1)
        target = place * (count(houses) - 1)
        sold, least = 0, 0.0
        hand = view.hand
        while hand != 0:
            house = lowest(hand)
            distance = abs(count(below(houses, house)) - target)
            if sold == 0 or distance < least:
                sold, least = house, distance
            hand = remove(hand, house)
        return sold
