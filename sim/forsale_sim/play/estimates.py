"""Chances of a win from playouts, with intervals, in limited time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.display.number_text import estimates
from strategy_lab.rows import whole_win
from strategy_lab.stats.intervals import LEVEL, Interval, mean_interval, rate_interval
from strategy_lab.stats.ratio import Ratio
from strategy_lab.stats.student import t_quantile

from forsale_sim.play.playouts import Playouts
from forsale_sim.reference.game import Game

FIRST_BATCH = 2
"""Playouts before the first look at the clock; each later batch is twice as large."""

LARGEST_BATCH = 512
"""A small part of a second, so that Ctrl-C is noticed."""

STAGES = 2**32
"""Playouts that a stage can have without sharing random numbers with another stage."""

Wins = NDArray[np.float64]
"""(moves, playouts): the share of the win."""


class Estimate(NamedTuple):
    """A chance of a win, or a difference of two, with a 95 % interval; as fractions."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        value, low, high = (100 * np.array([part]) for part in self)
        return estimates(value, low, high)[0]


def sample(
    playouts: Playouts,
    game: Game,
    moves: Sequence[int],
    stage: int,
    *,
    most: int,
    seconds: float,
) -> Wins:
    """Play a game to its end after each of some legal moves, many times."""
    end = time.monotonic() + seconds
    parts: list[NDArray[np.uint16]] = []
    size, done = FIRST_BATCH, 0
    while done < most and (not parts or time.monotonic() < end):
        number = min(size, most - done)
        parts.append(playouts.play(game, moves, stage * STAGES + done, number))
        done += number
        size = min(2 * size, LARGEST_BATCH)
    return np.concatenate(parts, axis=1) / whole_win(game.rules.players)


def chance(wins: NDArray[np.float64]) -> Estimate:
    """Return the chance of a win, estimated from playouts."""
    return _estimate(wins, rate_interval(_ratio(wins)))


def difference(wins: NDArray[np.float64], others: NDArray[np.float64]) -> Estimate:
    """Return how much better a move's chance of a win is, from the same playouts of both."""
    gains = wins - others
    return _estimate(gains, mean_interval(_ratio(gains)))


def worse_than_best(wins: Wins) -> list[int]:
    """Return which moves are shown to be worse than the one that won most in the same playouts.

    Each difference has a one-sided t test. Bonferroni's correction for all pairs of moves covers
    that the best was picked by these playouts.
    """
    best = int(np.argmax(wins.mean(axis=1)))
    moves, playouts = wins.shape
    gains = wins[best] - wins
    with np.errstate(divide="ignore", invalid="ignore"):
        t = gains.mean(axis=1) / (gains.std(axis=1, ddof=1) / np.sqrt(playouts))
    tail = (1 - LEVEL) / max(1, moves * (moves - 1))
    quantile = t_quantile(1 - tail, playouts - 1)
    return [move for move in range(moves) if move != best and t[move] > quantile]


def _ratio(values: NDArray[np.float64]) -> Ratio:
    number = np.array([len(values)])
    error = values.std(ddof=1) / np.sqrt(len(values))
    return Ratio(np.array([values.mean()]), np.array([error]), number, number)


def _estimate(values: NDArray[np.float64], interval: Interval) -> Estimate:
    return Estimate(float(values.mean()), float(interval.low[0]), float(interval.high[0]))
