from forsale_sim import Parameter, helper, strategy
from forsale_sim.cards import count, nth

@strategy("random")
class Random:
    """Any legal move is as likely as any other."""
    def bid(view):
        move = view.random_below(view.coins - view.least_bid + 2)
        return view.least_bid + move - 1 if move > 0 else 0

    def sell(view):
        return nth(view.hand, view.random_below(count(view.hand)))
