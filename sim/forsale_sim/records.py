"""What a chunk of games of For Sale leaves behind: money and coins by seat, detail by house."""

from __future__ import annotations

import numpy as np
from strategy_lab.rows import MAX_SEATS, Rows

from forsale_sim.cards import MAX_CARDS

MOST_TURNS = 65_535
"""More turns and decisions of a game than that are not counted: no printed rules have so many."""

ROW = np.dtype(
    [
        ("strategy", np.uint8, MAX_SEATS),
        ("place", np.uint8, MAX_SEATS),
        ("win", np.uint16, MAX_SEATS),
        ("score", np.int16, MAX_SEATS),
        ("coins", np.uint8, MAX_SEATS),
        ("turns", np.uint16),  # bids and passes
        ("decisions", np.uint16),  # of these and of the houses sold, those that were chosen
        ("watched", np.uint32),  # turns of auctions after a player's pass, all players together
    ]
)
"""A game by seat; the score is its money. One size for every ruleset, so that one compiled kernel
serves them all; it is that of a line of the cache."""

HOUSES = np.dtype(
    [(name, np.uint8, MAX_CARDS) for name in ("buyer", "price", "cheque", "bought", "sold")]
)
"""A game by house, for those who ask for it: it is five times as large as a `ROW`."""


class GameRows(Rows):
    """Rows of `ROW`, with detail of `HOUSES`: ``rows.coins`` is what each seat has left at the end.

    Of each house (column h - 1 is house h, whether the deck has it or not) there are, if an engine
    plays with detail, ``buyer``, the seat that bought it, 0 where it was not dealt; ``price``, the
    coins that the buyer lost for it; ``cheque``, the value of the one it was sold for; and
    ``bought`` and ``sold``, the rounds of buying and of selling, from 1, in which it was.
    """
