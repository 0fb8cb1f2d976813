"""The experiment ``rank``: a run whose strategies are rated by the finishing orders of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.results.accumulators import Cell, CompoundTally, Orders
from strategy_lab.results.conclusions import COUNT, LABEL, SHARE, Column, Columns, Tables
from strategy_lab.results.measures import Tally
from strategy_lab.results.run_columns import COLUMNS as RUN_COLUMNS
from strategy_lab.results.tables import where
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.plan import Plan
from strategy_lab.stats.batches import INTERVAL
from strategy_lab.stats.rankings import RATING, Ratings, cycles, expected_ahead, rate

# rating_tables: Ranking a field: ratings, who finishes ahead of whom, and the cycles that ratings
# hide.

POINTS = "points"

COLUMNS = {
    **{name: RUN_COLUMNS[name] for name in ("ruleset", "players", "strategy", "opponent")},
    "cycle": Column(LABEL, "strategies, each of which finishes ahead of the next more often"),
    "games": Column(COUNT, "appearances; head_to_head: meetings; cycles: fewest of two in it"),
    "rating": Column(POINTS, f"400 log10 of the strength, mean 0 over the field: {RATING}"),
    "rating_low": Column(POINTS, f"lower limit of rating: {INTERVAL}"),
    "rating_high": Column(POINTS, f"upper limit of rating: {INTERVAL}"),
    "group": Column("number", "no strategy ever finished ahead of, or level with, one of a lower"),
    **{name: RUN_COLUMNS[name] for name in ("ahead_rate", "ahead_rate_low", "ahead_rate_high")},
    "ahead_expected": Column(SHARE, "ahead_rate as it should be by the ratings"),
    "weakest_leg": Column(SHARE, "smallest ahead_rate of a strategy over the next in the cycle"),
    "deals": RUN_COLUMNS["deals"],
}

RATINGS = (
    *("ruleset", "players", "strategy", "games"),
    *("rating", "rating_low", "rating_high", "group", "deals"),
)
HEAD_TO_HEAD = (
    *("ruleset", "players", "strategy", "opponent", "games"),
    *("ahead_rate", "ahead_rate_low", "ahead_rate_high", "ahead_expected", "deals"),
)
CYCLES = ("ruleset", "players", "cycle", "games", "weakest_leg")

TABLES = {"ratings": RATINGS, "head_to_head": HEAD_TO_HEAD, "cycles": CYCLES}
"""Columns of each table. Their names and order are public: they may be added to, never changed."""


def rating_tables(run: Tables, orders: Mapping[Cell, Orders], seed: int) -> Tables:
    """Return the tables of `TABLES`, with a block of rows for each cell."""
    blocks: dict[str, list[Columns]] = {name: [] for name in TABLES}
    for cell, counted in orders.items():
        ratings = rate(counted.batched(), seed)
        keys: dict[str, Any] = {"ruleset": cell.ruleset, "players": cell.players}
        strategies, meetings = where(run["by_strategy"], **keys), where(run["head_to_head"], **keys)
        blocks["ratings"].append(_ratings(strategies, ratings))
        blocks["head_to_head"].append(_head_to_head(cell, meetings, ratings))
        blocks["cycles"].append(_cycles(cell, meetings, ratings))
    return {
        name: {
            column: np.concatenate([block[column] for block in blocks[name]]) for column in columns
        }
        for name, columns in TABLES.items()
    }


def _ratings(strategies: Columns, ratings: Ratings) -> Columns:
    return {
        **strategies,
        "rating": ratings.value,
        "rating_low": ratings.low,
        "rating_high": ratings.high,
        "group": ratings.group,
    }


def _head_to_head(cell: Cell, meetings: Columns, ratings: Ratings) -> Columns:
    expected = expected_ahead(ratings.value)
    return {**meetings, "ahead_expected": expected[_pairs(cell, meetings)]}


def _cycles(cell: Cell, meetings: Columns, ratings: Ratings) -> Columns:
    """Return the cycles in which every leg's interval is above one half, the best rated first."""
    field = cell.field
    best_first = np.argsort(-np.nan_to_num(ratings.value), kind="stable")
    pairs = _pairs(cell, meetings)
    shape = (len(field), len(field))
    beats, rate, games = np.zeros(shape, bool), np.zeros(shape), np.zeros(shape, np.int64)
    beats[pairs], rate[pairs] = meetings["ahead_rate_low"] > 0.5, meetings["ahead_rate"]
    games[pairs] = meetings["games"]
    found = [
        tuple(int(best_first[i]) for i in cycle)
        for cycle in cycles(beats[np.ix_(best_first, best_first)])
    ]
    legs = [(np.array(cycle), np.roll(cycle, -1)) for cycle in found]
    return {
        "ruleset": np.array([cell.ruleset] * len(found), dtype=str),
        "players": np.full(len(found), cell.players),
        "cycle": np.array([in_words([field[i] for i in cycle]) for cycle in found], dtype=str),
        "games": np.array([games[leg].min() for leg in legs], np.int64),
        "weakest_leg": np.array([rate[leg].min() for leg in legs], np.float64),
    }


def in_words(cycle: list[str]) -> str:
    """Return a cycle as "A beats B beats C beats A"."""
    return " beats ".join([*cycle, cycle[0]])


def _pairs(cell: Cell, meetings: Columns) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    index = {name: i for i, name in enumerate(cell.field)}
    first, second = (
        np.array([index[name] for name in meetings[key].tolist()], np.int64)
        for key in ("strategy", "opponent")
    )
    return first, second


class Rank(Run):
    def __init__(self, plan: Plan, games_requested: int) -> None:
        super().__init__(plan, games_requested)
        self.columns = COLUMNS
        if len(plan.field) == 1:
            raise UsageError(
                f"{plan.field[0].name} has nobody to be ranked with: name another strategy "
                "(--strategy)"
            )
        for block in range(len(self.blocks)):
            self.empty(block)

    def empty(self, block: int) -> CompoundTally:
        planned = self.plan.cells[block]
        fixed = planned.lineup is not None
        orders = Orders.empty(planned.cell, fixed_lineup=fixed, deals=planned.deals)
        return CompoundTally({"run": super().empty(block), "orders": orders})

    def _tally(self, outcome: Outcome, block: int) -> Tally:
        tally: Tally = outcome.tally(block).parts["run"]
        return tally

    def tables(self, outcome: Outcome) -> Tables:
        orders = [outcome.tally(block).parts["orders"] for block in range(len(self.blocks))]
        cells = [planned.cell for planned in self.plan.cells]
        return rating_tables(
            super().tables(outcome), dict(zip(cells, orders, strict=True)), self.plan.seed
        )
