"""A player who tries every move and plays on as `blueprint`, many times."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.search import bid_by_rollouts, sale_by_rollouts
from forsale_sim.search.always_compiled import always_compiled

from forsale_strategies.blueprint import Blueprint

blueprint_bid = Blueprint.bid
blueprint_sale = Blueprint.sell


@strategy("lookahead")
class Lookahead:
    """Tries its moves, and plays on as `blueprint` to the end of the game, many times.

    Idea: a move is worth how often it wins if everyone then plays as `blueprint` does. It tries
    passing, the least bids and the least bid that nobody can beat; or every house in hand. The
    cards to come are shuffled for each game, in the same way for every move; bad moves are dropped
    early. `blueprint`'s own move stands unless another wins clearly more often.

    Origin: rollouts, with which Tesauro and Galperin (1996) improved backgammon players.
    """

    budget = Parameter(
        300, low=1, high=1_000_000, meaning="how many games it plays to their end for a decision"
    )

    @always_compiled
    def bid(view: View, budget: int) -> int:
        """Bid what wins most often in rollouts."""
        return bid_by_rollouts(view, budget, blueprint_bid, blueprint_sale)

    @always_compiled
    def sell(view: View, budget: int) -> int:
        """Sell the house that wins most often in rollouts."""
        return sale_by_rollouts(view, budget, blueprint_bid, blueprint_sale)
