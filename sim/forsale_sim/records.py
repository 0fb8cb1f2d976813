"""What a chunk of games of For Sale leaves behind: money and coins by seat, detail by house."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.rows import MAX_SEATS, Rows

from forsale_sim.cards import MAX_CARDS

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
class GameRows(Rows):
    """Rows of `ROW`, with detail of `HOUSES`.

    Second axes of the arrays: seats in turn order (`players`), or houses (`MAX_CARDS`): column
    h - 1 is house h, whether the deck has it or not. Reading a column by house raises ValueError
    where `detail` is empty.
    """

    @property
    def coins(self) -> NDArray[np.int16]:
        """(games, players): coins left at the end."""
        return self.by_seat("coins")

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

    def _by_house(self, name: str) -> NDArray[Any]:
        self.require_detail()
        by_house: NDArray[Any] = self.detail[name]
        return by_house


def empty_rows(
    deals: int, players: int, *, seatings: int, first_deal: int = 1, detail: bool
) -> GameRows:
    """Return rows for some deals, all zero, to be filled in place."""
    games = deals * seatings
    by_house = np.zeros(games if detail else 0, HOUSES)
    return GameRows(np.zeros(games, ROW), by_house, players, seatings, first_deal)
