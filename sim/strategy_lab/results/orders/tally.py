"""Finishing orders, counted: all that ratings and their bootstrap need of the games of a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.results.accumulator import Accumulator, Sums, require_whole_deals
from strategy_lab.results.cell import Cell
from strategy_lab.results.orders.counting import count_orders
from strategy_lab.rows import MAX_SEATS, Rows, whole_win
from strategy_lab.stats.rankings.ratings import BatchedOrders

BATCHES = 512
"""Deals are shared out among so many batches; fewer deals have one each."""

MOST_SUMS = 2**24
"""How many sums of eight bytes are kept for a cell at most."""

FEWEST_BATCHES = 50
"""With fewer batches, intervals would be rough."""


@dataclass(frozen=True, slots=True)
class Orders(Accumulator):
    """Counts of finishing orders in batches of deals.

    A finishing order is a series of choices: the best among all, the next among the rest. What is
    kept is how often a choice was made from each set of strategies, and who was chosen. Deal d
    belongs to batch (d - 1) mod `batches`: so the sums do not depend on the pieces in which deals
    are played, and their size not on how many deals there are.
    """

    cell: Cell
    repeats: bool
    """Whether a strategy can sit twice in a game."""
    deals: Sums
    """(): deals counted."""
    times: Sums
    """(batches, sets): how often a choice was made from a set, in parts."""
    wins: Sums
    """(batches, field): how often a strategy was chosen, in parts."""
    ahead: Sums
    """(batches, field, field): finishes ahead of or level with another."""

    @classmethod
    def empty(cls, cell: Cell, fixed_lineup: bool, deals: int) -> Self:
        """Return the sums of no game."""
        field, players = len(cell.field), cell.players
        # A drawn lineup has a strategy twice only where there are fewer strategies than seats.
        repeats = fixed_lineup or field < players
        sets = sum(_set_counts(field, players, repeats))
        fitting = MOST_SUMS // sets
        if fitting < min(FEWEST_BATCHES, deals):
            raise UsageError(
                f"{field} strategies can meet in {sets:,} ways among {players} players, more than "
                f"can be rated at once ({MOST_SUMS // FEWEST_BATCHES:,}): name fewer strategies, "
                "or fewer --players"
            )
        batches = min(BATCHES, deals, fitting)
        return cls(
            cell=cell,
            repeats=repeats,
            deals=np.zeros((), np.int64),
            times=np.zeros((batches, sets), np.int64),
            wins=np.zeros((batches, field), np.int64),
            ahead=np.zeros((batches, field, field), np.int64),
        )

    @property
    def batches(self) -> int:
        """How many batches deals are shared out among."""
        return len(self.wins)

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        return {
            "deals": self.deals,
            "times": self.times,
            "wins": self.wins,
            "ahead": self.ahead,
        }

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of the cell, in place."""
        (games,) = rows
        field, players, seatings = len(self.cell.field), self.cell.players, self.cell.seatings
        require_whole_deals(games, players, seatings)
        places = games.place
        if not ((games.strategy < field).all() and ((places >= 1) & (places <= players)).all()):
            raise ValueError("these games have a strategy or place that is not of this cell")
        sizes = _set_counts(field, players, self.repeats)
        count_orders(
            *(games.data, seatings, games.first_deal, whole_win(players), _ways(field)),
            np.array([0, 0, *np.cumsum([0, *sizes[:-1]])]),
            *(int(self.repeats), self.times, self.wins, self.ahead),
        )
        self.deals[...] += games.deals

    def batched(self) -> BatchedOrders:
        """Return the sums of the batches that have a deal, of the sets that were chosen from."""
        used = self.ahead.any(axis=(1, 2))
        seen, choice = self.times.any(axis=0), whole_win(self.cell.players)
        return BatchedOrders(
            _sets(len(self.cell.field), self.cell.players, self.repeats)[seen],
            self.times[used][:, seen] / choice,
            self.wins[used] / choice,
            self.ahead[used].astype(np.float64),
        )


def _set_counts(field: int, players: int, repeats: bool) -> list[int]:
    """Return how many sets there are of each size, from 2 up to the number of players."""
    return [comb(field + (size - 1 if repeats else 0), size) for size in range(2, players + 1)]


def _ways(field: int) -> NDArray[np.int64]:
    return np.array(
        [[comb(n, size) for size in range(MAX_SEATS + 1)] for n in range(field + MAX_SEATS)]
    )


def _sets(field: int, players: int, repeats: bool) -> NDArray[np.int64]:
    """Return how often each strategy is in each set, in the order that sets are counted in."""
    subsets = combinations_with_replacement if repeats else combinations
    ways = _ways(field)
    blocks = []
    for size in range(2, players + 1):
        members = np.array(list(subsets(range(field), size)), np.int64)
        sizes = np.arange(1, size + 1)
        shift = (sizes - 1) * repeats
        index = ways[members + shift, sizes].sum(axis=1)
        block = np.zeros((len(members), field), np.int64)
        for member in members.T:
            block[index, member] += 1
        blocks.append(block)
    return np.concatenate(blocks)
