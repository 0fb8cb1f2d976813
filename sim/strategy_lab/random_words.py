"""Random words by purpose: every deal, lineup, seat and decision has its own.

Deals, lineups and lots are drawn from the words of NumPy's Philox4x64-10, a counter-based generator
[1]_. Its key is the seed; its counter holds the deal, and the purpose and the number of players::

    purpose | players << 8

A game needs many more numbers, one decision at a time. They come from keys, each made from the one
above it by SplitMix64 [2]_: ``splitmix(key, n)`` is word n of that generator with a seed. ::

    deal      the first word of Philox for the purpose GAMES
    game      splitmix(deal, seating)
    decision  splitmix(game, 8 * place + seat)    place: 1, 2, … by seat, over bids and sales;
                                                  16 * place where more than 8 play
    draw      the decision's key; later splitmix(decision, 1), splitmix(decision, 2), …

Seats are 1 to 8, or to 12, so no two decisions share a word. A number is the upper half of a draw.
The one that a seat has for the whole game is that of place 0. So a strategy's draws change no card
and no other decision, and any game can be replayed alone.

Numbers below a bound come from words by multiplication with rejection [3]_, which makes all
outcomes equally likely; a remainder (``word % n``) would not.

References
----------
.. [1] Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
.. [2] Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; the
   constants are those of Stafford's mixer 13, as in Java's SplittableRandom.
.. [3] Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

DEAL, LINEUP, GAMES, LOTS = range(4)
"""The purposes of Philox's words. GAMES: the key of all other numbers in the games of a deal. LOTS:
who opens its auctions, where the rules leave that to lots."""

WORD, HALF = 2**64, 2**32
"""The number of values of a word, and of half a word, which is what a strategy draws."""

BLOCK = 4  # words in a block of Philox. NumPy increments the counter first, so the first block is 1

GAMMA, MIXER_0, MIXER_1 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of SplitMix64."""

NextWord = Callable[[], int]


class Source:
    """All the random words of one seed."""

    def __init__(self, seed: int) -> None:
        self._philox = np.random.Philox(key=0)  # which NumPy loads when it is first used
        # Setting the state is several times faster than making a new generator for each stream.
        self._state = self._philox.state
        self._counter = np.zeros(BLOCK, np.uint64)
        self._state["state"] = {"counter": self._counter, "key": np.array([seed, 0], np.uint64)}

    def block(self, index: int, purpose: int, deal: int) -> list[int]:
        """Return block `index` (from 0) of a deal's stream for a `purpose_word`: four words."""
        self._counter[:3] = index, purpose, deal
        self._philox.state = self._state
        words: list[int] = self._philox.random_raw(BLOCK).tolist()
        return words

    def stream(self, purpose: int, deal: int) -> Iterator[int]:
        index = 0
        while True:
            yield from self.block(index, purpose, deal)
            index += 1


def purpose_word(purpose: int, players: int) -> int:
    return purpose | players << 8


def splitmix(seed: int, n: int) -> int:
    """Return word `n` (from 1) of SplitMix64 with a seed; both are below 2**64."""
    word = (seed + n * GAMMA) % WORD
    word = (word ^ word >> 30) * MIXER_0 % WORD
    word = (word ^ word >> 27) * MIXER_1 % WORD
    return word ^ word >> 31


def draw_below(bound: int, next_word: NextWord, size: int = WORD) -> int:
    """Return a number from 0 to `bound` - 1, all equally likely, from words below `size`.

    Even a bound of 1 uses a word.
    """
    threshold = size % bound
    while True:
        draw, remainder = divmod(next_word() * bound, size)
        if remainder >= threshold:
            return draw


class GameWords:
    def __init__(self, seed: int, players: int, deal: int, seating: int) -> None:
        deal_key = Source(seed).block(0, purpose_word(GAMES, players), deal)[0]
        self._key = splitmix(deal_key, seating)
        self._step = 8 if players <= 8 else 16

    def decision(self, seat: int, decision: int) -> DecisionWords:
        """Return the draws of a seat's decision, counted from 0 over bids and sales."""
        return DecisionWords(self._key, seat, self._step * (decision + 1))


class DecisionWords:
    __slots__ = ("_draws", "_game", "_key", "_seat", "_step")

    def __init__(self, game: int, seat: int, step: int) -> None:
        self._game, self._seat, self._step, self._draws = game, seat, step, 0

    _key: int

    def next_word(self) -> int:
        """Return the next draw, 0 to 2**32 - 1."""
        if self._draws:
            word = splitmix(self._key, self._draws)
        else:
            word = self._key = splitmix(self._game, self._step + self._seat)
        self._draws += 1
        return word // HALF

    def game_word(self) -> int:
        """Return the draw that the seat has for the whole game, 0 to 2**32 - 1."""
        return splitmix(self._game, self._seat) // HALF


# shuffling: Shuffles that draw as many cards from one random word as fit (Brackett-Rozinsky and
# Lemire, "Batched ranged random integer generation", Software: Practice and Experience 55, 2025).

BATCH_LIMIT = 2**60
"""The largest product of bounds drawn from one word; a larger one would reject words more often."""


def shuffled(cards: int, next_word: NextWord) -> list[int]:
    """Return 0 to `cards` - 1 in a random order: each draw takes one of those left."""
    left = list(range(cards))
    return [left.pop(draw) for draw in _batched_draws(cards, next_word)] + left


def _batched_draws(cards: int, next_word: NextWord) -> Iterator[int]:
    bounds = list(range(cards, 1, -1))
    while bounds:
        size = 1
        while size < len(bounds) and math.prod(bounds[: size + 1]) <= BATCH_LIMIT:
            size += 1
        batch, bounds = bounds[:size], bounds[size:]
        yield from _draw_batch(batch, next_word)


def _draw_batch(bounds: list[int], next_word: NextWord) -> list[int]:
    threshold = WORD % math.prod(bounds)
    while True:
        draws, remainder = [], next_word()
        for bound in bounds:
            draw, remainder = divmod(remainder * bound, WORD)
            draws.append(draw)
        if remainder >= threshold:
            return draws
