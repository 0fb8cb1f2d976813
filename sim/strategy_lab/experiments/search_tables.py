"""The columns that tables of searches have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from strategy_lab.results.columns import COUNT, LABEL, SHARE, Column, Columns
from strategy_lab.training.win_rates import WinRate

INTERVAL = "95 % interval, clustered by deal"


def with_limits(name: str, description: str) -> dict[str, Column]:
    """Return the columns of an estimate and of the limits of its interval."""
    return {
        name: Column(SHARE, description),
        f"{name}_low": Column(SHARE, f"lower limit of {name}: {INTERVAL}"),
        f"{name}_high": Column(SHARE, f"upper limit of {name}"),
    }


COLUMNS: dict[str, Column] = {
    "ruleset": Column(LABEL, "name of the rules"),
    "players": Column(COUNT, "how many play"),
    "fair_share": Column(SHARE, "what a copy of its opponents would win: 1 / players"),
    **with_limits("win_rate", "its wins, ties shared, as a fraction of the games"),
}


def win_columns(won: WinRate) -> dict[str, float]:
    """Return a win rate and its limits by column."""
    return {"win_rate": won.rate, "win_rate_low": won.low, "win_rate_high": won.high}


def table_of(names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Columns:
    """Return rows as a table with these columns."""
    return {name: np.array([row[name] for row in rows]) for name in names}
