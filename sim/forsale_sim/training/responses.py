"""Responses to one strategy by players who know how all others at the table play.

*Rollouts* try each move in games in which everyone plays on by the strategy. So they know how their
opponents react, as a best response may; but they play on by the strategy itself, and improve on it
by one step. *Foresight* asks the strategy what the others will do, and searches for the best
answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from strategy_lab.game import MadeResponse
from strategy_lab.plugins.entrants import Decision, Entrant, draws_for_the_game
from strategy_lab.plugins.identity import unwrap
from strategy_lab.simulation.sessions import number_of_threads

from forsale_sim.for_sale import GAME
from forsale_sim.rules.ruleset import Rules
from forsale_sim.search.always_compiled import always_compiled
from forsale_sim.training.values import Floats, values_among

POLICY = '''\
"""The policy of {name}."""

from forsale_sim.search import (
    bid_by_foresight,
    bid_by_rollouts,
    sale_by_foresight,
    sale_by_rollouts,
)


def policy_bid(view):
    return policy_bids(view{bid})


def policy_sell(view):
    return policy_sells(view{sell})
'''

ROLLOUTS = """\
def bid(view, budget):
    return bid_by_rollouts(view, budget, policy_bid, policy_sell)


def sell(view, budget):
    return sale_by_rollouts(view, budget, policy_bid, policy_sell)
"""

FORESIGHT = """\
def bid(view, least, most):
    return bid_by_foresight(view, least, most, WEIGHTS, HOUSES, policy_bid)


def sell(view, least, most):
    return sale_by_foresight(view, least, most, policy_sell)
"""


VALUE_GAMES = 4_000  # how many games of a policy teach what positions are worth among its copies


def responses_to(
    policy: Entrant, rules: Rules, *, budget: int, samples: int, seed: int
) -> list[MadeResponse]:
    """Return who can be made to win from copies of a policy: by rollouts, and by foresight.

    Without a `budget` of games there are no rollouts, without `samples` there is no foresight.
    """
    found = []
    if budget:
        found.append(MadeResponse(rollouts_name(policy), lambda: rollouts_against(policy, budget)))
    if samples:

        def foresight() -> Entrant:
            weights = values_among(
                policy, rules, games=VALUE_GAMES, seed=seed, threads=number_of_threads(None)
            )
            return foresight_of(policy, weights, rules.houses, samples)

        found.append(MadeResponse(foresight_name(policy), foresight))
    return found


def rollouts_name(policy: Entrant) -> str:
    return f"rollouts over {policy.name}"


def rollouts_against(policy: Entrant, budget: int) -> Entrant:
    names = policy_names(policy)
    exec(compile(ROLLOUTS, "<rollouts>", "exec"), names)
    decisions = {
        each: Decision(always_compiled(names[each]), {"budget": budget})
        for each in policy.decisions
    }
    return live(rollouts_name(policy), decisions)


def foresight_name(policy: Entrant) -> str:
    return f"foresight of {policy.name}"


def foresight_of(policy: Entrant, weights: Floats, houses: Sequence[int], samples: int) -> Entrant:
    """Return a player that knows how all others play, and searches for the best answers.

    `weights` are (rounds, FEATURES), of the value function that says what the ends of auctions are
    worth.
    """
    names = policy_names(policy) | {"WEIGHTS": weights, "HOUSES": len(houses)}
    exec(compile(FORESIGHT, "<foresight>", "exec"), names)
    decisions = {
        each: Decision(
            always_compiled(names[each]),
            {"least": samples if draws_for_the_game(asked) else 1, "most": samples},
        )
        for each, asked in policy.decisions.items()
    }
    return live(foresight_name(policy), decisions)


def live(name: str, decisions: Mapping[str, Decision]) -> Entrant:
    return Entrant(name, f"<{name}>", decisions, GAME)


def policy_names(policy: Entrant) -> dict[str, Any]:
    """Return a namespace with the functions ``policy_bid(view)`` and ``policy_sell(view)``.

    Source code that is executed in it, as all of a response's is, can be compiled with them.
    """
    bid, sell = policy.decisions["bid"], policy.decisions["sell"]
    source = POLICY.format(
        name=policy.name.replace("\\", "").replace('"', "'"),
        bid=_constants(bid),
        sell=_constants(sell),
    )
    names: dict[str, Any] = {
        "__name__": __name__,
        "policy_bids": unwrap(bid.function),
        "policy_sells": unwrap(sell.function),
    }
    exec(compile(source, "<policy>", "exec"), names)
    return names


def _constants(decision: Decision) -> str:
    return "".join(f", {value!r}" for value in decision.arguments.values())
