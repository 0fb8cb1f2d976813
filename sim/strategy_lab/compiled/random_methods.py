"""The random numbers that a view of any game gives to a strategy."""

from __future__ import annotations

import numpy as np

from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.draws import LOW, game_word, next_word
from strategy_lab.compiled.random import U64
from strategy_lab.compiled.views import Views

I64 = np.int64
MOST_BELOW = 2**32


def register_random_numbers(views: Views) -> None:
    """Give views the methods `random`, `random_below` and `game_random`."""
    state_of, seat_of = views.state_of, views.seat_of

    @views.method
    def random(view):
        return I64(next_word(state_of(view), seat_of(view))) * 2.0**-32

    @views.method
    def random_below(view, n):
        if unlikely(n < 1 or n > MOST_BELOW):
            raise ValueError("random_below takes a number from 1 to 2**32")
        bound = U64(n)
        product = next_word(state_of(view), seat_of(view)) * bound
        if unlikely(product & LOW < bound):
            threshold = (U64(2**32) - bound) % bound
            while product & LOW < threshold:
                product = next_word(state_of(view), seat_of(view)) * bound
        return I64(product >> U64(32))

    @views.method
    def game_random(view):
        return I64(game_word(state_of(view), seat_of(view))) * 2.0**-32
