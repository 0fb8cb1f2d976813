"""A player that values what an auction leaves, and looks ahead before it decides otherwise."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from forsale_sim import Parameter, View, strategy
from forsale_sim.lookahead import bid_by_value, sale_by_rollouts
from forsale_sim.plugins.always_compiled import always_compiled
from numpy.typing import NDArray

from forsale_strategies.quick import GAMES, Quick, likest

FOLDER = Path(__file__).parent / "values"


def _values() -> NDArray[np.float64]:
    """Return the weights of each game's value function: by game, auctions to come and feature."""
    tables = [np.loadtxt(FOLDER / f"{name}.csv", delimiter=",") for name in GAMES]
    most = max(len(table) for table in tables)
    # A game like one of these, but of more rounds, goes on with the weights of the first.
    return np.array([np.pad(table, ((0, most - len(table)), (0, 0)), "edge") for table in tables])


VALUES = _values()

quick_bid = Quick.bid
quick_sale = Quick.sell


@strategy("champion")
class Champion:
    """Bids for the best end of the auction, by learned values, unless rollouts show a better bid.

    Idea: an auction holds no chance. Each bid that is worth a look is tried, the others answer as
    `quick` would, and the table at the auction's end is valued: every house in hand has a weight
    that depends on the auctions to come, and so have coins; from these sums follow the chances to
    win. The best bid by that stands unless another wins more often in rollouts, by more than
    chance. Houses are sold as `lookahead` does. A game that no values were learned for is played
    with those of the most similar one with as many players.

    Origin: the values are those that make the winners of 40,000 games of `quick` with itself most
    likely, for every edition and number of players: ``python -m forsale_sim.learning`` learns them.
    Samuel (1959) valued positions of checkers so, by weights that were learned from self-play.
    """

    budget = Parameter(
        600, low=1, high=1_000_000, meaning="how many games it plays to their end for a decision"
    )

    @always_compiled
    def bid(view: View, budget: int) -> int:
        """Make the bid after which the auction ends best, unless rollouts know better."""
        return bid_by_value(view, budget, VALUES[likest(view)], quick_bid, quick_sale)

    @always_compiled
    def sell(view: View, budget: int) -> int:
        """Sell the house that wins most often in rollouts."""
        return sale_by_rollouts(view, budget, quick_bid, quick_sale)
