"""What games of a ruleset are like: how close they end, and how long they are open."""

from __future__ import annotations

import numpy as np
from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.schema import BEFORE, STRANGERS
from strategy_lab.results.tables import records
from strategy_lab.stats.evidence import PREDICTION_ERROR
from strategy_lab.stats.random_effects import FEWEST, new_table

OF_GAMES = ("margin", "drama", "ties", "shared_wins", "lead_changes", "length")
"""The measures that say so."""

NORMAL = 1.96
"""How many standard errors the limits of a measure are from it."""


def games_table(measures: Columns, seats: Columns) -> Columns:
    """Return what games are like: each measure over tables that share no player, and at a new one.

    `measures` are of each level, `seats` say which table speaks for which.
    """
    speaks = {
        (row["field"], row["b"], row["players"])
        for row in records(seats)
        if row["field"] == row["table"] and row["estimand"] in (BEFORE, STRANGERS)
    }
    values: dict[tuple[str, int, str], list[tuple[float, float]]] = {}
    for row in records(measures):
        if row["measure"] in OF_GAMES and (row["field"], row["ruleset"], row["players"]) in speaks:
            ends = [row["value_high"], row["value_low"]]
            error = float("nan") if None in ends else (ends[0] - ends[1]) / 2 / NORMAL
            key = (row["ruleset"], row["players"], row["measure"])
            values.setdefault(key, []).append((row["value"], error))
    rows = []
    for (ruleset, players, measure), pairs in values.items():
        value, error = np.array(pairs).T
        known = error > 0
        told = {"mean": float(value.mean()), "low": np.nan, "high": np.nan}
        if known.sum() >= FEWEST:
            found = new_table(value[known], error[known], PREDICTION_ERROR)
            told |= {"low": found.low, "high": found.high}
        about = {"ruleset": ruleset, "players": players, "measure": measure}
        rows.append(about | {"tables": len(pairs)} | told)
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}
