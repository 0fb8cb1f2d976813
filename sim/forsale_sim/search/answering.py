"""Sales that answer what the others are expected to sell, and that nobody can foresee."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from forsale_sim.engine.state import CARDS, SEATS, STATE
from forsale_sim.engine.view import seat_of, state_of
from forsale_sim.search.mixing import mixed_sale
from forsale_sim.search.playing import inside
from forsale_sim.search.positions import forget
from forsale_sim.search.recognising import recognising
from forsale_sim.search.selling import WORDS, most_houses, solved_sale


@cache
def answering(rule: Callable[..., int]) -> Any:
    """Return a function that mixes its sales, and solves the last two.

    Parameters
    ----------
    rule
        As `recognising` takes it.

    Returns
    -------
    compiled function
        ``choose(view, rounds, draws, rules, trust) -> int64``: with so many rounds of regret
        matching, or so many sets of last cheques; `rules` and `trust` as `recognising` has them.
    """
    expect = recognising(rule)

    def answer(starts, states, seat, word, rounds, draws, rules, trust):
        now, expected = np.zeros((SEATS, rules), np.int64), np.zeros((SEATS, CARDS))
        expect(starts, states, trust, now, expected)
        if most_houses(starts[0]) > 2:
            return mixed_sale(starts, states, seat, rounds, expected)
        return solved_sale(starts, seat, word, draws, now[:, 0], expected)

    answer = inside(answer)

    def choose(view, rounds, draws, rules, trust):
        # A record does not keep the array that it lies in: who works on it is given the array.
        starts, states = np.empty(1, STATE), np.empty(1, STATE)
        starts[0] = state_of(view)
        # One number serves twice: the shuffles that it names tell nothing of its size.
        word = view.random_below(WORDS)
        forget(starts[0], word)
        return answer(starts, states, int(seat_of(view)), word, rounds, draws, rules, trust)

    return inside(choose)
