"""A player who sells each house for a cheque of its own rank."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import below, count, highest, lowest, remove

from forsale_strategies.linear import price
from forsale_strategies.table import held_houses

AIM = 1.0
"""It matches the rank of the best cheque on offer."""


@strategy("matcher")
class Matcher:
    """Sells the house whose rank among the houses matches the rank of the cheques on offer.

    Idea: if every house went for the cheque of its own rank, nobody could complain. So it ranks its
    houses among all houses held or unseen, and the cheques on offer among those and all unseen, and
    sells the house that comes closest. It matches the best of the cheques, because that is what a
    house is sold for; `aim` sets another point of the offer. It bids like `linear`.

    Origin: the fair division that two decks of equal size suggest.
    """

    share = Parameter(
        0.5,
        low=0.0,
        high=1.0,
        meaning="share of its coins it would bid if the whole deck lay there",
    )
    aim = Parameter(
        AIM, low=0.0, high=1.0, meaning="whose rank it matches: 0 the worst cheque's, 1 the best's"
    )

    bid = price

    def sell(view: View, aim: float) -> int:
        """Sell the house whose rank is closest to the rank aimed at; of two, the lower."""
        offer = view.cheques_on_offer
        cheques = offer | view.unseen_cheques
        houses = held_houses(view) | view.unseen_houses
        worst, best = count(below(cheques, lowest(offer))), count(below(cheques, highest(offer)))
        part = (worst + aim * (best - worst)) / max(count(cheques) - 1, 1)
        rank = part * (count(houses) - 1)
        hand = view.hand
        sold = lowest(hand)
        least = abs(count(below(houses, sold)) - rank)
        hand = remove(hand, sold)
        while hand != 0:
            house = lowest(hand)
            distance = abs(count(below(houses, house)) - rank)
            if distance < least:
                sold, least = house, distance
            hand = remove(hand, house)
        return sold
