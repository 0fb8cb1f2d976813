"""The rounds of a cell's games as integers that add, of one size however many games there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from forsale_sim.cards import MAX_CARDS
from forsale_sim.results.accumulator import (
    Accumulator,
    Sums,
    require_whole_deals,
)
from forsale_sim.results.cell import Cell
from forsale_sim.results.rounds import counting
from forsale_sim.results.rounds.counting import COINS, KINDS, STAGES, SUMS, VALUES, WHO
from forsale_sim.rows import MAX_SEATS, Rows
from forsale_sim.rules.parameters import Rules


def shapes(rounds: int) -> dict[int, tuple[int, ...]]:
    """Return by what each kind of quantity is counted, for a number of auctions.

    A house counts by its number, from 1; a rank in an offer, a stage and a round from 0. Wins are
    counted in 60ths, ranks among houses in thousandths.
    """
    return {
        counting.PRICE: (STAGES, MAX_CARDS),  # coins lost for a house
        counting.RANKED: (rounds, MAX_SEATS),  # the same, by rank in the offer, best first
        counting.KEPT: (rounds, WHO),  # coins after an auction
        counting.RESERVE: (COINS,),  # wins by coins before the last auction
        counting.GAP_BID: (MAX_CARDS,),  # winning bids by the gap to the second house
        counting.GAP_WIN: (MAX_CARDS,),  # wins of the player who took the best house, by the same
        counting.SPREAD_BID: (MAX_CARDS,),  # both by the gap to the lowest house
        counting.SPREAD_WIN: (MAX_CARDS,),
        counting.KIND_BID: (KINDS,),  # winning bids by kind of fight
        counting.BID_WIN: (KINDS, COINS),  # the same, by the winning bid as well
        counting.BEST_HAND: (VALUES, WHO),  # ranks of houses sold, by the best cheque: in hand
        counting.BEST_ALL: (VALUES, WHO),  # among all unsold
        counting.SPREAD_HAND: (VALUES, WHO),  # both by the best cheque less the lowest
        counting.SPREAD_ALL: (VALUES, WHO),
    }


def starts(rounds: int) -> NDArray[np.int64]:
    """Return where the quantities of each kind begin; where the last ones end comes last."""
    return np.array([*accumulate(map(prod, shapes(rounds).values()), initial=0)], np.int64)


@dataclass(frozen=True, slots=True)
class Rounds(Accumulator):
    """Integer sums over deals."""

    cell: Cell
    rounds: int
    """How many auctions a game has."""
    sums: NDArray[Any]
    """(quantities,) records of `SUMS`."""

    @classmethod
    def empty(cls, cell: Cell) -> Self:
        """Return the sums of no game of a cell."""
        rounds = rounds_of(cell.rules)
        return cls(cell, rounds, np.zeros(starts(rounds)[-1], SUMS))

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        return {name: self.sums[name] for name in SUMS.names or ()}

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of the cell, with their houses, in place."""
        (games,) = rows
        cell = self.cell
        require_whole_deals(games, cell.players, cell.seatings)
        games.require_houses()
        counting.count_rounds(
            *(games.data, games.houses, cell.seatings, cell.players, self.rounds),
            *(np.array(cell.rules.coins, np.int64), starts(self.rounds), self.sums),
        )

    def of(self, kind: int) -> NDArray[Any]:
        """Return the sums of one kind, in the shape that `shapes` says."""
        first, end = starts(self.rounds)[kind : kind + 2]
        return self.sums[first:end].reshape(shapes(self.rounds)[kind])


def rounds_of(rules: Rules) -> int:
    """Return how many auctions a game has; there are no more sales."""
    return -(-rules.cards_dealt // rules.houses_per_round)
