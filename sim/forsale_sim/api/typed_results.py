"""What a gauntlet and a design return: a `Result` whose tables type checkers and editors know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from strategy_lab.api.result import Result

if TYPE_CHECKING:
    import pandas as pd


class GauntletResult(Result):
    """What `forsale_sim.gauntlet` returns."""

    command = "gauntlet"
    strength: pd.DataFrame
    by_players: pd.DataFrame
    kinds: pd.DataFrame


class DesignResult(Result):
    """What `forsale_sim.design` returns; it has `fair_coins` where fair seats were asked for."""

    command = "design"
    candidates: pd.DataFrame
    finalists: pd.DataFrame
    at_tables: pd.DataFrame
    rivals: pd.DataFrame
    conditions: pd.DataFrame
    fair_coins: pd.DataFrame
