"""A response to one strategy that foresees what its players do, by asking the strategy itself."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim import search
from forsale_sim.plugins.always_compiled import always_compiled
from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.plugins.mixtures import draws_for_the_game
from forsale_sim.training.policy_source import policy_names
from forsale_sim.training.values.learning import Weights

SOURCE = """\
def bid(view, least, most):
    return bid_by_foresight(view, least, most, WEIGHTS, HOUSES, policy_bid)


def sell(view, least, most):
    return sale_by_foresight(view, least, most, policy_sell)
"""


def foresight_of(policy: Entrant, weights: Weights, houses: Sequence[int], samples: int) -> Entrant:
    """Return a player that knows how all others play, and searches for the best answers.

    `weights` are (rounds, FEATURES), of the value function that says what the ends of auctions are
    worth.
    """
    names = policy_names(policy) | {
        "WEIGHTS": weights,
        "HOUSES": len(houses),
        "bid_by_foresight": search.bid_by_foresight,
        "sale_by_foresight": search.sale_by_foresight,
    }
    exec(compile(SOURCE, "<foresight>", "exec"), names)
    name = f"foresight of {policy.name}"
    bid, sell = (
        Decision(
            always_compiled(names[phase]),
            {"least": samples if draws_for_the_game(asked) else 1, "most": samples},
        )
        for phase, asked in (("bid", policy.bid), ("sell", policy.sell))
    )
    return Entrant(name, f"<{name}>", bid, sell)
