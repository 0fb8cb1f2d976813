"""A player who hates to spend more than what it could have for nothing is worth."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import below, count, highest, lowest


def fair_cheque(view: View, house: int) -> int:
    """Return the value of the cheque that has the rank in its deck that `house` has in its own."""
    return view.cheque_value(count(below(view.deck_houses, house)) + 1)


@strategy("miser")
class Miser:
    """Never bids more than its free house is worth, nor more than there is to gain.

    Idea: the house that a pass takes is free as long as nothing has been bid for it, so it would
    be foolish, the miser thinks, to throw more after a better one than the free one will bring.
    Houses are worth the cheque of the same rank. It raises by as little as it may while the bid
    is at most the worth of the house that a pass takes now, and at most what the best house on
    offer is worth beyond that. So it fights for the good offers and takes scraps for nothing. Where
    a pass takes no house at all, nothing is free, and it bids nothing. To sell, it parts with its
    best house only if the best cheque on offer is at least what that house is worth; otherwise it gives
    away its worst.

    Origin: a caricature of the beginner who keeps too many coins; made up for this field.
    """

    def bid(view: View) -> int:
        if view.pass_house == 0:
            return 0
        free = fair_cheque(view, view.pass_house)
        gain = fair_cheque(view, highest(view.houses_on_offer)) - free
        return view.least_bid if view.least_bid <= min(free, gain) else 0

    def sell(view: View) -> int:
        best = highest(view.hand)
        offered = view.cheque_value(highest(view.cheques_on_offer))
        return best if offered >= fair_cheque(view, best) else lowest(view.hand)
