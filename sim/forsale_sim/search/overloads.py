"""The implementations that numba compiles for the functions of `forsale_sim.search`."""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.extending import overload

from forsale_sim import search
from forsale_sim.engine.state import BID, SELL
from forsale_sim.search.auction_search import choose_bid
from forsale_sim.search.believing_bid import believing_bid
from forsale_sim.search.foresight import foreseen_bid, foreseen_sale
from forsale_sim.search.last_sales import last_sales_solver
from forsale_sim.search.restricted_response import restricted_response
from forsale_sim.search.rollouts import rollouts


@cache
def register_searches() -> None:
    """Let compiled strategies call the functions of `forsale_sim.search` from now on."""

    @overload(search.bid_by_rollouts)
    def _bid_by_rollouts(view, budget, bid, sell):
        choose = rollouts(*_policy(bid, sell))
        return lambda view, budget, bid, sell: choose(view, BID, budget)

    @overload(search.sale_by_rollouts)
    def _sale_by_rollouts(view, budget, bid, sell):
        choose = rollouts(*_policy(bid, sell))
        return lambda view, budget, bid, sell: choose(view, SELL, budget)

    @overload(search.bid_by_foresight)
    def _bid_by_foresight(view, least, most, weights, houses, bid):
        choose = foreseen_bid(*_policy(bid))
        return lambda view, least, most, weights, houses, bid: choose(
            view, least, most, weights, houses
        )

    @overload(search.sale_by_foresight)
    def _sale_by_foresight(view, least, most, sell):
        choose = foreseen_sale(*_policy(sell))
        return lambda view, least, most, sell: choose(view, least, most)

    @overload(search.sale_by_solving)
    def _sale_by_solving(view, budget, sell):
        choose = last_sales_solver(*_policy(sell))
        return lambda view, budget, sell: choose(view, budget)

    @overload(search.bid_by_value)
    def _bid_by_value(view, weights, houses, budget):
        return choose_bid.py_func

    @overload(search.bid_by_beliefs)
    def _bid_by_beliefs(view, weights, houses, budget, prior, thrift, rule):
        choose = believing_bid(*_policy(rule))
        return lambda view, weights, houses, budget, prior, thrift, rule: choose(
            view, weights, houses, budget, prior, thrift
        )

    @overload(search.sale_by_mixing)
    def _sale_by_mixing(view, rounds, draws, weights, houses, prior, bid_rule, sale_rule):
        choose = restricted_response(*_policy(bid_rule, sale_rule))
        return lambda view, rounds, draws, weights, houses, prior, bid_rule, sale_rule: choose(
            view, rounds, draws, weights, houses, prior
        )


def _policy(*functions: Any) -> Any:
    """Return the Python functions behind numba's types of them."""
    return (function.key[0] for function in functions)
