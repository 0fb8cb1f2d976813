from forsale_sim import strategy
from forsale_sim.cards import highest, lowest

@strategy("highest-first")
class HighestFirst:
    """Sells the best house."""
    def bid(view):
        return 0
    def sell(view):
        return highest(view.hand)

@strategy("lowest-first")
class LowestFirst:
    """Sells the worst house."""
    def bid(view):
        return 0
    def sell(view):
        return lowest(view.hand)
