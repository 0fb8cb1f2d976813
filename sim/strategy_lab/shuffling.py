"""Shuffles that draw as many cards from one random word as fit [1]_.

References
----------
.. [1] Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", Software: Practice
   and Experience 55 (2025).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from strategy_lab.random_words import WORD, NextWord

BATCH_LIMIT = 2**60
"""The largest product of bounds drawn from one word; a larger one would reject words more often."""


def shuffled(cards: int, next_word: NextWord) -> list[int]:
    """Return 0 to `cards` - 1 in a random order: each draw takes one of those left."""
    left = list(range(cards))
    return [left.pop(draw) for draw in _batched_draws(cards, next_word)] + left


def _batched_draws(cards: int, next_word: NextWord) -> Iterator[int]:
    """Yield a number below each of `cards`, `cards` - 1, …, 2, from as few words as possible."""
    bounds = list(range(cards, 1, -1))
    while bounds:
        size = 1
        while size < len(bounds) and math.prod(bounds[: size + 1]) <= BATCH_LIMIT:
            size += 1
        batch, bounds = bounds[:size], bounds[size:]
        yield from _draw_batch(batch, next_word)


def _draw_batch(bounds: list[int], next_word: NextWord) -> list[int]:
    """Return a number below each bound, all from one word."""
    threshold = WORD % math.prod(bounds)
    while True:
        draws, remainder = [], next_word()
        for bound in bounds:
            draw, remainder = divmod(remainder * bound, WORD)
            draws.append(draw)
        if remainder >= threshold:
            return draws
