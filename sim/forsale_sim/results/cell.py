"""A cell of a run: what its tables have a block of rows for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from forsale_sim.rows import whole_win
from forsale_sim.rules.parameters import Rules


@dataclass(frozen=True, slots=True)
class Cell:
    """A ruleset for a number of players, with those who play."""

    rules: Rules
    field: tuple[str, ...]
    """The strategies' names, no two alike; a row's `strategy` is an index into them."""
    seatings: int
    """How many games a deal is played for."""

    @property
    def ruleset(self) -> str:
        """The ruleset's name."""
        return self.rules.ruleset

    @property
    def players(self) -> int:
        """How many play."""
        return self.rules.players

    @property
    def most_money(self) -> int:
        """A bound on a player's money at the end, in thousands.

        Nobody buys more than one house a round, so these are the highest coins to start with and
        as many of the best cheques as there are rounds of buying.
        """
        rounds = -(-self.rules.cards_dealt // self.rules.houses_per_round)
        return max(self.rules.coins) + sum(sorted(self.rules.cheques)[-rounds:])

    @property
    def most_games(self) -> int:
        """How many games can be tallied before a sum might leave the range of int64.

        The largest sums are those of squares: in a deal a group gets at most all the money, or all
        the win shares, of its games. That makes more than 10**13 games of any printed ruleset, and
        5 * 10**9 with the largest decks and the most coins that a ruleset can have.
        """
        money = sum(self.rules.cheques) + sum(self.rules.coins)
        largest = max(whole_win(self.players), money)
        return int(np.iinfo(np.int64).max) // (self.seatings * largest**2)
