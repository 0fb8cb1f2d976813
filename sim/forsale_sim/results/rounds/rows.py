"""What a chunk of games leaves behind where its rounds are kept, too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from forsale_sim.rows import Rows, empty_rows
from forsale_sim.rules.parameters import Rules


@dataclass(frozen=True, slots=True)
class FollowedRows(Rows):
    """The outcome of each game of a chunk, and what was offered and sold in its rounds."""

    offers: NDArray[np.int64]
    """(games, rounds): the houses of every auction, as a set."""
    sales: NDArray[np.int64]
    """(games, rounds): the cheque cards of every sale, as a set; empty after the last."""
    sold: NDArray[np.uint8]
    """(games, rounds, players): the house that a seat sold in a sale; 0 if it had none."""


def rounds_of(rules: Rules) -> int:
    """Return how many auctions a game has."""
    return -(-rules.cards_dealt // rules.houses_per_round)


def empty_followed_rows(games: int, rules: Rules) -> FollowedRows:
    """Return rows for `games` games, all zero, to be filled in place."""
    players, rounds = rules.players, rounds_of(rules)
    return FollowedRows(
        empty_rows(games, players).data,
        players,
        np.zeros((games, rounds), np.int64),
        np.zeros((games, rounds), np.int64),
        np.zeros((games, rounds, players), np.uint8),
    )
