"""The economy of a cell: prices and cheques by house, coins, leads and luck, as integers that add.

It is what a balance report needs beyond a `Tally`, of one size however many games there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from forsale_sim.cards import MAX_CARDS
from forsale_sim.results.cell import Cell
from forsale_sim.results.economy.counting import (
    HOUSE,
    QUANTITIES,
    SQUARES,
    STANDING,
    count_economy,
)
from forsale_sim.results.paired.deal_sums import houses_taken
from forsale_sim.rows import Rows
from forsale_sim.rules.parameters import Rules


@dataclass(frozen=True, slots=True)
class Economy:
    """Integer sums over deals."""

    deals: NDArray[np.int64]
    """(): deals counted."""
    houses: NDArray[Any]
    """(houses,) records of `HOUSE`."""
    standings: NDArray[Any]
    """(players,) records of `STANDING`: of those in place 1, 2, … after buying."""
    games: NDArray[np.int64]
    """(quantities,): of games, such as their margins."""
    games2: NDArray[np.int64]
    """(quantities, quantities): products of what a deal's games come to."""
    luck: NDArray[np.int64]
    """(squares,): of win shares, in 60ths."""
    luck2: NDArray[np.int64]
    """(squares, squares): products of what a deal has of them."""

    @classmethod
    def empty(cls, players: int) -> Self:
        """Return the sums of no game."""
        return cls(
            deals=np.zeros((), np.int64),
            houses=np.zeros(MAX_CARDS, HOUSE),
            standings=np.zeros(players, STANDING),
            games=np.zeros(QUANTITIES, np.int64),
            games2=np.zeros((QUANTITIES, QUANTITIES), np.int64),
            luck=np.zeros(SQUARES, np.int64),
            luck2=np.zeros((SQUARES, SQUARES), np.int64),
        )

    def count(self, cell: Cell, rows: Rows, *, seed: int, first_deal: int) -> None:
        """Add games, in place.

        Parameters
        ----------
        cell
            What they are of.
        rows
            Of whole deals.
        seed, first_deal
            Which deals they are: it takes the order of the cards to tell an auction's winner from
            those who passed.
        """
        deals = len(rows.data) // cell.seatings
        count_economy(
            *(rows.data, cell.seatings, cell.players),
            houses_taken(cell.rules, seed, first_deal, deals),
            worth_after_buying(cell.rules),
            *(self.houses, self.standings, self.games, self.games2, self.luck, self.luck2),
        )
        self.deals[...] += deals


def worth_after_buying(rules: Rules) -> NDArray[np.int64]:
    """Return what houses count for after buying, by house: the cheque of the same rank.

    The lowest house of the deck counts for the lowest cheque, and so on: what selling brings on
    the whole if nobody sells better than another. It only serves to say who is ahead.
    """
    worth = np.zeros(MAX_CARDS, np.int64)
    for house, cheque in zip(rules.houses, rules.cheques, strict=True):
        worth[house - 1] = cheque
    return worth
