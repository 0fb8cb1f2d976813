"""A response to one policy: rollouts in which everyone plays on by that policy.

Such a player knows how its opponents react, as a best response may. But in the rollouts it plays by
the policy itself, so it improves on the policy by one step and is not the best response.
"""

from __future__ import annotations

from forsale_sim import search
from forsale_sim.plugins.always_compiled import always_compiled
from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.training.policy_source import policy_names

SOURCE = """\
def bid(view, budget):
    return bid_by_rollouts(view, budget, policy_bid, policy_sell)


def sell(view, budget):
    return sale_by_rollouts(view, budget, policy_bid, policy_sell)
"""


def rollouts_against(policy: Entrant, budget: int) -> Entrant:
    """Return a player that tries each move in rollouts over a policy."""
    names = policy_names(policy) | {
        "bid_by_rollouts": search.bid_by_rollouts,
        "sale_by_rollouts": search.sale_by_rollouts,
    }
    exec(compile(SOURCE, "<rollouts>", "exec"), names)
    name = f"rollouts over {policy.name}"
    bid, sell = (
        Decision(always_compiled(names[phase]), {"budget": budget}) for phase in ("bid", "sell")
    )
    return Entrant(name, f"<{name}>", bid, sell)
