from forsale_sim import Parameter, strategy
from forsale_sim.cards import count, nth

@strategy("coinflip")
class Coinflip:
    """Raises by the least or passes, at the flip of a coin."""
    chance = Parameter(0.5, low=0.0, high=1.0, meaning="the chance to raise")
    def bid(view, chance):
        return view.least_bid if view.random() < chance else 0

    def sell(view):
        return nth(view.hand, view.random_below(count(view.hand)))
