"""Sales that answer what the others are expected to sell, without becoming predictable."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from forsale_sim.engine.state import CARDS, SEATS, STATE
from forsale_sim.engine.view import seat_of, state_of
from forsale_sim.search.last_sales import WORDS, most_houses, solved_sale
from forsale_sim.search.mixed_sale import mixed_sale
from forsale_sim.search.opponent_model import opponent_model
from forsale_sim.search.policy_kernel import compile_into_caller
from forsale_sim.search.positions import forget


@cache
def restricted_response(rule: Callable[..., int]) -> Any:
    """Compile ``choose(view, rounds, draws, rules, trust)``: see `forsale_sim.search`.

    It is `sale_by_mixing` for one `rule`.
    """
    expect = opponent_model(rule)

    def answer(starts, states, seat, word, rounds, draws, rules, trust):
        now, expected = np.zeros((SEATS, rules), np.int64), np.zeros((SEATS, CARDS))
        expect(starts, states, trust, now, expected)
        estimates = np.zeros(CARDS)
        if most_houses(starts[0]) > 2:
            return mixed_sale(starts, states, seat, rounds, expected, estimates)
        return solved_sale(starts, seat, word, draws, now[:, 0], expected, estimates)

    answer = compile_into_caller(answer)

    def choose(view, rounds, draws, rules, trust):
        # A record does not keep its array alive, so functions are given the array.
        starts, states = np.empty(1, STATE), np.empty(1, STATE)
        starts[0] = state_of(view)
        # The same number seeds the shuffles and draws the sale: the shuffles do not depend on its
        # size.
        word = view.random_below(WORDS)
        forget(starts[0], word)
        return answer(starts, states, int(seat_of(view)), word, rounds, draws, rules, trust)

    return compile_into_caller(choose)
