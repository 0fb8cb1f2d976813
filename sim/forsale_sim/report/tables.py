"""The tables of a run for the terminal: first who wins, then from which seat, then how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from forsale_sim.report.findings import SEAT_RULE, seat_finding
from forsale_sim.report.numbers import NOTHING, bars, estimates, number
from forsale_sim.results.tables import Columns, Tables, values, where
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL

WIDTH = 100
"""Columns that the tables need at most, but for long names of strategies."""

BAR_WIDTH = 12

FAIR = "fair share"


def print_tables(tables: Tables, console: Console) -> None:
    """Print the tables of a run.

    For each ruleset: win rates by strategy, win rates by seat, and money. With one player count
    there is room for more about each strategy; with several, they stand side by side.

    Parameters
    ----------
    tables
        From `results.tables.tables`.
    console
        Where to.
    """
    for ruleset in values(tables["by_players"]["ruleset"]):
        own = {name: where(table, ruleset=ruleset) for name, table in tables.items()}
        players = values(own["by_players"]["players"])
        console.print(Text(f"\n{ruleset}", style="bold"))
        shown = (
            [_by_strategy_in_full(own["by_strategy"])]
            if len(players) == 1
            else [_win_rates(own["by_strategy"]), _money(own["by_strategy"])]
        )
        shown.insert(1, _by_seat(own["by_seat"]))
        for table in (*shown, _by_players(own["by_players"])):
            console.print()
            console.print(table)
