"""A player who throws good coins after bad ones."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import highest, lowest, members

from forsale_strategies.panel.worth import fair_cheque


@strategy("escalator")
class Escalator:
    """Raises as long as winning costs less than giving up, counting what a pass would lose.

    Idea, buying: giving up loses a part of the bid for a poor house; one coin more may win the best
    one. So every bid raises the price at which it would stop, as in the auction of a dollar that
    the second bidder, too, has to pay for. It values a house at the cheque of its rank and a coin
    at 1, and never thinks of the auctions to come, so it is soon broke.

    Idea, selling: never at a loss. The house that it paid most for, if the best cheque on offer is
    worth more than that; otherwise the one that it paid least for, of equals the lowest.

    Origin: M. Shubik, "The Dollar Auction Game: A Paradox in Noncooperative Behavior and
    Escalation", Journal of Conflict Resolution 15 (1971); a review of For Sale explains the game by
    it (Pyramid, Steve Jackson Games, 23 September 2005). Reluctance to sell at a loss: H. Shefrin
    and M. Statman, "The Disposition to Sell Winners Too Early and Ride Losers Too Long", Journal of
    Finance 40 (1985).
    """

    def bid(view: View) -> int:
        """Raise while the best house for this bid is better than a pass now."""
        lost = view.own_bid - view.pass_refund
        won = fair_cheque(view, highest(view.houses_on_offer)) - view.least_bid
        return view.least_bid if won > fair_cheque(view, view.pass_house) - lost else 0

    def sell(view: View) -> int:
        """Sell the dearest house above its price, else the cheapest."""
        dearest = cheapest = lowest(view.hand)
        for house in members(view.hand):
            if view.price_of(house) > view.price_of(dearest):
                dearest = house
            if view.price_of(house) < view.price_of(cheapest):
                cheapest = house
        offered = view.cheque_value(highest(view.cheques_on_offer))
        return dearest if offered > view.price_of(dearest) else cheapest
