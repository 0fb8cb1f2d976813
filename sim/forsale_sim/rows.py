"""What a chunk of games leaves behind: one record a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forsale_sim.cards import MAX_CARDS

WIN = 60
"""A whole win in the units of `Rows.win`: divisible among 2, 3, 4, 5 or 6 winners."""

MAX_SEATS = 6

ROW = np.dtype(
    [
        ("strategy", np.uint8, MAX_SEATS),
        ("place", np.uint8, MAX_SEATS),
        ("win", np.uint8, MAX_SEATS),
        ("coins", np.int16, MAX_SEATS),
        ("cheques", np.int16, MAX_SEATS),
        ("buyer", np.uint8, MAX_CARDS),
        ("price", np.uint8, MAX_CARDS),
        ("cheque", np.uint8, MAX_CARDS),
    ]
)
"""A game in memory. One size for every ruleset, so that one compiled kernel serves them all."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The outcome of each game of a chunk: by deal, and within a deal by seating.

    Second axes of the arrays: seats in turn order (`players`), or houses (`MAX_CARDS`): column
    h - 1 is house h, whether the deck has it or not.
    """

    data: NDArray[Any]
    """(games,) records of `ROW`, of which the arrays below are views."""
    players: int

    @property
    def strategy(self) -> NDArray[np.uint8]:
        """(games, players): the strategy in each seat, as an index into the field."""
        return self._by_seat("strategy")

    @property
    def place(self) -> NDArray[np.uint8]:
        """(games, players): 1 for the most (money, coins); who tie share the better place."""
        return self._by_seat("place")

    @property
    def win(self) -> NDArray[np.uint8]:
        """(games, players): share of the win in 60ths."""
        return self._by_seat("win")

    @property
    def coins(self) -> NDArray[np.int16]:
        """(games, players): coins left at the end."""
        return self._by_seat("coins")

    @property
    def cheques(self) -> NDArray[np.int16]:
        """(games, players): sum of the cheques taken."""
        return self._by_seat("cheques")

    @property
    def buyer(self) -> NDArray[np.uint8]:
        """(games, houses): the seat that bought the house; 0 where nobody did."""
        return self._by_house("buyer")

    @property
    def price(self) -> NDArray[np.uint8]:
        """(games, houses): the coins its buyer lost for it."""
        return self._by_house("price")

    @property
    def cheque(self) -> NDArray[np.uint8]:
        """(games, houses): the value of the cheque it was sold for."""
        return self._by_house("cheque")

    def _by_seat(self, name: str) -> NDArray[Any]:
        by_seat: NDArray[Any] = self.data[name][:, : self.players]
        return by_seat

    def _by_house(self, name: str) -> NDArray[Any]:
        by_house: NDArray[Any] = self.data[name]
        return by_house


def empty_rows(games: int, players: int) -> Rows:
    """Return rows for `games` games, all zero, to be filled in place."""
    return Rows(np.zeros(games, ROW), players)
