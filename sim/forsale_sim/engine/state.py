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

SEATS = MAX_SEATS + 2
"""By seat, entries 0 and 7 are unused: eight numbers fill a line of the cache."""
CARDS = 64
BATCHES = 8
CACHE_LINE = 64
BID, SELL = 0, 1
LEAST_RAISES = {"strict": 1, "match": 0}
"""By how much a bid must at least exceed the highest; it must always exceed the player's own."""
REFUNDS = {"up": (1, 1), "down": (1, 0), "all": (2, 0), "none": (0, 0)}
"""How many halves of a bid a pass gives back, and what is added before their sum is halved."""

STATE = np.dtype(
    [
        # The rules, the same for every game of a chunk.
        ("players", np.int64),
        ("least_raise", np.int64),
        ("refunded_halves", np.int64),
        ("refund_rounding", np.int64),
        ("houses_per_round", np.int64),
        ("removed", np.int64),
        ("deck_houses", np.int64),
        ("deck_cheques", np.int64),
        ("starting_coins", np.int64, SEATS),
        ("cheque_value", np.uint8, CARDS),
        # The game: what everyone knows.
        ("coins", np.int64, SEATS),
        ("bid", np.int64, SEATS),
        ("hand", np.int64, SEATS),
        ("cheques", np.int64, SEATS),
        ("score", np.int64, SEATS),
        ("buyer", np.uint8, CARDS),
        ("price", np.uint8, CARDS),
        ("cheque", np.uint8, CARDS),
        ("sale", np.uint8, CARDS),
        # By house, and by auction and seat: kept only for strategies that ask for past auctions.
        ("auction", np.uint8, CARDS),
        ("past_bid", np.uint8, (CARDS, SEATS)),
        ("keeps_past", np.int64),
        ("round", np.int64),
        ("opener", np.int64),
        ("highest_bid", np.int64),
        ("least_bid", np.int64),
        ("seats_in", np.int64),
        ("houses_on_offer", np.int64),
        ("cheques_on_offer", np.int64),
        ("unseen_houses", np.int64),
        ("unseen_cheques", np.int64),
        # Who is asked, and the random words of the decision.
        ("seat", np.int64),
        ("move", np.int64),
        ("seed", np.uint64),
        ("deal", np.uint64),
        ("seating", np.uint64),
        ("deal_key", np.uint64),
        ("game_key", np.uint64),
        ("decision_seed", np.uint64, SEATS),
        ("drawing", np.uint64),
        ("draws", np.uint64),
    ],
    align=True,
)
"""Arrays begin at multiples of 64 bytes, so that they can be cleared and copied whole."""

TABLE = np.dtype(
    [
        ("functions", np.uint64, (2, SEATS)),
        ("arguments", np.uint64, (2, SEATS)),
        ("lineup_functions", np.uint64, (2, 2 * MAX_SEATS)),
        ("lineup_arguments", np.uint64, (2, 2 * MAX_SEATS)),
        ("lineup", np.uint8, 2 * MAX_SEATS),
        ("refilled_after", np.uint64),
        ("cards", np.int64),
        ("batches", np.uint64, (BATCHES, 3)),
        ("words", np.uint64, 4),
        ("drawn_houses", np.uint64, BATCHES),
        ("drawn_cheques", np.uint64, BATCHES),
        ("houses", np.int64, CARDS),
        ("cheques", np.int64, CARDS),
    ],
    align=True,
)
"""What no player sees: after how many draws of a lineup every strategy can be drawn again, the
house deck (ascending), how it is shuffled, both decks in dealt order, and the addresses by which
the strategy in each seat is asked, for `BID` and `SELL`."""


def aligned(kind: np.dtype[Any]) -> NDArray[Any]:
    """Return an array of one record, all zeros, that begins where a line of the cache does."""
    size = kind.itemsize
    buffer = np.zeros(size + CACHE_LINE, np.uint8)
    start = -buffer.ctypes.data % CACHE_LINE
    return buffer[start : start + size].view(kind)


def new_table(houses: Sequence[int], refilled_after: int = 1) -> NDArray[Any]:
    """Return a table for decks of ``len(houses)`` cards, the houses ascending.

    Parameters
    ----------
    houses
        The deck.
    refilled_after
        As for `reference.deals.draw_lineup`, where lineups are drawn.

    Returns
    -------
    (1,) array of `TABLE`
        Owned by one thread; the kernel changes it in place.
    """
    table = aligned(TABLE)
    record = table[0]
    batches = shuffle_batches(len(houses))
    record["refilled_after"] = refilled_after
    record["cards"] = len(houses)
    record["batches"][: len(batches)] = np.reshape(batches, (-1, 3))  # none for a deck of one card
    return table


def new_state(rules: Rules, seed: int, *, keeps_past: bool = False) -> NDArray[Any]:
    """Return the state of a game that has not begun.

    Parameters
    ----------
    rules
        By which it is played.
    seed
        The seed of every deal and decision, 0 to 2**64 - 1.
    keeps_past
        Whether past auctions are kept, for strategies that ask for them.

    Returns
    -------
    (1,) array of `STATE`
        Owned by one thread; the kernel changes it in place.
    """
    state = aligned(STATE)
    record = state[0]
    record["players"] = rules.players
    record["least_raise"] = LEAST_RAISES[rules.raise_]
    record["refunded_halves"], record["refund_rounding"] = REFUNDS[rules.refund]
    record["houses_per_round"] = rules.houses_per_round
    record["removed"] = rules.removed
    record["deck_houses"] = sum(1 << (house - 1) for house in rules.houses)
    record["deck_cheques"] = (1 << len(rules.cheques)) - 1
    record["starting_coins"][1 : rules.players + 1] = rules.coins
    record["cheque_value"][1 : len(rules.cheques) + 1] = rules.cheques
    record["seed"] = seed
    record["keeps_past"] = keeps_past
    return state
