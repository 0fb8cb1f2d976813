r"""The scores of a duel's deals: one score a deal, and integer sums that add up in any order.

Win shares are counted in :math:`w` parts of a win. Of a deal for :math:`n` players,

- :math:`a` and :math:`b` are the sums of the shares of A alone amid copies of B and of B alone
  amid copies of A, over :math:`n` games each;
- :math:`a'` and :math:`b'` those of A and of B at a mixed table, over :math:`2n` games.

The score of A is

.. math:: \frac12 + \frac14 \left( \frac{a - b}{w n} + \frac{a' - b'}{2 w n} \right),

half the mean of two differences of win rates, above 1/2; without mixed tables,
:math:`\frac12 + (a - b) / 2 w n`. It is 0 to 1; exchanging A and B turns it into 1 less it, exactly
and on every deal, since each plays every game in the other's place as well; so its mean is 1/2
if they are alike. It rises with any share that A wins and B does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.accumulator import Accumulator, Sums, require_whole_deals
from strategy_lab.results.cell import Cell
from strategy_lab.rows import Rows, whole_win
from strategy_lab.stats.ratio import ClusterSums

A, B = 0, 1
"""The two that duel, as indices into the field."""

MEASURES = ("a", "b", "a_amid_b", "b_amid_a", "a_mixed", "b_mixed")
"""The win rates that are kept: of each in all its games as one of a kind, and at either table."""


@dataclass(frozen=True, slots=True)
class DuelTally(Accumulator):
    """What is kept of the deals of a match."""

    cell: Cell
    mixed: bool
    """Whether both sit at tables with others, too."""
    scores: Sums
    """How many deals had each score: entry i counts i / (length - 1)."""
    sums: Sums
    """(measures,): win shares, in parts, those of a and b with their tables weighted alike."""
    squares: Sums
    """(measures,): of the same by deal."""

    @classmethod
    def empty(cls, cell: Cell, mixed: bool) -> Self:
        """Return the tally of no deal."""
        steps = whole_win(cell.players) * cell.players * (8 if mixed else 2)
        nothing = np.zeros((2, len(MEASURES)), np.int64)
        return cls(cell, mixed, np.zeros(steps + 1, np.int64), *nothing)

    def count(self, rows: Sequence[Rows]) -> None:
        """Add deals, in place."""
        for games in rows:
            require_whole_deals(games, self.cell.players, self.cell.players)
        a_amid_b, b_amid_a, *mixed = rows
        alone = shares_of(a_amid_b, A), shares_of(b_amid_a, B)
        if self.mixed:
            a, b = (
                _in_order(mixed[::2], strategy) + _in_order(mixed[1::2], strategy)
                for strategy in (A, B)
            )
        else:
            a, b = np.zeros((2, a_amid_b.deals), np.int64)
        self.count_shares(alone, (a, b))

    def count_shares(self, alone: tuple[Sums, Sums], mixed: tuple[Sums, Sums]) -> None:
        """Add deals, in place, from what A and B win in them."""
        weight = 2 if self.mixed else 1
        whole = [weight * one + other for one, other in zip(alone, mixed, strict=True)]
        by_deal = np.stack([*whole, *alone, *mixed])
        middle = len(self.scores) // 2
        self.scores[...] += np.bincount(middle + whole[0] - whole[1], minlength=len(self.scores))
        self.sums[...] += by_deal.sum(axis=1)
        self.squares[...] += (by_deal**2).sum(axis=1)

    @property
    def deals(self) -> int:
        """How many deals were counted."""
        return int(self.scores.sum())

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        return {"scores": self.scores, "sums": self.sums, "squares": self.squares}

    def seen_scores(self) -> tuple[NDArray[np.float64], Sums]:
        """Return the scores that were seen, with 0 and 1, which could have been; and how often."""
        last = len(self.scores) - 1
        chosen = np.union1d(np.flatnonzero(self.scores), [0, last])
        return chosen / last, self.scores[chosen]

    def cluster_sums(self) -> ClusterSums:
        """Return the sums behind the win rates, of deals, one entry a measure."""
        n = self.cell.players
        games = np.array([4 * n, 4 * n, n, n, 2 * n, 2 * n] if self.mixed else [n] * 4 + [0] * 2)
        deals = np.where(games > 0, self.deals, 0)
        return ClusterSums(
            clusters=deals,
            n=deals * games,
            x=self.sums,
            nn=deals * games**2,
            xn=self.sums * games,
            xx=self.squares,
        )


def shares_of(rows: Rows, strategy: int) -> Sums:
    """Return the win shares of a strategy by deal: (deals,)."""
    wins = np.where(rows.strategy == strategy, rows.win, 0)
    by_deal = wins.reshape(rows.deals, rows.seatings * rows.players)
    return np.asarray(by_deal.sum(axis=1, dtype=np.int64), np.int64)


def _in_order(tables: Sequence[Rows], strategy: int) -> Sums:
    return np.concatenate([shares_of(games, strategy) for games in tables])
