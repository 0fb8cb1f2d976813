"""A response to one policy: rollouts in which everyone plays on by that policy.

Such a player knows how its opponents react, as a best response may. But in the rollouts it plays by
the policy itself, so it improves on the policy by one step and is not the best response.
"""

from __future__ import annotations

from typing import Any

from forsale_sim import search
from forsale_sim.plugins.always_compiled import always_compiled
from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.plugins.sources import unwrap

SOURCE = '''\
"""Rollouts over {name}."""


def policy_bid(view):
    return policy_bids(view{bid})


def policy_sell(view):
    return policy_sells(view{sell})


def bid(view, budget):
    return bid_by_rollouts(view, budget, policy_bid, policy_sell)


def sell(view, budget):
    return sale_by_rollouts(view, budget, policy_bid, policy_sell)
'''


def rollouts_against(policy: Entrant, budget: int) -> Entrant:
    """Return a player that tries each move in rollouts over a policy.

    Parameters
    ----------
    policy
        How everyone plays on; numba must be able to compile its functions.
    budget
        How many games are played to the end for a decision.
    """
    source = SOURCE.format(
        name=policy.name.replace("\\", "").replace('"', "'"),
        bid=_constants(policy.bid),
        sell=_constants(policy.sell),
    )
    names: dict[str, Any] = {
        "__name__": __name__,
        "policy_bids": unwrap(policy.bid.function),
        "policy_sells": unwrap(policy.sell.function),
        "bid_by_rollouts": search.bid_by_rollouts,
        "sale_by_rollouts": search.sale_by_rollouts,
    }
    exec(compile(source, "<rollouts>", "exec"), names)
    name = f"rollouts over {policy.name}"
    bid, sell = (
        Decision(always_compiled(names[phase]), {"budget": budget}) for phase in ("bid", "sell")
    )
    return Entrant(name, f"<{name}>", bid, sell)


def _constants(decision: Decision) -> str:
    return "".join(f", {value!r}" for value in decision.arguments.values())
