"""Teaches numba the functions of `forsale_sim.lookahead`."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.extending import overload

from forsale_sim import lookahead
from forsale_sim.engine.state import BID, SELL
from forsale_sim.lookahead.auctions import auctions
from forsale_sim.lookahead.rollouts import rollouts


@cache
def teach_searches() -> None:
    """Let compiled strategies call the functions of `forsale_sim.lookahead` from now on."""

    @overload(lookahead.bid_by_rollouts)
    def _bid_by_rollouts(view, budget, bid, sell):
        choose = rollouts(*_policy(bid, sell))
        return lambda view, budget, bid, sell: choose(view, BID, budget, -1)

    @overload(lookahead.sale_by_rollouts)
    def _sale_by_rollouts(view, budget, bid, sell):
        choose = rollouts(*_policy(bid, sell))
        return lambda view, budget, bid, sell: choose(view, SELL, budget, -1)

    @overload(lookahead.bid_by_value)
    def _bid_by_value(view, budget, weights, bid, sell):
        propose, choose = auctions(*_policy(bid, sell)), rollouts(*_policy(bid, sell))
        return lambda view, budget, weights, bid, sell: choose(
            view, BID, budget, propose(view, weights)
        )


def _policy(*functions: Any) -> Any:
    """Return the Python functions behind the types that numba has for them."""
    return (function.key[0] for function in functions)
