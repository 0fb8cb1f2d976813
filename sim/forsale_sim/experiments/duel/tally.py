r"""The scores of a duel's deals: one score a deal, and integer sums that add up in any order.

Win shares are counted in 60ths. Of a deal for :math:`n` players,

- :math:`a` and :math:`b` are the sums of the shares of A alone amid copies of B and of B alone
  amid copies of A, over :math:`n` games each;
- :math:`a'` and :math:`b'` those of A and of B at a mixed table, over :math:`2n` games.

The score of A is

.. math:: \frac12 + \frac14 \left( \frac{a - b}{60 n} + \frac{a' - b'}{120 n} \right),

half the mean of two differences of win rates, above 1/2; without mixed tables,
:math:`\frac12 + (a - b) / 120 n`. It is 0 to 1; exchanging A and B turns it into 1 less it, exactly
and on every deal, since each plays every game in the other's place as well; so its mean is 1/2
if they are alike. It rises with any share that A wins and B does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from forsale_sim.rows import WIN, Rows
from forsale_sim.stats.ratio import ClusterSums

Integers = NDArray[np.int64]

MEASURES = ("a", "b", "a_amid_b", "b_amid_a", "a_mixed", "b_mixed")
"""The win rates that are kept: of each in all its games as one of a kind, and at either table."""


@dataclass(frozen=True, slots=True)
class DuelTally:
    """What is kept of the deals of a match."""

    players: int
    mixed: bool
    scores: Integers
    """How many deals had each score: entry i counts i / (length - 1)."""
    sums: Integers
    """(measures,): win shares in 60ths, those of a and b with their tables weighted alike."""
    squares: Integers
    """(measures,): of the same by deal."""

    @classmethod
    def empty(cls, players: int, mixed: bool) -> Self:
        """Return the tally of no deal."""
        steps = WIN * players * (8 if mixed else 2)
        nothing = np.zeros((2, len(MEASURES)), np.int64)
        return cls(players, mixed, np.zeros(steps + 1, np.int64), *nothing)

    def count(self, alone: tuple[Integers, Integers], mixed: tuple[Integers, Integers]) -> None:
        """Add deals.

        Parameters
        ----------
        alone, mixed
            By deal, the sums of A's and of B's win shares in 60ths, over the games in which one of
            them sits alone amid copies of the other, and at mixed tables (0 if there are none).
        """
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

    def arrays(self) -> dict[str, Integers]:
        """Return every sum by name."""
        return {"scores": self.scores, "sums": self.sums, "squares": self.squares}

    def __iadd__(self, other: Self) -> Self:
        mine, theirs = self.arrays(), other.arrays()
        if (self.players, self.mixed) != (other.players, other.mixed):
            raise ValueError("only tallies of one match can be added")
        for name in mine:
            mine[name] += theirs[name]
        return self

    def seen_scores(self) -> tuple[NDArray[np.float64], Integers]:
        """Return the scores that were seen, with 0 and 1, which could have been; and how often."""
        last = len(self.scores) - 1
        chosen = np.union1d(np.flatnonzero(self.scores), [0, last])
        return chosen / last, self.scores[chosen]

    def cluster_sums(self) -> ClusterSums:
        """Return the sums behind the win rates, of deals, one entry a measure."""
        n = self.players
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


def shares_of(rows: Rows, seat: int) -> Integers:
    """Return the win shares, in 60ths and summed over all rotations, of one seat of the lineup.

    Parameters
    ----------
    rows
        Of whole deals, with every rotation of each.
    seat
        The seat in seating 1, from 0.

    Returns
    -------
    ndarray
        (deals,)
    """
    n = rows.players
    rotation = np.arange(n)
    wins = rows.win.reshape(-1, n, n)[:, rotation, (seat - rotation) % n]
    return np.asarray(wins.sum(axis=1, dtype=np.int64), np.int64)
