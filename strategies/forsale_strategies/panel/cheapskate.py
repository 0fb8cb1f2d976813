"""A program that hoards its coins."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import lowest


@strategy("cheapskate")
class Cheapskate:
    """Raises by the least while that is below a quarter of its coins or below 2; hoards the rest.

    Idea: it wants to take part and pay nothing. What it bids depends on its purse alone, and falls
    as the purse does. It sells its worst house first, so its good ones meet the last cheques,
    whatever these are.

    Origin: `CheapskateBot` in the repository Devans90/forsalegame (game/Bots/CheapskateBot.py, on
    GitHub).
    """

    def bid(view: View) -> int:
        """Raise if the bid is less than a quarter of the coins, or less than 2."""
        cheap = view.least_bid < 2 or 4 * view.least_bid < view.coins
        return view.least_bid if cheap else 0

    def sell(view: View) -> int:
        """Sell the worst house."""
        return lowest(view.hand)
