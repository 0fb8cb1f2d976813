"""A player without a thought: every legal move is as likely as any other."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import count, nth


@strategy("random")
class Random:
    """Makes any legal move, all of them equally likely.

    Idea: to bid, it draws one of the moves it has: a pass, and every total from the least legal
    bid to all its coins. Since most of those are far too high, it is soon broke. It sells
    any house it holds.

    Origin: the usual floor of a comparison. What does not beat it clearly has learned nothing; and
    it reaches positions no sensible player would, which is good for finding faults.
    """

    def bid(view: View) -> int:
        moves = view.coins - view.least_bid + 2
        move = view.random_below(moves)
        return view.least_bid + move - 1 if move > 0 else 0

    def sell(view: View) -> int:
        return nth(view.hand, view.random_below(count(view.hand)))
