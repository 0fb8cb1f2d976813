"""Tables at which one strategy sits in every seat, and games at them on several threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.plugins.compiling import CompiledField

from forsale_sim.engine.state import BID, SELL, new_table
from forsale_sim.rules.parameters import Rules

PLAYER = "champion"
"""The strategy whose values of tables and sales are learned."""


def table_of(rules: Rules, player: CompiledField) -> NDArray[Any]:
    """Return a table, (1,) record of `TABLE`, at which one strategy sits in every seat.

    The strategy must live as long as the table is used.
    """
    table = new_table(rules.houses)
    for phase in (BID, SELL):
        table[0]["functions"][phase] = player.functions[phase, 0]
        table[0]["arguments"][phase] = player.arguments[phase, 0]
    return table


def on_threads(games: int, play: Callable[[slice], bool], threads: int) -> None:
    """Play games on some threads."""
    ends = np.linspace(0, games, threads + 1).astype(int).tolist()
    with ThreadPoolExecutor() as pool:
        if not all(pool.map(play, map(slice, ends[:-1], ends[1:]))):
            raise RuntimeError("a strategy made an illegal move or raised an exception")
