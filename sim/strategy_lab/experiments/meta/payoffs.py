"""What every strategy wins in every lineup of a batch, and the game that this makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.experiments.meta.settings import Setting
from strategy_lab.results.accumulator import Accumulator
from strategy_lab.rows import Rows, whole_win
from strategy_lab.stats.games.empirical import EmpiricalGame
from strategy_lab.stats.games.multisets import Integers, multisets, with_one_more
from strategy_lab.stats.games.symmetric import SymmetricGame


@dataclass(frozen=True, slots=True)
class LineupWins(Accumulator):
    """Win shares by lineup."""

    wins: NDArray[np.int64]
    """(lineups, strategies): the win shares of a strategy's copies, in parts of a win, over all
    deals and as many seatings as players."""

    @classmethod
    def empty(cls, lineups: int, strategies: int) -> Self:
        """Return the shares of no game."""
        return cls(np.zeros((lineups, strategies), np.int64))

    def from_lineup(self, number: int) -> LineupWins:
        """Return the same without the first `number` lineups, sharing its memory."""
        return LineupWins(self.wins[number:])

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games: the rows of each lineup in turn."""
        strategies = self.wins.shape[1]
        for lineup, games in enumerate(rows):
            shares = np.bincount(games.strategy.ravel(), games.win.ravel(), minlength=strategies)
            self.wins[lineup] += shares.astype(np.int64) * (games.players // games.seatings)

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return the sums by name."""
        return {"wins": self.wins}


def played_game(setting: Setting, sums: Integers, seed: int) -> EmpiricalGame:
    """Return the game that a setting is: payoffs are shares of the win of one copy of a strategy.

    `sums` is (batches, multisets, strategies): the win shares of at least one complete batch, over
    as many seatings as players.
    """
    players, strategies = setting.cell.players, len(setting.cell.field)
    everyone = multisets(strategies, players)
    shares = np.full((len(sums), *everyone.shape), 1 / players)
    games = players * setting.batch_deals
    mixed = everyone.max(axis=1) < players  # the others were not played: all have a fair share
    shares[:, mixed] = sums / (whole_win(players) * games * np.maximum(setting.counts, 1))
    others = multisets(strategies, players - 1)
    payoffs = shares[:, with_one_more(others), np.arange(strategies)]
    return EmpiricalGame.of(SymmetricGame(others, payoffs), seed)
