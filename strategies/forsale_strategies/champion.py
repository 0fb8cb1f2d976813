"""A player that searches every auction to its end, and cannot be foreseen in sales."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from forsale_sim import Parameter, View, strategy
from forsale_sim.plugins.always_compiled import always_compiled
from forsale_sim.search import bid_by_value, sale_by_mixing
from numpy.typing import NDArray

from forsale_strategies.blueprint import FEATURES, GAMES, likest
from forsale_strategies.selling_rules import RULES, sale_by_rule

FOLDER = Path(__file__).parent / "values"


def _values() -> NDArray[np.float64]:
    """Return the weights of each game's value function: by game, auctions to come and feature."""
    tables = [np.loadtxt(FOLDER / f"{name}.csv", delimiter=",") for name in GAMES]
    most = max(len(table) for table in tables)
    # A game like one of these, but of more rounds, goes on with the weights of the first.
    return np.array([np.pad(table, ((0, most - len(table)), (0, 0)), "edge") for table in tables])


VALUES = _values()

DRAWS = 300
"""How many sets of last cheques it looks at, if there are more of them."""


@strategy("champion")
class Champion:
    """Searches auctions to their ends, by learned values, and sells as answers what others sell.

    Idea, buying: an auction holds no chance. It is searched to all of its ends, each valued by the
    table that it leaves: every house in hand has a weight that depends on the auctions to come, and
    so have coins; from these sums follow the chances to win. All are taken to bid for their own
    best end. A game that no values were learned for is played with those of the most similar one
    with as many players; a house counts as one of its rank does there.

    Idea, selling: all choose at the same time, and who always sells the same house in the same
    position can be foreseen. So it mixes, and answers who does not: what a player has sold in this
    game tells how likely it sells by the rule of another built-in strategy, or mostly as
    `blueprint` would. Regret matching finds the answer, against others who sell by these rules with
    those probabilities, and mix otherwise; the last two sales are solved.

    Origin: max^n, by Luckhardt and Irani (1986); regret matching, by Hart and Mas-Colell (2000);
    restricted Nash responses, by Johanson, Zinkevich and Bowling (2007); recognising opponents, by
    Southey and others (2005).
    The values are learned from games that it plays with itself, as Samuel (1959) did for checkers:
    ``python -m forsale_sim.training.values`` learns them anew.
    """

    # The more rounds, the surer it is of its answer, and the better whoever knows it foresees that:
    # with 300, rollouts over it gain more than with 50, amid others it wins hardly more.
    budget = Parameter(
        50, low=1, high=1_000_000, meaning="rounds of regret matching to mix a sale by"
    )

    trust = Parameter(
        0.8,
        low=0.0,
        high=1.0,
        meaning="how likely who sells by no rule it knows mostly sells as `blueprint` would",
    )

    @always_compiled
    def bid(view: View) -> int:
        """Make the bid after which the auction ends best."""
        game = likest(view, FEATURES)
        return bid_by_value(view, VALUES[game], FEATURES[game, 1])

    @always_compiled
    def sell(view: View, budget: int, trust: float) -> int:
        """Sell a house drawn from a mixture that answers what the others are expected to sell."""
        return sale_by_mixing(view, budget, DRAWS, RULES, trust, sale_by_rule)
