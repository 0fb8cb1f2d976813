"""The data of a report as one tidy table: a row for each measure, number of players and field."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.schema import COLUMNS, EITHER, KEYS
from strategy_lab.results.tables import records

from forsale_sim.reports.results import Results

OF_FIELDS = (
    *("players", "a", "b", "measure", "seat", "unit", "field", "role", "play"),
    *("value_a", "value_b", "difference", "difference_low", "difference_high", "deals"),
)
OF_ALL = ("reference", "reference_sd", "median", "between_sd", "least", "most", "grade")
"""What all fields together say of the measure: the same in each of its rows."""

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
    plays = list(dict.fromkeys(results.conclusions["play"].tolist()))
    kept = np.array([_is_of_games(row) for row in records(differences)])
    table = {name: differences[name][kept] for name in OF_FIELDS}
    found = [
        _conclusion(graded, tuple(row[name] for name in keys), row["play"], plays)
        for row in records(table)
    ]
    return {name: _rounded(column) for name, column in table.items()} | {
        name: _rounded(np.array([row[name] for row in found])) for name in OF_ALL
    }


def _is_of_games(row: Mapping[str, object]) -> bool:
    return row["house"] is None and row["strategy"] is None


def _conclusion(
    graded: dict[tuple[object, ...], dict[str, object]],
    key: tuple[object, ...],
    play: str,
    plays: list[str],
) -> dict[str, object]:
    """Return the conclusion that a row is part of; in fields of either play, the first."""
    tried = plays if play == EITHER else [play, *plays]
    return next(graded[(*key, each)] for each in tried if (*key, each) in graded)


def _rounded(column: np.ndarray) -> np.ndarray:
    if not np.issubdtype(column.dtype, np.floating):
        return column
    return np.array([float(f"{value:.{DIGITS}g}") for value in column.tolist()])
