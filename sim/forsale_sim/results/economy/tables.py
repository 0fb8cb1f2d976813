"""Economies to tables: estimates with their intervals, as plain columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from forsale_sim.results.cell import Cell
from forsale_sim.results.economy import counting
from forsale_sim.results.economy.tally import Economy
from forsale_sim.results.tally import Tally
from forsale_sim.rows import whole_win
from forsale_sim.stats.intervals import Interval, mean_interval, rate_interval
from forsale_sim.stats.ratio import ClusterSums, Ratio, ratio

if TYPE_CHECKING:
    from forsale_sim.results.columns import Columns, Tables

MEASURES = {
    "margin": (counting.MARGIN, False),
    "level_share": (counting.LEVEL, True),
    "shared_share": (counting.SHARED, True),
    "coins_left": (counting.LEFT, False),
    "lead_changes": (counting.LEAD_CHANGES, False),
}
"""Measures of games: which quantity, and whether it is a rate."""


def economy_tables(results: Mapping[Cell, tuple[Tally, Economy]]) -> Tables:
    """Return the tables of what cells came to: of games, and by standing after buying."""
    blocks: dict[str, Callable[[Cell, Tally, Economy], Columns]] = {
        "games": _games,
        "standings": _standings,
    }
    found = {}
    for name, block in blocks.items():
        rows = [block(cell, *counted) for cell, counted in results.items()]
        found[name] = {key: np.concatenate([part[key] for part in rows]) for key in rows[0]}
    return found


def _keys(cell: Cell, rows: int) -> Columns:
    return {"ruleset": np.repeat([cell.ruleset], rows), "players": np.repeat([cell.players], rows)}


def _with_limits(name: str, estimate: Ratio, limits: Interval) -> Columns:
    return {name: estimate.value, f"{name}_low": limits.low, f"{name}_high": limits.high}


def _games(cell: Cell, tally: Tally, economy: Economy) -> Columns:
    columns = _keys(cell, 1) | {"games": np.array([tally.games])}
    deals = economy.deals[None]
    for name, (index, is_rate) in MEASURES.items():
        x, xx = economy.games[[index]], economy.games2[[index], [index]]
        n = cell.seatings
        mean = ratio(ClusterSums(deals, n * deals, x, n * n * deals, n * x, xx))
        columns |= _with_limits(name, mean, (rate_interval if is_rate else mean_interval)(mean))
    return columns | {"deals": deals}


def _standings(cell: Cell, tally: Tally, economy: Economy) -> Columns:
    found = economy.standings
    names = ("deals", "n", "x", "nn", "xn", "xx")
    rate = ratio(ClusterSums(*(found[name] for name in names)), unit=1 / whole_win(cell.players))
    columns = _keys(cell, cell.players) | {"standing": np.arange(1, cell.players + 1)}
    columns |= {"games": found["n"]} | _with_limits("win_rate", rate, rate_interval(rate))
    return columns | {"deals": found["deals"]}
