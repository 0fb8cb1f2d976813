"""Tallies to tables: estimates with their intervals, as plain columns that need no pandas."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results import groups
from forsale_sim.results.cell import Cell
from forsale_sim.results.groups import Groups
from forsale_sim.results.schema import TABLES
from forsale_sim.results.tally import Tally
from forsale_sim.rows import WIN
from forsale_sim.stats.histograms import standard_deviation
from forsale_sim.stats.intervals import mean_interval, rate_interval
from forsale_sim.stats.ratio import ratio

Columns: TypeAlias = dict[str, NDArray[Any]]
"""A table: its columns by name, in order, all of one length. NaN where nothing can be said."""

Tables: TypeAlias = dict[str, Columns]
"""The tables of a run by name: those of `schema.TABLES`."""


def tables(results: Mapping[Cell, Tally]) -> Tables:
    """Return the tables of a run, with a block of rows for each cell in turn.

    Parameters
    ----------
    results
        The tallies of a run's cells.

    Returns
    -------
    Tables
        ``by_strategy`` has a row for every strategy of the field; what was never seen together, a
        strategy in a seat or with an opponent, has no row in the finer tables.
    """
    blocks = {name: [_BLOCKS[name](cell, results[cell]) for cell in results] for name in TABLES}
    return {
        name: {
            column: np.concatenate([block[column] for block in blocks[name]]) for column in columns
        }
        for name, columns in TABLES.items()
    }


def where(table: Columns, **keys: str | int) -> Columns:
    """Return the rows of a table that have the given values in the given columns."""
    chosen = np.ones(len(table["games"]), bool)
    for name, value in keys.items():
        chosen &= table[name] == value
    return {name: column[chosen] for name, column in table.items()}


def values(column: NDArray[Any]) -> list[Any]:
    """Return the different values of a column, each where it first appears."""
    return list(dict.fromkeys(column.tolist()))


def records(table: Columns) -> list[dict[str, Any]]:
    """Return a table's rows as JSON has them: plain numbers and texts, and None for NaN."""
    columns = (map(_plain, column.tolist()) for column in table.values())
    return [dict(zip(table, row, strict=True)) for row in zip(*columns, strict=True)]


def _by_strategy(cell: Cell, tally: Tally) -> Columns:
    grouped = groups.by_strategy(cell, tally)
    alone = grouped.win.n == tally.games * cell.players
    keys = {"strategy": np.array(cell.field)}
    return _keys(cell, keys) | _rates(grouped, certain=alone) | _amounts(grouped)


def _by_seat(cell: Cell, tally: Tally) -> Columns:
    grouped = groups.by_seat(cell, tally)
    keys = {"seat": np.arange(1, cell.players + 1)}
    return _keys(cell, keys) | _rates(grouped) | _amounts(grouped)


def _by_strategy_and_seat(cell: Cell, tally: Tally) -> Columns:
    grouped = groups.by_strategy_and_seat(cell, tally)
    keys = {
        "strategy": np.repeat(np.array(cell.field), cell.players),
        "seat": np.tile(np.arange(1, cell.players + 1), len(cell.field)),
    }
    return _seen(_keys(cell, keys) | _rates(grouped) | _amounts(grouped))


def _by_players(cell: Cell, tally: Tally) -> Columns:
    grouped = groups.all_together(cell, tally)
    return _keys(cell, {}) | _amounts(grouped) | {"games": np.array([tally.games])}


def _head_to_head(cell: Cell, tally: Tally) -> Columns:
    sums = groups.head_to_head(tally)
    rate = ratio(sums, unit=0.5)
    low, high = rate_interval(rate)
    upper = np.triu(np.ones_like(low, bool), k=1)

    def both_ways(forth: NDArray[Any], back: NDArray[Any]) -> NDArray[Any]:
        return np.where(upper, forth, back.T)

    columns = {
        "games": both_ways(rate.n, rate.n),
        "ahead_rate": both_ways(rate.value, 1 - rate.value),
        "ahead_rate_low": both_ways(low, 1 - high),
        "ahead_rate_high": both_ways(high, 1 - low),
        "deals": both_ways(rate.clusters, rate.clusters),
    }
    others = ~np.eye(len(cell.field), dtype=bool)
    strategy, opponent = np.nonzero(others)
    field = np.array(cell.field)
    keys = _keys(cell, {"strategy": field[strategy], "opponent": field[opponent]})
    return _seen(keys | {name: column[others] for name, column in columns.items()})


_BLOCKS = {
    "by_strategy": _by_strategy,
    "by_seat": _by_seat,
    "by_strategy_and_seat": _by_strategy_and_seat,
    "head_to_head": _head_to_head,
    "by_players": _by_players,
}


def _keys(cell: Cell, keys: Columns) -> Columns:
    rows = max(map(len, keys.values()), default=1)
    return {
        "ruleset": np.repeat(np.array([cell.ruleset]), rows),
        "players": np.repeat(cell.players, rows),
        **keys,
    }


def _rates(grouped: Groups, certain: NDArray[np.bool_] | None = None) -> Columns:
    rate = ratio(grouped.win, unit=1 / WIN)
    low, high = rate_interval(rate, certain)
    with np.errstate(invalid="ignore"):
        return {
            "games": rate.n,
            "win_rate": rate.value,
            "win_rate_low": low,
            "win_rate_high": high,
            "first_place": grouped.totals.first / rate.n,
            "last_place": grouped.totals.last / rate.n,
        }


def _amounts(grouped: Groups) -> Columns:
    mean, totals = ratio(grouped.money), grouped.totals
    low, high = mean_interval(mean)
    with np.errstate(invalid="ignore"):
        return {
            "money_mean": mean.value,
            "money_mean_low": low,
            "money_mean_high": high,
            "money_sd": standard_deviation(totals.money),
            "coins_left_mean": totals.coins / mean.n,
            "paid_mean": totals.paid / mean.n,
            "cheques_mean": (totals.money.sum - totals.coins) / mean.n,
            "deals": mean.clusters,
        }


def _plain(value: float | str) -> float | str | None:
    return None if isinstance(value, float) and math.isnan(value) else value


def _seen(block: Columns) -> Columns:
    return {name: column[block["games"] > 0] for name, column in block.items()}
