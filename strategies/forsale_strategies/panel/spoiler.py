"""A player who bids to make the others pay."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import above, highest, lowest


def richest_rival(view: View) -> int:
    """Return the seat of the richest other player, in coins and cheques; of equals the first."""
    rival, most = 0, -1
    for seat in view.seats:
        money = view.coins_of(seat) + view.cheques_of(seat)
        if seat != view.seat and money > most:
            rival, most = seat, money
    return rival


@strategy("spoiler")
class Spoiler:
    """Never opens; raises to make others pay while one of them is in for less than half its coins.

    Idea, buying: coins that others lose are as good as coins won. It takes the free house if nobody
    has bid. Once somebody has, it raises by the least as long as a player who has bid and is still
    in owns more than twice that: such a player, it trusts, will raise again. Now and then nobody
    does, and it pays for a house that it did not want.

    Idea, selling: to take cheques from the richest: its lowest house above their best, or its
    lowest if it has none.

    Origin: pushing others to pay early, so that they are badly off later, is what a shop tells its
    customers the fun of the game is (Gamescape San Francisco, gamescapesf.com, For Sale). Spite as
    a motive in auctions: J. Morgan, K. Steiglitz and G. Reis, "The Spite Motive and Equilibrium
    Behavior in Auctions", Contributions in Economic Analysis & Policy 2 (2003). The limit is ours.
    """

    def bid(view: View) -> int:
        """Raise while a player who has bid could go twice as high."""
        for seat in view.seats:
            is_rival = seat != view.seat and view.in_auction(seat) and view.bid_of(seat) > 0
            if is_rival and view.coins_of(seat) > 2 * view.least_bid:
                return view.least_bid
        return 0

    def sell(view: View) -> int:
        """Sell the lowest house that beats every one of the richest player's, else the lowest."""
        winner = lowest(above(view.hand, highest(view.hand_of(richest_rival(view)))))
        return winner if winner != 0 else lowest(view.hand)
