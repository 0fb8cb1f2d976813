"""A program that leaps at the best houses and lets all others go."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import below, count, highest, nth


@strategy("jump-bidder")
class JumpBidder:
    """Bids two fifths of its coins at once for one of the best six houses of 30, else passes.

    Idea, buying: only the best houses are worth money: where one of numbers 25 to 30 lies, it names
    two fifths of its coins, rounded down, if it has more than 5, and passes if that is too little.
    So it pays for the best house the same whether or not others want it, and outbids itself for
    the second best where the best two are fought for.

    Idea, selling: the best house if a cheque of more than 10 lies there, otherwise the middle one
    of its hand, the higher of two.

    Origin: `AggressiveAgent` in the repository misterpuffin/for-sale (agents/simple.py, on GitHub).
    In other decks, houses count by their rank and cheques as parts of the highest.
    """

    def bid(view: View) -> int:
        """Name two fifths of the coins for one of the best houses."""
        lower = count(below(view.deck_houses, highest(view.houses_on_offer)))
        price = view.coins * 4 // 10
        wants = 30 * lower >= 24 * count(view.deck_houses) and view.coins > 5
        return price if wants and price >= view.least_bid else 0

    def sell(view: View) -> int:
        """Sell the best house for a high cheque, else the middle one."""
        best = view.cheque_value(highest(view.cheques_on_offer))
        if 15 * best > 10 * view.cheque_value(highest(view.deck_cheques)):
            return highest(view.hand)
        return nth(view.hand, count(view.hand) // 2)
