"""Finishing orders, counted: all that ratings and their bootstrap need of the games of a cell."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from forsale_sim.errors import UsageError
from forsale_sim.experiments.rank.counting import PART, count_orders
from forsale_sim.rows import MAX_SEATS, Rows
from forsale_sim.simulation.plan import PlannedCell
from forsale_sim.stats.rankings.ratings import BatchedOrders

BATCHES = 512
"""Deals are shared out among so many batches; fewer deals have one each."""

MOST_SUMS = 2**24
"""How many sums of eight bytes are kept for a cell at most."""

FEWEST_BATCHES = 50
"""With fewer batches, intervals would be rough."""


class Orders:
    """Counts of finishing orders in batches of deals.

    A finishing order is a series of choices: the best among all, the next among the rest. What is
    kept is how often a choice was made from each set of strategies, and who was chosen. Deal d
    belongs to batch (d - 1) mod `batches`: so the sums do not depend on the pieces in which deals
    are played, and their size not on how many deals there are.

    Parameters
    ----------
    planned
        What is played.

    Raises
    ------
    UsageError
        If the field is so large that the sums would not fit in memory.
    """

    def __init__(self, planned: PlannedCell) -> None:
        cell = planned.cell
        self._field, self._players, self._seatings = len(cell.field), cell.players, cell.seatings
        # A drawn lineup has a strategy twice only where there are fewer strategies than seats.
        self._repeats = planned.lineup is not None or self._field < self._players
        sizes = [self._sets_of(size) for size in range(2, self._players + 1)]
        sets = sum(sizes)
        fitting = MOST_SUMS // sets
        if fitting < min(FEWEST_BATCHES, planned.deals):
            raise UsageError(
                f"{self._field} strategies can meet in {sets:,} ways among {self._players} "
                f"players, more than can be rated at once ({MOST_SUMS // FEWEST_BATCHES:,}): "
                "name fewer strategies, or fewer --players"
            )
        self.batches = min(BATCHES, planned.deals, fitting)
        self._first = np.array([0, 0, *np.cumsum([0, *sizes[:-1]])])
        self._ways = np.array(
            [
                [comb(n, size) for size in range(MAX_SEATS + 1)]
                for n in range(self._field + MAX_SEATS)
            ]
        )
        self._times = np.zeros((self.batches, sets), np.int64)
        self._wins = np.zeros((self.batches, self._field), np.int64)
        self._ahead = np.zeros((self.batches, self._field, self._field), np.int64)
        self.deals = 0

    def count(self, rows: Rows, first_deal: int) -> None:
        """Add the games of consecutive deals, with every seating of each.

        Raises
        ------
        ValueError
            If the rows cannot be of this cell.
        """
        deals, rest = divmod(len(rows.data), self._seatings)
        places, strategies = rows.place, rows.strategy
        if (
            rest
            or rows.players != self._players
            or not (
                (strategies < self._field).all()
                and ((places >= 1) & (places <= self._players)).all()
            )
        ):
            raise ValueError("only games of one cell can be counted together")
        count_orders(
            rows.data,
            self._seatings,
            first_deal,
            self._ways,
            self._first,
            int(self._repeats),
            self._times,
            self._wins,
            self._ahead,
        )
        self.deals += deals

    def batched(self) -> BatchedOrders:
        """Return the sums of the batches that have a deal, of the sets that were chosen from."""
        used = self._ahead.any(axis=(1, 2))
        seen = self._times.any(axis=0)
        return BatchedOrders(
            self._sets()[seen],
            self._times[used][:, seen] / PART,
            self._wins[used] / PART,
            self._ahead[used].astype(np.float64),
        )

    def _sets_of(self, size: int) -> int:
        return comb(self._field + (size - 1 if self._repeats else 0), size)

    def _sets(self) -> NDArray[np.int64]:
        """Return how often each strategy is in each set, in the order that sets are counted in."""
        subsets = combinations_with_replacement if self._repeats else combinations
        blocks = []
        for size in range(2, self._players + 1):
            members = np.array(list(subsets(range(self._field), size)), np.int64)
            sizes = np.arange(1, size + 1)
            shift = (sizes - 1) * self._repeats
            index = self._ways[members + shift, sizes].sum(axis=1)
            block = np.zeros((len(members), self._field), np.int64)
            for member in members.T:
                block[index, member] += 1
            blocks.append(block)
        return np.concatenate(blocks)
