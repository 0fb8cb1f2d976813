"""What a chunk of games of Monopoly leaves behind: worth by seat, detail by group and by deed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.rows import MAX_SEATS, Rows

from monopoly_sim.rules.board import MOST_SQUARES
from monopoly_sim.rules.ruleset import MOST_WORTH

ROW = np.dtype(
    [
        ("strategy", np.uint8, MAX_SEATS),
        ("place", np.uint8, MAX_SEATS),
        ("win", np.uint16, MAX_SEATS),
        ("score", np.int64, MAX_SEATS),
        ("rounds", np.uint32),
        ("ending", np.uint8),
    ],
    align=True,
)
"""A game by seat; the score is the player's worth at the end. ``ending`` is an `Ending` of
`monopoly_sim.reference.events`."""

DETAIL = np.dtype(
    [
        ("group_seat", np.uint8, MOST_SQUARES),  # the first to own the whole group; 0: nobody
        ("group_round", np.uint32, MOST_SQUARES),  # the round in which that was
        ("buyer", np.uint8, MOST_SQUARES),  # the first to buy the deed from the bank
        ("auctioned", np.uint8, MOST_SQUARES),  # whether that was in an auction
        ("bought", np.uint32, MOST_SQUARES),  # the round of it
        ("price", np.int64, MOST_SQUARES),  # what it cost
        ("visits", np.uint32, MOST_SQUARES),  # how often rent was paid in full
        ("rent", np.int64, MOST_SQUARES),  # the sum of it
        ("buildings", np.int64, MOST_SQUARES),  # paid for buildings, less what the bank paid
        ("proposals", np.uint32),  # trades that were put to a player
        ("trades", np.uint32),  # those accepted
        ("contests", np.uint32),  # buildings that two or more players bid for
        ("shortage", np.uint32),  # the round in which the bank first had no house; 0: never
    ],
    align=True,
)
"""A game by group, in the order of `Board.groups`, and by square, for those who ask for it."""


class GameRows(Rows):
    @property
    def counted_score(self) -> NDArray[Any]:
        """(games, players): worth in whole hundreds, up to `MOST_WORTH`."""
        return np.asarray(np.clip(self.score // 100, 0, MOST_WORTH), np.int16)
