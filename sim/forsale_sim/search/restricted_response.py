"""Sales that answer what the others are expected to sell, without becoming predictable."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from strategy_lab.compiled.local_arrays import copy_record, local_array

from forsale_sim.engine.state import CARDS, SEATS, STATE
from forsale_sim.engine.view import I64, seat_of, state_of
from forsale_sim.search.beliefs import MOST_KINDS, MOST_RULES
from forsale_sim.search.bidding_model import bidding_beliefs
from forsale_sim.search.last_sales import WORDS, most_houses, solved_sale
from forsale_sim.search.mixed_sale import mixed_sale
from forsale_sim.search.opponent_model import opponent_model
from forsale_sim.search.policy_kernel import compile_into_caller
from forsale_sim.search.positions import forget


@cache
def restricted_response(bid_rule: Callable[..., int], sale_rule: Callable[..., int]) -> Any:
    """Compile ``choose(view, rounds, draws, weights, houses, prior)``.

    It is `sale_by_mixing` for these rules: see `forsale_sim.search`.
    """
    believe, expect = bidding_beliefs(bid_rule), opponent_model(sale_rule)

    def answer(starts, states, seat, word, rounds, draws, weights, houses, prior):
        rules = prior.shape[0]
        bidding = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 1]
        believe(starts, states, seat, weights, houses, prior, bidding)
        now = local_array((SEATS, MOST_RULES), np.int64)[:, :rules]
        expected = local_array((SEATS, CARDS), np.float64)
        expect(starts, states, seat, bidding, prior, now, expected)
        estimates = local_array(CARDS, np.float64)
        estimates[:] = 0.0
        if most_houses(starts[0]) > 2:
            return mixed_sale(starts[0], seat, rounds, expected, estimates)
        return solved_sale(starts, seat, word, draws, now[:, 0], expected, estimates)

    answer = compile_into_caller(answer, allocates=False)

    def choose(view, rounds, draws, weights, houses, prior):
        starts, states = local_array(1, STATE), local_array(1, STATE)
        copy_record(starts[0], state_of(view))
        # The same number seeds the shuffles and draws the sale: the shuffles do not depend on its
        # size.
        word, seat = view.random_below(WORDS), I64(seat_of(view))
        forget(starts[0], word)
        return answer(starts, states, seat, word, rounds, draws, weights, houses, prior)

    return compile_into_caller(choose, allocates=False)
