"""The random numbers of decisions, computed only when a strategy asks for them.

They are made by SplitMix64 in a tree of keys, which `strategy_lab.random_words` explains.
A state holds for each seat the seed which, mixed, is the key of the seat's current decision: the
next decision's is a fixed step away. So a strategy that draws nothing costs an addition.
"""

from __future__ import annotations

from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.random import (
    GAMES,
    GAMMA,
    ONE,
    U64,
    ZERO,
    mix,
    philox,
    purpose_word,
    splitmix,
)
from strategy_lab.rows import MAX_SEATS

SEATS = MAX_SEATS + 1
LOW = U64(2**32 - 1)
DECISION_STEP = U64(8 * int(GAMMA) % 2**64)
"""From the seed of a seat's decision to that of its next: a word for each of `MAX_SEATS` seats."""


@inlined
def key_deal(state):
    """Write the key of the games of the state's deal into the state."""
    purpose = purpose_word(GAMES, U64(state.players))
    state.deal_key = philox(state.seed, ONE, purpose, state.deal)[0]


@inlined
def key_game(state):
    """Write the key of the state's game (its seating of the deal), in which nobody has decided."""
    state.game_key = splitmix(state.deal_key, state.seating)
    for seat in range(ONE, U64(SEATS)):
        state.decision_seed[seat] = state.game_key + seat * GAMMA
    state.drawing = ZERO


@inlined
def begin_decision(state, seat):
    """Give the numbers of its next decision to `seat` (uint64)."""
    state.decision_seed[seat] += DECISION_STEP


@inlined
def next_word(state, seat):
    """Return the next 32 random bits (uint64) of the current decision of `seat` (uint64)."""
    seed = state.decision_seed[seat]
    draw = state.draws + ONE if state.drawing == seed else ZERO
    state.drawing, state.draws = seed, draw
    key = mix(seed)
    if unlikely(draw != ZERO):
        key = splitmix(key, draw)
    return key >> U64(32)


@inlined
def game_word(state, seat):
    """Return the 32 random bits (uint64) of `seat` (uint64) that are the same for a whole game."""
    return splitmix(state.game_key, seat) >> U64(32)
