"""Tallies to tables: estimates with their intervals, as plain columns that need no pandas."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results import groups
from strategy_lab.results.appearances import Statistics, estimates, fairness
from strategy_lab.results.cell import Cell
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.results.schema import columns_of_table, tables_with
from strategy_lab.results.seat_effect import seat_effect, with_verdicts
from strategy_lab.results.tally import Tally
from strategy_lab.stats.corrections import holm
from strategy_lab.stats.estimators import FIXED_SAMPLE, Estimator
from strategy_lab.stats.ratio import ratio


def tables(
    results: Mapping[Cell, Tally],
    statistics: Statistics,
    estimators: Mapping[Cell, Estimator] | None = None,
) -> Tables:
    """Return the tables of a run, with a block of rows for each cell in turn."""
    by = estimators or dict.fromkeys(results, FIXED_SAMPLE)
    found = {
        name: _joined([block(cell, tally, statistics, by[cell]) for cell, tally in results.items()])
        for name, block in _BLOCKS.items()
    }
    found["by_seat"]["p_fair_adjusted"] = holm(found["by_seat"]["p_fair"])
    effects = _joined([seat_effect(cell, tally) for cell, tally in results.items()])
    found["seat_effect"] = with_verdicts(effects)
    players = max(cell.players for cell in results)
    return {
        name: {column: found[name][column] for column in columns_of_table(columns, players)}
        for name, columns in tables_with(statistics).items()
        if name in found
    }


def where(table: Columns, **keys: str | int) -> Columns:
    """Return the rows of a table that have the given values in the given columns."""
    chosen = np.ones(len(next(iter(table.values()))), bool)
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


def _by_strategy(cell: Cell, tally: Tally, statistics: Statistics, by: Estimator) -> Columns:
    grouped = groups.by_strategy(cell, tally)
    alone = grouped.win.n == tally.games * cell.players
    keys = {"strategy": np.array(cell.field)}
    return _keys(cell, keys) | estimates(grouped, by, statistics.of_players, certain=alone)


def _by_seat(cell: Cell, tally: Tally, statistics: Statistics, by: Estimator) -> Columns:
    grouped = groups.by_seat(cell, tally)
    keys = {"seat": np.arange(1, cell.players + 1)}
    fair = fairness(grouped, cell.players)
    return _keys(cell, keys) | estimates(grouped, by, statistics.of_players) | fair


def _by_strategy_and_seat(
    cell: Cell, tally: Tally, statistics: Statistics, by: Estimator
) -> Columns:
    grouped = groups.by_strategy_and_seat(cell, tally)
    keys = {
        "strategy": np.repeat(np.array(cell.field), cell.players),
        "seat": np.tile(np.arange(1, cell.players + 1), len(cell.field)),
    }
    return _seen(_keys(cell, keys) | estimates(grouped, by, statistics.of_players))


def _by_players(cell: Cell, tally: Tally, statistics: Statistics, by: Estimator) -> Columns:
    grouped = groups.all_together(cell, tally)
    return (
        _keys(cell, {})
        | estimates(grouped, by, statistics.of_all)
        | {"games": np.array([tally.games])}
    )


def _head_to_head(cell: Cell, tally: Tally, statistics: Statistics, by: Estimator) -> Columns:
    sums = groups.head_to_head(tally)
    rate = ratio(sums, unit=0.5)
    low, high = by.rate(rate)
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


def _joined(blocks: Sequence[Columns]) -> Columns:
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def _plain(value: float | str) -> float | str | None:
    return None if isinstance(value, float) and math.isnan(value) else value


def _seen(block: Columns) -> Columns:
    return {name: column[block["games"] > 0] for name, column in block.items()}
