"""Tables of a meta-game whose payoffs are chosen by the test."""

from __future__ import annotations

from functools import cache

import numpy as np
from strategy_lab.experiments.meta.experiment import (
    Analysis,
    MetaGame,
    Sweep,
    meta_tables,
    played_game,
)
from strategy_lab.results.tables import Tables
from strategy_lab.rows import whole_win

from tests.strategy_lab.experiments.test_meta import meta_game_of

NAMES = ("expert", "spread", "linear")

NOISE = 0.02
"""The standard deviation of a share in a batch, as it is before shares are made to add up."""

CYCLE = ((0, -1, 1), (1, 0, -1), (-1, 1, 0))
"""Each invades the one before it: spread invades expert, linear spread, expert linear."""
FIRST = ((0, 1, 1), (-1, 0, 1), (-1, -1, 0))
"""Expert invades both others."""
TOGETHER = ((0, 1, 1), (1, 0, 1), (-1, -1, 0))
"""Expert and spread invade each other."""
EITHER = ((0, -1, 1), (-1, 0, 1), (-1, -1, 0))
"""Neither of expert and spread comes in among the other."""
LEVEL = ((0, 0, 1), (0, 0, 1), (-1, -1, 0))
"""Expert and spread are alike."""

TIED = ((0, 0, 2), (0, 0, 2), (-2, -2, 0))
"""The same by more, and without noise: exactly alike."""


@cache
def looked_at(
    *advantages: tuple[tuple[int, ...], ...],
    alphas: tuple[float, ...] = (0.1, 1.0, 10.0),
    rulesets: tuple[str, ...] = ("iello-en",),
    deals: int = 60,
) -> Tables:
    """Tables of a field of `NAMES` for 3 players and more, a cell for each of some matrices.

    A strategy's share is its fair share and, for each other player, a part of what the matrix has
    for it against that one, less what makes the shares of a lineup add up to one win.
    """
    meta = _meta(tuple(range(3, 3 + len(advantages))), rulesets, deals)
    generator = np.random.default_rng(1)
    analyses = []
    for setting, matrix in zip(meta.settings, advantages * len(rulesets), strict=True):
        n, counts, batches = setting.cell.players, setting.counts, []
        edge = counts @ np.array(matrix, float).T
        edge -= (counts * edge).sum(axis=1, keepdims=True) / n
        for _ in range(setting.batches):
            luck = generator.normal(0, NOISE * n, edge.shape) * (matrix != TIED)
            luck -= (counts * luck).sum(axis=1, keepdims=True) / n
            share = 1 / n + 0.1 / n * edge + luck / n
            sums = np.round(whole_win(n) * n * setting.batch_deals * counts * share)
            batches.append(sums.astype(np.int64))
        game = played_game(setting, np.array(batches), seed=1)
        analyses.append(Analysis(setting, game, 1, Sweep(alphas, 20), range(setting.batches)))
    return meta_tables(analyses)


@cache
def _meta(players: tuple[int, ...], rulesets: tuple[str, ...], deals: int) -> MetaGame:
    return meta_game_of(*NAMES, players=players, rulesets=rulesets, deals=deals)
