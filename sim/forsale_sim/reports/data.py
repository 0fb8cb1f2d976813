"""The data of a report as one tidy table: a row for each measure, number of players and field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.conclusions import OF_PLAY
from strategy_lab.results.paired.schema import COLUMNS, KEYS
from strategy_lab.results.tables import records

from forsale_sim.reports.results import Results

OF_FIELDS = (
    *("players", "a", "b", "measure", "seat", "unit", "field", "estimand", "table"),
    *("value_a", "value_b", "difference", "difference_low", "difference_high", "deals"),
)
OF_ALL = (
    *("play", "tables", "mean", "low", "high", "least", "most", "agreeing"),
    *("grade", "reason", "games_factor", "against"),
)
"""What all tables that have a say say of the measure: the same in each of their rows."""

PLAY = {estimand: play for play, estimands in OF_PLAY.items() for estimand in estimands}

DATA_COLUMNS = {name: COLUMNS[name] for name in (*OF_FIELDS, *OF_ALL)}

DIGITS = 5
"""Significant digits in the table."""


def tidy_data(results: Results) -> Columns:
    """Return the table. It is of what the page speaks of: no single houses or strategies."""
    differences = results.differences
    keys = [name for name in KEYS if name not in ("house", "strategy")]
    graded = {
        (*(row[name] for name in keys), row["play"]): row
        for row in records(results.conclusions)
        if _is_of_games(row)
    }
    nothing = dict.fromkeys(OF_ALL) | {"tables": 0}
    kept = np.array([_is_of_games(row) for row in records(differences)])
    table = {name: differences[name][kept] for name in OF_FIELDS}
    found = [
        graded.get((*(row[name] for name in keys), PLAY.get(row["estimand"], "")), nothing)
        for row in records(table)
    ]
    return {name: _rounded(column) for name, column in table.items()} | {
        name: _rounded(_column(name, [row[name] for row in found])) for name in OF_ALL
    }


def _is_of_games(row: Mapping[str, object]) -> bool:
    return row["house"] is None and row["strategy"] is None


def _column(name: str, values: list[Any]) -> np.ndarray:
    """Return a column of conclusions: numbers, or texts."""
    texts = ("play", "grade", "reason", "against")
    return np.array(values, object if name in texts else np.int64 if name == "tables" else float)


def _rounded(column: np.ndarray) -> np.ndarray:
    if not np.issubdtype(column.dtype, np.floating):
        return column
    return np.array([float(f"{value:.{DIGITS}g}") for value in column.tolist()])
