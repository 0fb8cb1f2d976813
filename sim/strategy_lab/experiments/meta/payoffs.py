"""What was played, as a game."""

from __future__ import annotations

import numpy as np

from strategy_lab.experiments.meta.settings import Setting
from strategy_lab.rows import whole_win
from strategy_lab.stats.games.empirical import EmpiricalGame
from strategy_lab.stats.games.multisets import Integers, multisets, with_one_more
from strategy_lab.stats.games.symmetric import SymmetricGame


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
