"""Bids that answer how the others are expected to bid."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.local_arrays import copy_record, local_array

from forsale_sim.cards import count, has, lowest, remove
from forsale_sim.engine.state import SEATS, STATE
from forsale_sim.engine.view import I64, seat_of, state_of
from forsale_sim.search.auction_search import best_bid
from forsale_sim.search.auction_tree import MOST_PRICES
from forsale_sim.search.auction_turns import Forecast
from forsale_sim.search.beliefs import MOST_KINDS
from forsale_sim.search.bidding_model import bidding_beliefs, bids_by_rule, limit_of_rule
from forsale_sim.search.policy_kernel import compile_into_caller

UNLIKELY = 0.01
"""Rules that are less likely are not asked what they will do."""
CERTAIN = 0.6
"""How likely a player must bid by rules to be expected to."""


@inlined
def number_of_pass_house(state, offered):
    """Return the number of the house that a pass takes in an offer of so many; 0 for none."""
    left = count(state.houses_on_offer)
    return offered - left + 1 if left == count(state.seats_in) else 0


@cache
def price_model(rule: Callable[..., int]) -> Any:
    """Return a function that computes how far players of rules go in the auction that is open.

    It is ``fill_staying(known, states, me, likely, staying)``: `likely`, (`SEATS`, rules + 1)
    float64, is how likely each seat bids by each rule. Fills `Forecast.staying`, for every seat in
    the auction but `me`.
    """
    limit_of = limit_of_rule(rule)

    def fill_staying(known, states, me, likely, staying):
        rules, offered = likely.shape[1] - 1, count(known.houses_on_offer)
        for seat in range(1, known.players + 1):
            if seat == me or not has(known.seats_in, seat):
                continue
            copy_record(states[0], known)
            state, total = states[0], 0.0
            for number in range(rules):
                if likely[seat, number] > UNLIKELY:
                    total += likely[seat, number]
            staying[seat] = 0.0
            staying[seat, :, 0] = 1.0
            while total > 0.0 and count(state.seats_in) > 1:
                house = number_of_pass_house(state, offered)
                for number in range(rules):
                    if likely[seat, number] > UNLIKELY:
                        part = likely[seat, number] / total
                        limit = limit_of(state, seat, number, 0, state.coins[seat])
                        for price in range(1, staying.shape[2]):
                            staying[seat, house, price] += part * bids_by_rule(limit, price)
                if house != 0:
                    state.houses_on_offer &= state.houses_on_offer - 1
                # Who passes first is not known; the last to do so are the two players.
                others = remove(remove(state.seats_in, seat), me)
                first = lowest(others) if others != 0 else me
                state.seats_in = remove(state.seats_in, first)

    return compile_into_caller(fill_staying, allocates=False)


@cache
def bid_forecast(rule: Callable[..., int]) -> Any:
    """Return a function that says how the others may bid by rules.

    It is ``forecast_of(starts, states, seat, weights, houses, prior)``, for the player in `seat`
    who sees the state in `starts`; `states` is scratch, and the rest as for `bid_by_beliefs`.
    Returns a `Forecast`.
    """
    believe, fill_staying = bidding_beliefs(rule), price_model(rule)

    def forecast_of(starts, states, seat, weights, houses, prior):
        known, rules = starts[0], prior.shape[0]
        likely = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 1]
        by_rule, prices = np.zeros(SEATS), 1
        believe(starts, states, seat, weights, houses, prior, likely)
        for other in range(1, known.players + 1):
            prices = max(prices, known.coins[other] + 1)
            if other != seat and 1.0 - likely[other, rules] > CERTAIN:
                by_rule[other] = 1.0 - likely[other, rules]
        offered = count(known.houses_on_offer)
        staying = np.empty((SEATS, offered + 1, min(prices, MOST_PRICES)))
        if by_rule.max() > 0.0:
            fill_staying(known, states, seat, likely, staying)
        return Forecast(by_rule, staying, number_of_pass_house(known, offered))

    return compile_into_caller(forecast_of)


@cache
def believing_bid(rule: Callable[..., int]) -> Any:
    """Compile ``choose(view, weights, houses, budget, prior, thrift)``.

    It is `bid_by_beliefs` for a rule: see `forsale_sim.search`.
    """
    forecast_of = bid_forecast(rule)

    def choose(view, weights, houses, budget, prior, thrift):
        starts, states, seat = local_array(1, STATE), local_array(1, STATE), I64(seat_of(view))
        copy_record(starts[0], state_of(view))
        forecast = forecast_of(starts, states, seat, weights, houses, prior)
        return best_bid(starts[0], seat, weights, houses, thrift, forecast, budget)

    return compile_into_caller(choose)
