"""How opponents may play: the rules of built-in strategies, and others of their kind.

A rule has one number for bids and sales, because most players who bid by a rule sell by it.
"""

from __future__ import annotations

import numpy as np
from forsale_sim import View

from forsale_strategies.blueprint import FEATURES, bid_by, likest, sell_by
from forsale_strategies.blueprint import WEIGHTS as TUNED
from forsale_strategies.counter import THRIFT, Counter
from forsale_strategies.expert import FLAT, GAP, NARROW, Expert
from forsale_strategies.linear import Linear
from forsale_strategies.matcher import AIM, Matcher
from forsale_strategies.miser import Miser
from forsale_strategies.quick import WEIGHTS as DRAWN
from forsale_strategies.sellers import HighestFirst, LowestFirst
from forsale_strategies.spread import Spread

expert_bid, expert_sale = Expert.bid, Expert.sell
counter_bid, counter_sale = Counter.bid, Counter.sell
linear_bid, linear_sale, matcher_sale = Linear.bid, Linear.sell, Matcher.sell
miser_bid, miser_sale = Miser.bid, Miser.sell
spread_bid, spread_sale = Spread.bid, Spread.sell
highest_sale, lowest_sale = HighestFirst.sell, LowestFirst.sell

_FIRST = np.where(DRAWN[:, :3].any(axis=2, keepdims=True), DRAWN[:, :3], TUNED[:, None])
APPRAISERS = np.concatenate([TUNED[:, None], _FIRST], axis=1)
"""(games, members, parameters): `blueprint`, and the first three players that `quick` may be; where
there are fewer, `blueprint` again."""
SHARES = np.array([0.25, 0.35, 0.5, 0.7, 1.0])
"""Shares of their coins that players may bid up to, or up to if the whole deck lay there."""
SHARE = 0.5  # by which `linear` and `matcher` bid

COUNTER = 1  # after `blueprint`, for these two are tried; then come the rules of `quick`
EXPERT = COUNTER + APPRAISERS.shape[1]
LINEAR, MATCHER, MISER, HIGHEST, LOWEST, SPREADS = range(EXPERT + 1, EXPERT + 7)
PURSES = SPREADS + len(SHARES)
RULES = PURSES + len(SHARES)


def bid_by_rule(view: View, number: int) -> int:
    """Return the bid that a rule makes."""
    bid = 0
    if number == COUNTER:
        bid = counter_bid(view, THRIFT)
    elif number < EXPERT:
        bid = bid_by(view, APPRAISERS[likest(view, FEATURES), max(number - COUNTER, 0)])
    elif number == EXPERT:
        bid = expert_bid(view, GAP)
    elif number in (LINEAR, MATCHER):
        bid = linear_bid(view, SHARE)
    elif number == MISER:
        bid = miser_bid(view)
    elif SPREADS <= number < PURSES:
        bid = spread_bid(view, SHARES[number - SPREADS])
    elif number >= PURSES and view.least_bid <= SHARES[number - PURSES] * view.coins:
        bid = view.least_bid
    return bid


def sale_by_rule(view: View, number: int) -> int:
    """Return the house that a rule sells; rule 0 is the best guess at a strong player."""
    if number == COUNTER:
        house = counter_sale(view)
    elif number < EXPERT:
        house = sell_by(view, APPRAISERS[likest(view, FEATURES), max(number - COUNTER, 0)])
    elif number == EXPERT:
        house = expert_sale(view, FLAT, NARROW)
    elif number == LINEAR:
        house = linear_sale(view)
    elif number == MISER:
        house = miser_sale(view)
    elif number == HIGHEST:
        house = highest_sale(view)
    elif number == LOWEST:
        house = lowest_sale(view)
    elif SPREADS <= number < PURSES:
        house = spread_sale(view)
    else:
        house = matcher_sale(view, AIM)
    return house
