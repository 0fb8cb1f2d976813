"""A player who does what has just worked for somebody else."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import count, members, nth

from forsale_strategies.panel.worth import auctions_left


def last_winning_bid(view: View) -> int:
    """Return the highest bid of the last auction."""
    highest = 0
    for seat in view.seats:
        highest = max(highest, view.bid_in(view.auctions - 1, seat))
    return highest


@strategy("copycat")
class Copycat:
    """Bids up to the winning bid of the auction before; sells what won the sale before.

    Idea, buying: the player who just got the best house must have known what it is worth. So it
    raises by the least up to that bid, whatever lies there now: one fight brings on the next, and
    one auction that nobody wants keeps the next ones cheap. In the first auction it bids up to its
    coins divided by the auctions.

    Idea, selling: its house that is closest to the one that won the sale before, of two the lower;
    in the first sale the middle one.

    Origin: "imitate the best", whose dynamics are known from F. Vega-Redondo, "The Evolution of
    Walrasian Behavior", Econometrica 65 (1997); not a rule for this game. A program that bids by
    what has won before is `HistorianBot` in the repository Devans90/forsalegame (on GitHub); it
    reads a file of past games, which is not public.
    """

    def bid(view: View) -> int:
        """Raise up to the winning bid of the auction before."""
        limit = view.coins // auctions_left(view)
        if view.auctions > 1:
            limit = last_winning_bid(view)
        return view.least_bid if view.least_bid <= limit else 0

    def sell(view: View) -> int:
        """Sell the house closest to the winner of the sale before."""
        winner = 0
        for house in members(view.deck_houses):
            if view.sale_of(house) == view.round - 1 and view.round > 1:
                winner = house
        if winner == 0:
            return nth(view.hand, count(view.hand) // 2)
        sold, least = 0, 0
        for house in members(view.hand):
            distance = abs(house - winner)
            if sold == 0 or distance < least:
                sold, least = house, distance
        return sold
