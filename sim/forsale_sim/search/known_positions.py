"""Positions of an auction that have been searched: a hash table.

Positions that can be reached in several ways are searched once [1]_.

References
----------
.. [1] Slate and Atkin, "CHESS 4.5", in Chess Skill in Man and Machine (1977).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.caching import allocating_step, inlined
from strategy_lab.compiled.random import U64

from forsale_sim.engine.state import SEATS

HASH = U64(0x9E3779B97F4A7C15)
"""Knuth's multiplier: 2**64 divided by the golden ratio."""


class Known(NamedTuple):
    """The positions that have been searched: a hash table."""

    keys: NDArray[np.uint64]
    """By slot; 0 where it is free."""
    places: NDArray[np.int64]
    """By slot: where the position's chances are."""
    chances: NDArray[np.float64]
    """By place and seat."""


@allocating_step
def room_for(positions):
    """Return an empty table for so many known positions."""
    slots = 256
    while slots < 2 * positions:
        slots *= 2
    keys, places = np.zeros(slots, np.uint64), np.empty(slots, np.int64)
    return Known(keys, places, np.empty((positions, SEATS)))


@inlined
def key_of(auction, seat, jump):
    """Return a hash (uint64) of the position at a turn, never 0."""
    key = U64(jump * SEATS + seat) * HASH
    for other in range(1, auction.players + 1):
        key = (key + U64(auction.bid[other] * SEATS + auction.passed[other])) * HASH
        key ^= key >> U64(29)
    return key | U64(1)


@inlined
def slot_of(keys, key):
    """Return where a key is in a hash table, or where it would go."""
    mask = U64(keys.shape[0] - 1)
    slot = (key >> U64(20)) & mask
    while keys[slot] != U64(0) and keys[slot] != key:
        slot = (slot + U64(1)) & mask
    return slot


@inlined
def recall(key, known, chances):
    """Write everyone's chances in a position that is known; return whether it is."""
    slot = slot_of(known.keys, key)
    if known.keys[slot] != key:
        return False
    place = known.places[slot]
    for seat in range(SEATS):
        chances[seat] = known.chances[place, seat]
    return True


@inlined
def remember(auction, turn, known):
    """Make a position known after all its moves have been tried, if there is room."""
    place = auction.known
    if place < known.chances.shape[0]:
        slot = slot_of(known.keys, turn.key)
        known.keys[slot], known.places[slot] = turn.key, place
        for seat in range(SEATS):
            known.chances[place, seat] = turn.chances[seat]
        auction.known += 1
