"""A strategy as a policy: two functions of a view alone, which searches can compile into theirs."""

from __future__ import annotations

from typing import Any

from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.plugins.identity import unwrap

SOURCE = '''\
"""The policy of {name}."""


def policy_bid(view):
    return policy_bids(view{bid})


def policy_sell(view):
    return policy_sells(view{sell})
'''


def policy_names(policy: Entrant) -> dict[str, Any]:
    """Return a namespace with the functions ``policy_bid(view)`` and ``policy_sell(view)``.

    Source code that is executed in it, as all of a response's is, can be compiled with them.
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
    }
    exec(compile(source, "<policy>", "exec"), names)
    return names


def _constants(decision: Decision) -> str:
    return "".join(f", {value!r}" for value in decision.arguments.values())
