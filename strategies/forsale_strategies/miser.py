"""A player who never spends more than its free house is worth."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import highest, lowest

from forsale_strategies.panel.worth import fair_cheque
from forsale_strategies.table import houses_to_come


@strategy("miser")
class Miser:
    """Never bids more than its free house is worth, nor more than there is to gain.

    Idea: a player who bids nothing gets a house for nothing, so the miser never pays more for a
    better house than the free one will bring: it fights for good offers and takes scraps. If a pass
    takes no house, it bids nothing. It sells its best house for the cheque of its rank or more.

    Origin: a caricature of the beginner who keeps too many coins; invented for this field.
    """

    def bid(view: View) -> int:
        """Raise while the bid is within the worth of the free house and of the best one beyond."""
        if view.pass_house == 0:
            return 0
        free = fair_cheque(view, view.pass_house)
        gain = fair_cheque(view, highest(houses_to_come(view))) - free
        return view.least_bid if view.least_bid <= min(free, gain) else 0

    def sell(view: View) -> int:
        """Sell the best house if a cheque on offer is worth it, else the worst."""
        best = highest(view.hand)
        offered = view.cheque_value(highest(view.cheques_on_offer))
        return best if offered >= fair_cheque(view, best) else lowest(view.hand)
