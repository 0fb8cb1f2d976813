"""A program that bids up to a third of its coins and always sells its best house."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import highest


@strategy("conservative")
class Conservative:
    """Raises by the least up to a third of its coins, while it has 3; always sells its best house.

    Idea: small steps, and a reserve; it looks neither at the houses nor at the other players. It
    sells from the top, so it takes the best cheques of the first sales, good or not, and has
    nothing left for later ones.

    Origin: `ConservativeAgent` in the repository misterpuffin/for-sale (agents/simple.py, on
    GitHub).
    """

    def bid(view: View) -> int:
        """Raise if the bid is at most a third of the coins."""
        return view.least_bid if view.coins >= 3 and 3 * view.least_bid <= view.coins else 0

    def sell(view: View) -> int:
        """Sell the best house."""
        return highest(view.hand)
