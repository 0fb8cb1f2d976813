"""What a chunk of games leaves behind: one record a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forsale_sim.cards import MAX_CARDS

MAX_SEATS = 8


def whole_win(players: int) -> int:
    """Return into how many parts a win is divided: the same number for each of any winners.

    Sums of wins are in these parts wherever they are kept, so they can never change.
    """
    return 60 if players <= 6 else 840


ROW = np.dtype(
    [
        ("strategy", np.uint8, MAX_SEATS),
        ("place", np.uint8, MAX_SEATS),
        ("win", np.uint16, MAX_SEATS),
        ("score", np.int16, MAX_SEATS),
        ("coins", np.int16, MAX_SEATS),
    ]
)
"""A game by seat; the score is its money. One size for every ruleset, so that one compiled kernel
serves them all; it is that of a line of the cache."""

HOUSES = np.dtype(
    [(name, np.uint8, MAX_CARDS) for name in ("buyer", "price", "cheque", "bought", "sold")]
)
"""A game by house, for those who ask for it: it is five times as large as a `ROW`."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The outcome of each game of consecutive deals: by deal, and within a deal by seating.

    Second axes of the arrays: seats in turn order (`players`), or houses (`MAX_CARDS`): column
    h - 1 is house h, whether the deck has it or not. Reading a column by house raises ValueError
    where `houses` is empty.
    """

    data: NDArray[Any]
    """(games,) records of `ROW`."""
    houses: NDArray[Any]
    """(games,) records of `HOUSES`; (0,) where nobody asked for them."""
    players: int
    seatings: int
    """Games per deal."""
    first_deal: int

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.data) // self.seatings

    def require_houses(self) -> None:
        """Check that the rows say what became of each house."""
        if len(self.houses) != len(self.data):
            raise ValueError(
                "these rows do not say what became of each house: let the engine play with "
                "houses=True"
            )

    @property
    def strategy(self) -> NDArray[np.uint8]:
        """(games, players): the strategy in each seat, as an index into the field."""
        return self._by_seat("strategy")

    @property
    def place(self) -> NDArray[np.uint8]:
        """(games, players): 1 for the most (money, coins); ties share the better place."""
        return self._by_seat("place")

    @property
    def win(self) -> NDArray[np.uint16]:
        """(games, players): share of the win, in parts of it: see `whole_win`."""
        return self._by_seat("win")

    @property
    def score(self) -> NDArray[np.int16]:
        """(games, players): money at the end, coins left and cheques together."""
        return self._by_seat("score")

    @property
    def coins(self) -> NDArray[np.int16]:
        """(games, players): coins left at the end."""
        return self._by_seat("coins")

    @property
    def cheques(self) -> NDArray[np.int16]:
        """(games, players): sum of the cheques taken."""
        cheques: NDArray[np.int16] = self.score - self.coins
        return cheques

    @property
    def buyer(self) -> NDArray[np.uint8]:
        """(games, houses): the seat that bought the house; 0 where it was not dealt."""
        return self._by_house("buyer")

    @property
    def price(self) -> NDArray[np.uint8]:
        """(games, houses): the coins its buyer lost for it."""
        return self._by_house("price")

    @property
    def cheque(self) -> NDArray[np.uint8]:
        """(games, houses): the value of the cheque it was sold for."""
        return self._by_house("cheque")

    @property
    def bought(self) -> NDArray[np.uint8]:
        """(games, houses): the round of buying, from 1, in which it was bought; 0 if not dealt."""
        return self._by_house("bought")

    @property
    def sold(self) -> NDArray[np.uint8]:
        """(games, houses): the round of selling, from 1, in which it was sold; 0 if not dealt."""
        return self._by_house("sold")

    def _by_seat(self, name: str) -> NDArray[Any]:
        by_seat: NDArray[Any] = self.data[name][:, : self.players]
        return by_seat

    def _by_house(self, name: str) -> NDArray[Any]:
        self.require_houses()
        by_house: NDArray[Any] = self.houses[name]
        return by_house


def empty_rows(
    deals: int, players: int, *, seatings: int, first_deal: int = 1, houses: bool
) -> Rows:
    """Return rows for some deals, all zero, to be filled in place."""
    games = deals * seatings
    by_house = np.zeros(games if houses else 0, HOUSES)
    return Rows(np.zeros(games, ROW), by_house, players, seatings, first_deal)
