"""Philox4x64-10: random words as a pure function of a seed and their purpose.

A counter-based generator [1]_ has no state to carry from game to game: every deal, every lineup
and every decision has its own words, so any game can be played alone, in any order, on any machine.
The words equal ``numpy.random.Philox(key=[seed, 0], counter=[0, purpose, deal, 0]).random_raw()``.

Numbers below a bound are drawn from words by multiplication with rejection, which is unbiased [2]_;
a shuffle draws several from one word [3]_.

References
----------
.. [1] Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
.. [2] Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
.. [3] Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", Software: Practice
   and Experience 55 (2025).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from forsale_sim.engine.caching import inlined
from forsale_sim.engine.cards import Generated

U64 = np.uint64
DEAL, LINEUP, DECISION, EXTRA, GAME = (U64(purpose) for purpose in range(5))
ZERO, ONE = U64(0), U64(1)

WEYL_0, WEYL_1 = U64(0x9E3779B97F4A7C15), U64(0xBB67AE8584CAA73B)
MULTIPLIER_0, MULTIPLIER_1 = U64(0xD2E7470EE14C6C93), U64(0xCA5A826395121157)


@intrinsic
def product(typingctx: Any, a: Any, b: Any) -> Generated:
    """Return the upper and the lower 64 bits of the 128-bit product of two uint64."""
    both = types.UniTuple(types.uint64, 2)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide, word = ir.IntType(128), ir.IntType(64)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        return context.make_tuple(builder, both, (high, builder.trunc(product, word)))

    return both(types.uint64, types.uint64), generate


@inlined
def philox_round(counter, key_0, key_1):
    """Return the four words after one of the generator's ten rounds."""
    a, b, c, d = counter
    high_0, low_0 = product(MULTIPLIER_0, a)
    high_1, low_1 = product(MULTIPLIER_1, c)
    return high_1 ^ b ^ key_0, low_1, high_0 ^ d ^ key_1, low_0


@inlined
def philox(seed, block, purpose, deal):
    """Return the four uint64 words of one block.

    Parameters
    ----------
    seed, block, purpose, deal : uint64
        The key and the counter; the first block of a stream is 1.
    """
    words = block, purpose, deal, ZERO
    key_0, key_1 = seed, ZERO
    for _ in range(10):
        words = philox_round(words, key_0, key_1)
        key_0 += WEYL_0
        key_1 += WEYL_1
    return words


@inlined
def philox_pair(seed, block, purpose, deal):
    """Return the words of `block` and of the next block, hardly slower than one alone."""
    one, two = (block, purpose, deal, ZERO), (block + ONE, purpose, deal, ZERO)
    key_0, key_1 = seed, ZERO
    for _ in range(10):
        one = philox_round(one, key_0, key_1)
        two = philox_round(two, key_0, key_1)
        key_0 += WEYL_0
        key_1 += WEYL_1
    return one, two


@inlined
def purpose_word(purpose, players, seating, seat, decision):
    """Pack the purpose of a stream into one uint64; all arguments are uint64."""
    return purpose | players << U64(8) | seating << U64(16) | seat << U64(24) | decision << U64(32)


@inlined
def rejected(low, bound):
    """Return whether to reject a word whose product with `bound` ends in `low`, to avoid bias."""
    return low < bound and low < (ZERO - bound) % bound


@inlined
def next_word(words, seed, purpose, deal, n):
    """Return word n (uint64) of a stream read in order; `words` (uint64[4]) keeps its block."""
    word = n & U64(3)
    if word == ZERO:
        words[0], words[1], words[2], words[3] = philox(seed, (n >> U64(2)) + ONE, purpose, deal)
    return words[word]


@inlined
def draw_below(bound, words, seed, purpose, deal, n):
    """Draw below `bound` (uint64) from word n of a stream on; return it and the next unused n."""
    drawn, low = product(next_word(words, seed, purpose, deal, n), bound)
    n += ONE
    while rejected(low, bound):
        drawn, low = product(next_word(words, seed, purpose, deal, n), bound)
        n += ONE
    return drawn, n


@inlined
def shuffle(order, cards, batches, words, seed, purpose, deal, n):
    """Shuffle a deck in place, from word n of a stream on; return the next unused n.

    Parameters
    ----------
    order : uint8[::1]
        The deck, in the order the shuffle starts from; shuffled in place.
    cards : uint64
        How many cards it has, at most its length.
    batches : uint64[:, ::1]
        From `shuffle_batches`.
    words : uint64[::1]
        The block of the stream that word n - 1 is in; filled in place.
    """
    i, bound = ZERO, cards
    batch = ZERO
    while bound > ONE:
        draws, bounds, threshold = batches[batch, 0], batches[batch, 1], batches[batch, 2]
        batch += ONE
        word = next_word(words, seed, purpose, deal, n)
        n += ONE
        while word * bounds < threshold:
            word = next_word(words, seed, purpose, deal, n)
            n += ONE
        for _ in range(draws):
            drawn, word = product(word, bound)
            j = i + drawn
            order[i], order[j] = order[j], order[i]
            i += ONE
            bound -= ONE
    return n
