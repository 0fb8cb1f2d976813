"""What houses cost and were sold for, from a file of games."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from strategy_lab.results.columns import Columns
from strategy_lab.results.files.game_reading import games_of
from strategy_lab.stats.histograms import quantile
from strategy_lab.stats.intervals import mean_interval
from strategy_lab.stats.ratio import ClusterSums, ratio

Value = Literal["price", "cheque"]

VALUES = 256
"""Prices and cheques are stored in a byte."""


class _Sums:
    """Of one ruleset and player count: sums over deals and a histogram, by house from 1."""

    def __init__(self, houses: int) -> None:
        self.clustered = np.zeros((6, houses), np.int64)
        self.histogram = np.zeros((houses, VALUES), np.int64)


def house_values(path: Path, value: Value) -> Columns:
    """Return the mean and spread of a value of each house, from a file of games."""
    sums: dict[tuple[str, int], _Sums] = {}
    for cell, games in games_of(path, (value,)):
        found = sums.setdefault(cell, _Sums(games[value].shape[1]))
        _count(found, games["deal"], games[value])
    blocks = [_rows(*cell, found) for cell, found in sums.items()]
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def _count(sums: _Sums, deals: NDArray[np.int64], paid: NDArray[Any]) -> None:
    """Add games, of which those of a deal follow each other."""
    dealt = paid >= 0
    starts = np.flatnonzero(np.diff(deals, prepend=deals[0] - 1))
    n = np.add.reduceat(dealt, starts, axis=0, dtype=np.int64)
    x = np.add.reduceat(np.where(dealt, paid, 0), starts, axis=0, dtype=np.int64)
    products = (n > 0, n, x, n * n, x * n, x * x)
    sums.clustered += np.array([product.sum(axis=0) for product in products])
    for house, of_house in enumerate(paid.T):
        sums.histogram[house] += np.bincount(of_house[of_house >= 0], minlength=VALUES)


def _rows(ruleset: str, players: int, sums: _Sums) -> Columns:
    houses = len(sums.histogram)
    estimate = ratio(ClusterSums(*sums.clustered))
    low, high = mean_interval(estimate)
    rows = {
        "ruleset": np.repeat(np.array([ruleset]), houses),
        "players": np.repeat(players, houses),
        "house": np.arange(1, houses + 1),
        "games": estimate.n,
        "mean": estimate.value,
        "mean_low": low,
        "mean_high": high,
        **{f"p{percent}": quantile(sums.histogram, percent) for percent in (10, 90)},
    }
    return {name: column[estimate.n > 0] for name, column in rows.items()}
