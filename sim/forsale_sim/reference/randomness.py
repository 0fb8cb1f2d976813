"""Randomness named by its purpose: the deal, the lineup and each decision have words of their own.

The words are those of Philox4x64-10, a counter-based generator [1]_, taken from NumPy. Its key is
the seed; its counter names the deal, and packs what the words are for::

    purpose | players << 8 | seating << 16 | seat << 24 | decision << 32

So whatever a strategy draws changes no card, and any game can be played again alone. Numbers below
a bound come from words by multiplication with rejection [2]_, several from one word in a shuffle
[3]_: every outcome is equally likely, which a remainder (``word % n``) would not give.

References
----------
.. [1] Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
.. [2] Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
.. [3] Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", Software: Practice
   and Experience 55 (2025).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import Philox

from forsale_sim.rules.parameters import Rules

DEAL, LINEUP, DECISION, EXTRA = range(4)
"""The purposes. EXTRA is every word of a decision after its first."""

WORD = 2**64
BLOCK = 4
"""Words that Philox makes at a time. NumPy counts up before it makes a block: the first is 1."""

BATCH_LIMIT = 2**60
"""The largest product of bounds drawn from one word; a larger one would reject words more often."""

NextWord = Callable[[], int]


class Source:
    """All the random words of one seed.

    Parameters
    ----------
    seed
        0 to 2**64 - 1.
    """

    def __init__(self, seed: int) -> None:
        self._philox = Philox(key=0)
        # Setting the state is several times faster than making a new generator for each stream.
        self._state = self._philox.state
        self._counter = np.zeros(BLOCK, np.uint64)
        self._state["state"] = {"counter": self._counter, "key": np.array([seed, 0], np.uint64)}

    def block(self, index: int, purpose: int, deal: int) -> list[int]:
        """Return the four words of block `index` (from 0) of a stream.

        Parameters
        ----------
        index
            How many blocks come before it.
        purpose
            What the words are for, packed by `packed`.
        deal
            The deal's number.
        """
        self._counter[:3] = index, purpose, deal
        self._philox.state = self._state
        words: list[int] = self._philox.random_raw(BLOCK).tolist()
        return words

    def stream(self, purpose: int, deal: int) -> Iterator[int]:
        """Yield the words of a stream, without end; arguments as in `block`."""
        index = 0
        while True:
            yield from self.block(index, purpose, deal)
            index += 1


def packed(purpose: int, players: int, seating: int = 0, seat: int = 0, decision: int = 0) -> int:
    """Return what a stream is for as one number, a word of Philox's counter."""
    return purpose | players << 8 | seating << 16 | seat << 24 | decision << 32


def draw_below(bound: int, next_word: NextWord) -> int:
    """Return a number from 0 to `bound` - 1, all equally likely; it uses a word even for 1."""
    threshold = WORD % bound
    while True:
        draw, remainder = divmod(next_word() * bound, WORD)
        if remainder >= threshold:
            return draw


def shuffled(cards: int, next_word: NextWord) -> list[int]:
    """Return 0 to `cards` - 1 in a random order: a forward Fisher-Yates shuffle."""
    order = list(range(cards))
    for i, draw in enumerate(_batched_draws(cards, next_word)):
        order[i], order[i + draw] = order[i + draw], order[i]
    return order


def _batched_draws(cards: int, next_word: NextWord) -> Iterator[int]:
    """Yield a number below each of `cards`, `cards` - 1, …, 2, from as few words as may be."""
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


@dataclass(frozen=True, slots=True)
class Deal:
    """A pair of shuffled decks: houses by value, cheques by card number (1 is the lowest)."""

    houses: tuple[int, ...]
    """In the order they will be revealed."""
    cheques: tuple[int, ...]
    """In the order they will be revealed."""
    undealt_houses: tuple[int, ...] = ()
    """Set aside unseen, ascending."""
    undealt_cheques: tuple[int, ...] = ()
    """Set aside unseen, ascending."""


def deal_cards(rules: Rules, seed: int, deal: int) -> Deal:
    """Shuffle both decks and set cards aside from the end of each.

    Parameters
    ----------
    rules
        The decks and how many cards are removed from each.
    seed
        The run's seed, 0 to 2**64 - 1.
    deal
        The deal's number in the run, from 1.
    """
    next_word = Source(seed).stream(packed(DEAL, rules.players), deal).__next__
    houses = tuple(rules.houses[i] for i in shuffled(len(rules.houses), next_word))
    cheques = tuple(i + 1 for i in shuffled(len(rules.cheques), next_word))
    dealt = rules.cards_dealt
    return Deal(
        houses[:dealt],
        cheques[:dealt],
        tuple(sorted(houses[dealt:])),
        tuple(sorted(cheques[dealt:])),
    )


def draw_lineup(seed: int, players: int, deal: int, field_size: int) -> tuple[int, ...]:
    """Draw who plays a deal: no strategy twice before every other has been drawn once.

    Parameters
    ----------
    seed
        The run's seed, 0 to 2**64 - 1.
    players
        How many seats there are to fill.
    deal
        The deal's number in the run, from 1.
    field_size
        How many strategies there are to draw from, at least 1.

    Returns
    -------
    tuple of int
        Indices into the field, from 0, in the order of the seats of seating 1.
    """
    next_word = Source(seed).stream(packed(LINEUP, players), deal).__next__
    lineup: list[int] = []
    while len(lineup) < players:
        pool = list(range(field_size))
        for q in range(min(field_size, players - len(lineup))):
            j = q + draw_below(field_size - q, next_word)
            pool[q], pool[j] = pool[j], pool[q]
            lineup.append(pool[q])
    return tuple(lineup)


class GameWords:
    """The random words of every decision in one game.

    Parameters
    ----------
    seed, players, deal, seating
        They name the game.
    """

    def __init__(self, seed: int, players: int, deal: int, seating: int) -> None:
        self._source = Source(seed)
        self._players, self._deal, self._seating = players, deal, seating

    def first(self, seat: int, decision: int) -> int:
        """Return the first word of a seat's decision, counted from 0 over bids and sales."""
        block, word = divmod(decision, BLOCK)
        purpose = packed(DECISION, self._players, self._seating, seat)
        return self._source.block(block, purpose, self._deal)[word]

    def further(self, seat: int, decision: int) -> Iterator[int]:
        """Yield the words of a seat's decision after its first."""
        purpose = packed(EXTRA, self._players, self._seating, seat, decision)
        return self._source.stream(purpose, self._deal)

    def decision(self, seat: int, decision: int) -> DecisionWords:
        """Return the words of a seat's decision, none of them made yet."""
        return DecisionWords(self, seat, decision)


class DecisionWords:
    """The random words of one decision, made only when asked for."""

    __slots__ = ("_decision", "_further", "_game", "_seat")

    def __init__(self, game: GameWords, seat: int, decision: int) -> None:
        self._game, self._seat, self._decision = game, seat, decision
        self._further: Iterator[int] | None = None

    def next_word(self) -> int:
        """Return the next word, 0 to 2**64 - 1."""
        if self._further is None:
            self._further = self._game.further(self._seat, self._decision)
            return self._game.first(self._seat, self._decision)
        return next(self._further)
