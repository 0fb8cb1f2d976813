"""A player who plays as `blueprint` until the last two sales, and solves those."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.search import sale_by_solving
from forsale_sim.search.always_compiled import always_compiled

from forsale_strategies.blueprint import Blueprint

blueprint_sale = Blueprint.sell


@strategy("solver")
class Solver:
    """Bids and sells as `blueprint`, but solves the last two sales as one simultaneous game.

    Idea: once nobody holds more than two houses, a choice now settles the last sale, too. What
    every combination of choices wins is a mean over the cheques that may come. In that table it
    looks for an equilibrium, in which nobody gains much by deviating alone, and draws the house to
    sell from it.

    Origin: regret matching, by Hart and Mas-Colell (2000).
    """

    budget = Parameter(
        300, low=1, high=1_000_000, meaning="how many sets of last cheques it looks at for a sale"
    )

    bid = Blueprint.bid

    @always_compiled
    def sell(view: View, budget: int) -> int:
        """Sell as `blueprint`; in the last two sales, draw from their equilibrium."""
        return sale_by_solving(view, budget, blueprint_sale)
