"""What a chunk of games leaves behind: one record a game, and another one with detail if wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAX_SEATS = 8

BY_SEAT = ("strategy", "place", "win", "score")
"""The fields with which the record of every game begins, each by seat."""


def whole_win(players: int) -> int:
    """Return into how many parts a win is divided: the same number for each of any winners.

    Sums of wins are in these parts wherever they are kept, so they can never change.
    """
    return 60 if players <= 6 else 840


@dataclass(frozen=True, slots=True)
class Rows:
    """The outcome of each game of consecutive deals: by deal, and within a deal by seating.

    Second axes of the arrays: seats in turn order (`players`).
    """

    data: NDArray[Any]  # (games,) records that begin with `BY_SEAT`
    # (games,) records of more about each game; (0,) where nobody asked for them.
    detail: NDArray[Any]
    players: int
    seatings: int  # games per deal
    first_deal: int

    @property
    def counted_score(self) -> NDArray[np.int16]:
        """(games, `MAX_SEATS`): the score in a unit in which it is small, as tables count it."""
        return np.ascontiguousarray(self.data["score"], np.int16)

    @property
    def deals(self) -> int:
        return len(self.data) // self.seatings

    @property
    def strategy(self) -> NDArray[np.uint8]:
        """(games, players): the strategy in each seat, as an index into the field."""
        return self.by_seat("strategy")

    @property
    def place(self) -> NDArray[np.uint8]:
        """(games, players): 1 for the best; ties share the better place."""
        return self.by_seat("place")

    @property
    def win(self) -> NDArray[np.uint16]:
        """(games, players): share of the win, in parts of it: see `whole_win`."""
        return self.by_seat("win")

    @property
    def score(self) -> NDArray[Any]:
        """(games, players): what the game counts at its end."""
        return self.by_seat("score")

    def by_seat(self, name: str) -> NDArray[Any]:
        by_seat: NDArray[Any] = self.data[name][:, : self.players]
        return by_seat

    def require_detail(self) -> None:
        if len(self.detail) != len(self.data):
            raise ValueError(
                "these rows have no detail of each game: let the engine play with detail=True"
            )
