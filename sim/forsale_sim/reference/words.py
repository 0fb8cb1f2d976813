"""Random words named by their purpose: the deal, the lineup, each seat and each decision have some.

The words are those of Philox4x64-10, a counter-based generator [1]_, taken from NumPy. Its key is
the seed; its counter names the deal, and packs what the words are for::

    purpose | players << 8 | seating << 16 | seat << 24 | decision << 32

So whatever a strategy draws changes no card, and any game can be played again alone. Numbers below
a bound come from words by multiplication with rejection [2]_: every outcome is equally likely,
which a remainder (``word % n``) would not give.

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
"""The purposes. EXTRA is every draw of a decision after its first, GAME is a seat's for a game."""

WORD, HALF = 2**64, 2**32
"""How many values a word has, and half a word, which is what a strategy draws at a time."""

BLOCK = 4
"""Words that Philox makes at a time. NumPy counts up before it makes a block: the first is 1."""

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
        """Return the first draw of a seat's decision, counted from 0 over bids and sales.

        One block of words serves the first draws of eight decisions.
        """
        index, position = divmod(decision, 2 * BLOCK)
        purpose = packed(DECISION, self._players, self._seating, seat)
        return list(halves(self._source.block(index, purpose, self._deal)))[position]

    def further(self, seat: int, decision: int) -> Iterator[int]:
        """Yield the draws of a seat's decision after its first."""
        purpose = packed(EXTRA, self._players, self._seating, seat, decision)
        return halves(self._source.stream(purpose, self._deal))

    def game(self, seat: int) -> int:
        """Return the draw of a seat that is the same for the whole game."""
        purpose = packed(GAME, self._players, self._seating, seat)
        return self._source.block(0, purpose, self._deal)[0] % HALF

    def decision(self, seat: int, decision: int) -> DecisionWords:
        """Return the random draws of a seat's decision, none of them made yet."""
        return DecisionWords(self, seat, decision)


class DecisionWords:
    """The random draws of one decision, made only when asked for, and that of its whole game."""

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
