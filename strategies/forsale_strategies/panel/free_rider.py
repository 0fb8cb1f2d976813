"""A player who waits until the free house is good enough."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import above, below, count, highest, lowest, nth


@strategy("free-rider")
class FreeRider:
    """Passes as soon as the lowest house on offer is good; until then pays for the step up.

    Idea, buying: the first to pass takes a house for nothing, which is good if only high ones lie
    there. It takes the lowest if it is in the upper half of the deck. Otherwise it plays chicken:
    it raises by the least while the next house lies at least two places of the deck above the
    lowest for every coin of the bid. It thinks only of one step, never of the best house.

    Idea, selling: the house that stands as high in its hand as the best cheque on offer stands in
    the deck.

    Origin: a column on the game ("Deal the cards to bid and buy property", The New Indian Express,
    19 February 2019), which calls the auction a game of chicken and the free pass strong where the
    cards left are high. The numbers and the rule for selling are not from there.
    """

    def bid(view: View) -> int:
        """Raise while the free house is poor and the next one is worth the coins."""
        deck, free = view.deck_houses, view.pass_house
        if 2 * count(below(deck, free)) >= count(deck):
            return 0
        following = lowest(above(view.houses_on_offer, free))
        step = count(below(deck, following)) - count(below(deck, free))
        return view.least_bid if 2 * view.least_bid * count(deck) <= 30 * step else 0

    def sell(view: View) -> int:
        """Sell the house with the rank of the best cheque."""
        held, deck = count(view.hand), view.deck_cheques
        rank = count(below(deck, highest(view.cheques_on_offer))) * held // count(deck)
        return nth(view.hand, rank)
