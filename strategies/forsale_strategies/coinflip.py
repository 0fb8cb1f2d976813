"""A player who flips a coin to decide whether to raise."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, nth


@strategy("coinflip")
class Coinflip:
    """Makes the least legal bid or passes, at the flip of a coin.

    Idea: it ignores the cards, but never overbids, so unlike `random` it keeps its coins.

    Origin: one of the two players of the C yardstick that the kernel's speed is measured against.
    """

    chance = Parameter(0.5, low=0.0, high=1.0, meaning="how likely it is to raise")

    def bid(view: View, chance: float) -> int:
        """Raise or pass, whatever is on offer."""
        raised = view.least_bid
        return raised if view.chance(chance) else 0

    def sell(view: View) -> int:
        """Draw any house held."""
        return nth(view.hand, view.random_below(count(view.hand)))
