"""Random words by purpose: every deal, lineup, seat and decision has its own.

The words are those of NumPy's Philox4x64-10, a counter-based generator [1]_. Its key is the seed;
its counter holds the deal and the packed purpose of the words::

    purpose | players << 8 | seating << 16 | seat << 24 | decision << 32

So a strategy's draws change no card, and any game can be replayed alone. Numbers below a bound come
from words by multiplication with rejection [2]_, which makes all outcomes equally likely; a
remainder (``word % n``) would not.

References
----------
.. [1] Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
.. [2] Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.random import Philox

DEAL, LINEUP, DECISION, EXTRA, GAME = range(5)
"""The purposes. EXTRA: a decision's draws after its first. GAME: a seat's draw for the game."""

WORD, HALF = 2**64, 2**32
"""The number of values of a word, and of half a word, which is what a strategy draws."""

BLOCK = 4
"""Words in a block of Philox. NumPy increments the counter first, so the first block is 1."""

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
        """Return block `index` (from 0) of a deal's stream for a `purpose_word`: four words."""
        self._counter[:3] = index, purpose, deal
        self._philox.state = self._state
        words: list[int] = self._philox.random_raw(BLOCK).tolist()
        return words

    def stream(self, purpose: int, deal: int) -> Iterator[int]:
        """Yield the words of a deal's stream for a `purpose_word`, without end."""
        index = 0
        while True:
            yield from self.block(index, purpose, deal)
            index += 1


def purpose_word(
    purpose: int, players: int, seating: int = 0, seat: int = 0, decision: int = 0
) -> int:
    """Return the purpose of a stream packed into one word of Philox's counter."""
    return purpose | players << 8 | seating << 16 | seat << 24 | decision << 32


def draw_below(bound: int, next_word: NextWord, size: int = WORD) -> int:
    """Return a number from 0 to `bound` - 1, all equally likely, from words below `size`.

    Even a bound of 1 uses a word.
    """
    threshold = size % bound
    while True:
        draw, remainder = divmod(next_word() * bound, size)
        if remainder >= threshold:
            return draw


def halves(words: Iterable[int]) -> Iterator[int]:
    """Yield both halves of each word, the lower first, as NumPy does for 32-bit numbers."""
    for word in words:
        yield word % HALF
        yield word // HALF


class GameWords:
    """The random words of every decision in one game."""

    def __init__(self, seed: int, players: int, deal: int, seating: int) -> None:
        self._source = Source(seed)
        self._players, self._deal, self._seating = players, deal, seating

    def first(self, seat: int, decision: int) -> int:
        """Return the first draw of a seat's decision, counted from 0 over bids and sales.

        One block of words serves the first draws of eight decisions.
        """
        index, position = divmod(decision, 2 * BLOCK)
        purpose = purpose_word(DECISION, self._players, self._seating, seat)
        return list(halves(self._source.block(index, purpose, self._deal)))[position]

    def further(self, seat: int, decision: int) -> Iterator[int]:
        """Yield the draws of a seat's decision after its first."""
        purpose = purpose_word(EXTRA, self._players, self._seating, seat, decision)
        return halves(self._source.stream(purpose, self._deal))

    def game(self, seat: int) -> int:
        """Return the draw of a seat that is the same for the whole game."""
        purpose = purpose_word(GAME, self._players, self._seating, seat)
        return self._source.block(0, purpose, self._deal)[0] % HALF

    def decision(self, seat: int, decision: int) -> DecisionWords:
        """Return the random draws of a seat's decision, none of them made yet."""
        return DecisionWords(self, seat, decision)


class DecisionWords:
    """The random draws of one decision, made on demand, and the seat's draw for the game."""

    __slots__ = ("_decision", "_further", "_game", "_seat")

    def __init__(self, game: GameWords, seat: int, decision: int) -> None:
        self._game, self._seat, self._decision = game, seat, decision
        self._further: Iterator[int] | None = None

    def next_word(self) -> int:
        """Return the next draw, 0 to 2**32 - 1."""
        if self._further is None:
            self._further = self._game.further(self._seat, self._decision)
            return self._game.first(self._seat, self._decision)
        return next(self._further)

    def game_word(self) -> int:
        """Return the draw that the seat has for the whole game, 0 to 2**32 - 1."""
        return self._game.game(self._seat)
