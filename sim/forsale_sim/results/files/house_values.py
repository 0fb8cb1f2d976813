"""What houses cost and were sold for, from a file of games: read group by group, never whole."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from forsale_sim.errors import UsageError
from forsale_sim.regular_files import check_regular
from forsale_sim.results.columns import Columns
from forsale_sim.stats.histograms import quantile
from forsale_sim.stats.intervals import mean_interval
from forsale_sim.stats.ratio import ClusterSums, ratio

if TYPE_CHECKING:
    from pyarrow import parquet

Value = Literal["price", "cheque"]

VALUES = 256
"""Prices and cheques are stored in a byte."""


class _Sums:
    """Of one ruleset and player count: sums over deals and a histogram, by house of the file."""

    def __init__(self, houses: list[int]) -> None:
        self.houses = houses
        self.clustered = np.zeros((6, len(houses)), np.int64)
        self.histogram = np.zeros((len(houses), VALUES), np.int64)


def house_values(path: Path, value: Value) -> Columns:
    """Return the mean and spread of a value of each house, from a file of games."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        check_regular(path)
        with parquet.ParquetFile(path) as file:
            sums = _read(file, value)
    except (OSError, pa.ArrowException) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    if not sums:
        raise UsageError(f"{path} is no file of games with a {value} by house, from --games-out")
    blocks = [_rows(*cell, found) for cell, found in sums.items()]
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def _read(file: parquet.ParquetFile, value: Value) -> dict[tuple[str, int], _Sums]:
    names = set(file.schema_arrow.names)
    of_houses = (re.fullmatch(rf"{value}_(\d+)", name) for name in names)
    houses = sorted(int(found[1]) for found in of_houses if found)
    sums: dict[tuple[str, int], _Sums] = defaultdict(lambda: _Sums(houses))
    if not houses or not {"ruleset", "players", "deal"} <= names:
        return sums
    columns = [f"{value}_{house}" for house in houses]
    for group in range(file.num_row_groups):
        table = file.read_row_group(group, ["ruleset", "players", "deal", *columns])
        rulesets = np.array(table["ruleset"].to_pylist())
        players, deals = table["players"].to_numpy(), table["deal"].to_numpy()
        paid = np.stack([table[name].fill_null(0).to_numpy() for name in columns], axis=1)
        dealt = np.stack([table[name].is_valid().to_numpy() for name in columns], axis=1)
        for ruleset in dict.fromkeys(rulesets.tolist()):
            for count in np.unique(players[rulesets == ruleset]).tolist():
                cell = (rulesets == ruleset) & (players == count)
                _count(sums[ruleset, count], deals[cell], paid[cell], dealt[cell])
    return dict(sums)


def _count(
    sums: _Sums,
    deals: NDArray[np.int64],
    paid: NDArray[Any],
    dealt: NDArray[np.bool_],
) -> None:
    """Add games, of which those of a deal follow each other."""
    starts = np.flatnonzero(np.diff(deals, prepend=deals[0] - 1))
    n = np.add.reduceat(dealt, starts, axis=0, dtype=np.int64)
    x = np.add.reduceat(paid, starts, axis=0, dtype=np.int64)
    products = (n > 0, n, x, n * n, x * n, x * x)
    sums.clustered += np.array([product.sum(axis=0) for product in products])
    for house in range(len(sums.houses)):
        seen = paid[dealt[:, house], house]
        sums.histogram[house] += np.bincount(seen, minlength=VALUES)


def _rows(ruleset: str, players: int, sums: _Sums) -> Columns:
    estimate = ratio(ClusterSums(*sums.clustered))
    low, high = mean_interval(estimate)
    rows = {
        "ruleset": np.repeat(np.array([ruleset]), len(sums.houses)),
        "players": np.repeat(players, len(sums.houses)),
        "house": np.array(sums.houses),
        "games": estimate.n,
        "mean": estimate.value,
        "mean_low": low,
        "mean_high": high,
        **{f"p{percent}": quantile(sums.histogram, percent) for percent in (10, 90)},
    }
    return {name: column[estimate.n > 0] for name, column in rows.items()}
