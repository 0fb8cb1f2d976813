"""A cell of a run: what its tables have a block of rows for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from strategy_lab.rows import whole_win


@dataclass(frozen=True, slots=True)
class Cell:
    """A ruleset for a number of players, with those who play."""

    rules: Any
    """`ResolvedRules` of a game."""
    field: tuple[str, ...]
    """The strategies' names, no two alike; a row's `strategy` is an index into them."""
    seatings: int
    """How many games a deal is played for."""

    @property
    def ruleset(self) -> str:
        """The ruleset's name."""
        return str(self.rules.ruleset)

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.rules.players)

    @property
    def most_money(self) -> int:
        """A bound on a player's score at the end."""
        return int(self.rules.most_score)

    @property
    def most_games(self) -> int:
        """How many games can be tallied before a sum might leave the range of int64.

        The largest sums are those of squares: in a deal a group gets at most all of the score, or
        all the win shares, of its games.
        """
        largest = max(whole_win(self.players), int(self.rules.most_of_all))
        return int(np.iinfo(np.int64).max) // (self.seatings * largest**2)
