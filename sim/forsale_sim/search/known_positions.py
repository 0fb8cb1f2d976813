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
ANY_JUMP = 2**62
"""Stands for the jump where the chances are the same however far bids may jump."""


class Known(NamedTuple):
    """The positions that have been searched: a hash table."""

    keys: NDArray[np.uint64]
    """By slot; 0 where it is free."""
    places: NDArray[np.int64]
    """By slot: where the position's chances are."""
    jumps: NDArray[np.int64]
    """By place: how far bids could jump when the chances were found."""
    chances: NDArray[np.float64]
    """By place and seat: everyone's chance to win."""


@allocating_step
def room_for(positions):
    """Return an empty table for so many known positions."""
    slots = 256
    while slots < 2 * positions:
        slots *= 2
    keys, places = np.zeros(slots, np.uint64), np.empty(slots, np.int64)
    return Known(keys, places, np.empty(positions, np.int64), np.empty((positions, SEATS)))


@inlined
def key_of(auction, seat, lowest_equal, by_rule):
    """Return a hash (uint64) of the position at a turn, never 0.

    A bid below the highest matters only by what a pass will cost, unless the player bids by a rule.
    So bids that cost as much have one key. `lowest_equal`, `by_rule`: those of
    `forsale_sim.search.auction_tree.Powers` and `forsale_sim.search.auction_turns.Forecast`.
    """
    key = U64(seat) * HASH
    for other in range(1, auction.players + 1):
        bid = auction.bid[other]
        if bid != auction.highest_bid and by_rule[other] == 0.0:
            bid = lowest_equal[bid]
        key = (key + U64(bid * SEATS + auction.passed[other])) * HASH
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
def recall(auction, key, jump, known, chances):
    """Write everyone's chances in a position that is known up to a jump; return whether it is."""
    slot = slot_of(known.keys, key)
    if known.keys[slot] != key or known.jumps[known.places[slot]] < jump:
        return False
    place = known.places[slot]
    auction.curtailed = known.jumps[place] != ANY_JUMP
    for seat in range(SEATS):
        chances[seat] = known.chances[place, seat]
    return True


@inlined
def remember(auction, turn, jump, known):
    """Make a position known after all its moves up to a jump were tried, if there is room."""
    place = auction.searched
    if place < known.chances.shape[0]:
        slot = slot_of(known.keys, turn.key)
        known.keys[slot], known.places[slot] = turn.key, place
        known.jumps[place] = jump if turn.curtailed else ANY_JUMP
        for seat in range(SEATS):
            known.chances[place, seat] = turn.chances[seat]
        auction.searched += 1
