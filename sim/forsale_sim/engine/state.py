"""The state of one game in memory, as the kernel plays it and the view shows it.

Arrays by seat or by house are indexed by seat number and card number, which start at 1; entry 0 is
unused. The loops that index them take their indices from sets of cards and seats that hold no other
numbers, so no index is ever out of range; where it matters they are unsigned, because numba would
otherwise spend time on negative ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from forsale_sim.engine.shuffle_batches import shuffle_batches
from forsale_sim.rows import MAX_SEATS

if TYPE_CHECKING:
    from forsale_sim.rules.parameters import Rules

SEATS = MAX_SEATS + 1
CARDS = 64
BATCHES = 8
BID, SELL = 0, 1
STRICT, MATCH = 0, 1
UP, DOWN, ALL, NONE = range(4)
RAISES = {"strict": STRICT, "match": MATCH}
REFUNDS = {"up": UP, "down": DOWN, "all": ALL, "none": NONE}

STATE = np.dtype(
    [
        # The rules, the same for every game of a chunk.
        ("players", np.int64),
        ("raise_", np.int64),
        ("refund", np.int64),
        ("houses_per_round", np.int64),
        ("removed", np.int64),
        ("deck_houses", np.int64),
        ("deck_cheques", np.int64),
        ("starting_coins", np.int64, SEATS),
        ("cheque_value", np.uint8, CARDS),
        # The game: what everyone knows.
        ("round", np.int64),
        ("opener", np.int64),
        ("highest_bid", np.int64),
        ("least_bid", np.int64),
        ("bidders", np.int64),
        ("seats_in", np.int64),
        ("houses_on_offer", np.int64),
        ("cheques_on_offer", np.int64),
        ("unseen_houses", np.int64),
        ("unseen_cheques", np.int64),
        ("coins", np.int64, SEATS),
        ("bid", np.int64, SEATS),
        ("hand", np.int64, SEATS),
        ("cheques", np.int64, SEATS),
        ("score", np.int64, SEATS),
        ("buyer", np.uint8, CARDS),
        ("price", np.uint8, CARDS),
        ("cheque", np.uint8, CARDS),
        ("bought", np.uint8, CARDS),
        ("sale", np.uint8, CARDS),
        # Who is asked, and the random words of the decision.
        ("seat", np.int64),
        ("move", np.int64),
        ("seed", np.uint64),
        ("deal", np.uint64),
        ("seating", np.uint64),
        ("decisions", np.uint64, SEATS),
        ("draws", np.uint64),
        ("words_end", np.uint64, SEATS),
        ("words", np.uint32, (SEATS, 16)),
        ("extra_words", np.uint32, 8),
    ],
    align=True,
)

TABLE = np.dtype(
    [
        ("cards", np.int64),
        ("deck", np.uint8, CARDS),
        ("batches", np.uint64, (BATCHES, 3)),
        ("words", np.uint64, 4),
        ("houses", np.uint8, CARDS + MAX_SEATS),
        ("cheques", np.uint8, CARDS + MAX_SEATS),
        ("functions", np.uint64, (2, SEATS)),
        ("arguments", np.uint64, (2, SEATS)),
    ],
    align=True,
)
"""What no player sees: the house deck (ascending), how it is shuffled, both decks in dealt order,
and the addresses by which the strategy in each seat is asked, for `BID` and `SELL`."""


def new_table(houses: Sequence[int]) -> NDArray[Any]:
    """Return a table for decks of ``len(houses)`` cards, the houses ascending.

    Returns
    -------
    (1,) array of `TABLE`
        Owned by one thread; the kernel changes it in place.
    """
    table = np.zeros(1, TABLE)
    record = table[0]
    batches = shuffle_batches(len(houses))
    record["cards"] = len(houses)
    record["deck"][: len(houses)] = houses
    record["batches"][: len(batches)] = np.reshape(batches, (-1, 3))  # none for a deck of one card
    return table


def new_state(rules: Rules, seed: int) -> NDArray[Any]:
    """Return the state of a game that has not begun.

    Parameters
    ----------
    rules
        By which it is played.
    seed
        The seed of every deal and decision, 0 to 2**64 - 1.

    Returns
    -------
    (1,) array of `STATE`
        Owned by one thread; the kernel changes it in place.
    """
    state = np.zeros(1, STATE)
    record = state[0]
    record["players"] = rules.players
    record["raise_"] = RAISES[rules.raise_]
    record["refund"] = REFUNDS[rules.refund]
    record["houses_per_round"] = rules.houses_per_round
    record["removed"] = rules.removed
    record["deck_houses"] = sum(1 << (house - 1) for house in rules.houses)
    record["deck_cheques"] = (1 << len(rules.cheques)) - 1
    record["starting_coins"][1 : rules.players + 1] = rules.coins
    record["cheque_value"][1 : len(rules.cheques) + 1] = rules.cheques
    record["seed"] = seed
    return state
