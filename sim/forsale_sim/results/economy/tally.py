"""The economy of a cell: how games end and who leads after buying, as integers that add.

It is what a balance report needs beyond a `Tally`, of one size however many games there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from forsale_sim.cards import MAX_CARDS
from forsale_sim.results.accumulator import (
    Accumulator,
    Sums,
    arrays_of,
    require_whole_deals,
)
from forsale_sim.results.cell import Cell
from forsale_sim.results.economy.counting import (
    QUANTITIES,
    STANDING,
    count_economy,
)
from forsale_sim.rows import Rows
from forsale_sim.rules.parameters import Rules


@dataclass(frozen=True, slots=True)
class Economy(Accumulator):
    """Integer sums over deals."""

    cell: Cell
    deals: Sums
    """(): deals counted."""
    standings: NDArray[Any]
    """(players,) records of `STANDING`: of those in place 1, 2, … after buying."""
    games: Sums
    """(quantities,): of games, such as their margins."""
    games2: Sums
    """(quantities, quantities): products of what a deal's games come to."""

    @classmethod
    def empty(cls, cell: Cell) -> Self:
        """Return the sums of no game of a cell."""
        return cls(
            cell=cell,
            deals=np.zeros((), np.int64),
            standings=np.zeros(cell.players, STANDING),
            games=np.zeros(QUANTITIES, np.int64),
            games2=np.zeros((QUANTITIES, QUANTITIES), np.int64),
        )

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        return {
            "deals": self.deals,
            **arrays_of({"standings": self.standings}),
            "games": self.games,
            "games2": self.games2,
        }

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of the cell, with their houses, in place."""
        (games,) = rows
        cell = self.cell
        require_whole_deals(games, cell.players, cell.seatings)
        games.require_houses()
        count_economy(
            *(games.data, games.houses, cell.seatings, cell.players),
            worth_after_buying(cell.rules),
            *(self.standings, self.games, self.games2),
        )
        self.deals[...] += games.deals


def worth_after_buying(rules: Rules) -> NDArray[np.int64]:
    """Return what houses count for after buying, by house: the cheque of the same rank.

    The lowest house of the deck counts for the lowest cheque, and so on: what selling brings on
    the whole if nobody sells better than another. It only serves to say who is ahead.
    """
    worth = np.zeros(MAX_CARDS, np.int64)
    for house, cheque in zip(rules.houses, rules.cheques, strict=True):
        worth[house - 1] = cheque
    return worth
