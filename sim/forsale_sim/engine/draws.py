"""The random numbers of decisions, computed only when a strategy asks for them.

A decision's first number comes from the stream of its seat in this game, further ones from a stream
of the decision's own, so no draw changes another decision's. One more number belongs to the seat
for the whole game. Numbers have 32 bits: the lower half of a Philox word, then the upper, as in
NumPy.
"""

from __future__ import annotations

from forsale_sim.engine.caching import compiled, inlined
from forsale_sim.engine.cards import unlikely
from forsale_sim.engine.random import (
    DECISION,
    EXTRA,
    GAME,
    ONE,
    U64,
    ZERO,
    philox,
    philox_pair,
    purpose_word,
)

LOW = U64(2**32 - 1)

READY = U64(16)
"""For how many decisions the first words are computed together: two blocks."""


@compiled
def compute_word(state, seat):
    """Return the result of `next_word` where it has not been computed in advance."""
    n, decision = state.draws, state.decisions[seat]
    state.draws = n + ONE
    players = U64(state.players)
    if n == ZERO:
        position = decision & (READY - ONE)
        block = ((decision - position) >> U64(3)) + ONE
        purpose = purpose_word(DECISION, players, state.seating, seat, ZERO)
        words = state.words[seat]
        first, second = philox_pair(state.seed, block, purpose, state.deal)
        write_halves(words[:8], first)
        write_halves(words[8:], second)
        state.words_end[seat] = decision - position + READY
        return U64(words[position])
    extra = n - ONE
    if extra & U64(7) == ZERO:
        block = (extra >> U64(3)) + ONE
        purpose = purpose_word(EXTRA, players, state.seating, seat, decision)
        write_halves(state.extra_words, philox(state.seed, block, purpose, state.deal))
    return U64(state.extra_words[extra & U64(7)])


@inlined
def write_halves(halves, words):
    """Write four uint64 words into eight uint32, lower halves first."""
    for i in range(4):
        halves[2 * i] = words[i] & LOW
        halves[2 * i + 1] = words[i] >> U64(32)


@inlined
def next_word(state, seat):
    """Return the next 32 random bits (uint64) of the current decision of `seat` (uint64).

    The first words of `READY` decisions are computed together and kept.
    """
    decision = state.decisions[seat]
    ready = state.draws == ZERO and decision < state.words_end[seat]
    if unlikely(not ready):
        return compute_word(state, seat)
    state.draws = ONE
    return U64(state.words[seat, decision & (READY - ONE)])


@compiled
def game_word(state, seat):
    """Return the 32 random bits (uint64) of `seat` (uint64) that are the same for a whole game."""
    purpose = purpose_word(GAME, U64(state.players), state.seating, seat, ZERO)
    return philox(state.seed, ONE, purpose, state.deal)[0] & LOW
