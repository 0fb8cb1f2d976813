"""The core of a cell: who won, in which place and with which score, by strategy and seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.accumulator import Accumulator, Sums
from strategy_lab.results.core_counting import CORE, COUNTED, count_core
from strategy_lab.results.sums import kept_places
from strategy_lab.rows import Rows


@dataclass(frozen=True, slots=True)
class Core(Accumulator):
    """Integer sums over games, whatever lineups of a field played them."""

    sums: NDArray[Any]
    """(strategies, players) records of `CORE`."""
    score: str
    """What the game calls its score: the name under which that is hashed."""

    @classmethod
    def empty(cls, strategies: int, players: int, score: str) -> Self:
        """Return the sums of no game."""
        return cls(np.zeros((strategies, players), CORE), score)

    @property
    def games(self) -> int:
        """How many games were counted."""
        appearances = int(self.sums["appearances"].sum())
        return appearances // int(self.sums.shape[1])

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        arrays = {name: self.sums[name] for name in ("appearances", "win")}
        places = kept_places(self.sums["places"], self.sums.shape[1])
        return arrays | {"places": places, self.score: self.sums["score"]}

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games, in place."""
        strategies, players = self.sums.shape
        for games in rows:
            if games.players != players:
                raise ValueError(f"games of {games.players} players: expected {players}")
            stopped_at = count_core(games.data, self.sums)
            if stopped_at != COUNTED:
                raise ValueError(
                    f"row {stopped_at} has a place that does not exist, or a strategy that is not "
                    f"one of {strategies}"
                )
