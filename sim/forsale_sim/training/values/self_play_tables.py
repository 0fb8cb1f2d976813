"""Tables at which one strategy sits in every seat, and games at them on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forsale_sim.engine.state import BID, SELL, new_table
from forsale_sim.plugins.compiling import CompiledField, compile_field
from forsale_sim.plugins.entrant import load_entrant
from forsale_sim.rules.parameters import Rules


@cache
def _alone(spec: str) -> CompiledField:
    return compile_field([load_entrant(spec)])


def table_of(rules: Rules, spec: str) -> NDArray[Any]:
    """Return a table, (1,) record of `TABLE`, at which a strategy sits in every seat."""
    table, field = new_table(rules.houses), _alone(spec)
    for phase in (BID, SELL):
        table[0]["functions"][phase] = field.functions[phase, 0]
        table[0]["arguments"][phase] = field.arguments[phase, 0]
    return table


def on_all_cores(games: int, play: Callable[[slice], bool]) -> None:
    """Play games on all cores.

    Parameters
    ----------
    games
        How many games there are.
    play
        Plays a slice of the games in compiled code; returns whether every move was legal.

    Raises
    ------
    RuntimeError
        If a move was illegal, or a strategy raised an exception.
    """
    ends = np.linspace(0, games, (os.cpu_count() or 1) + 1).astype(int).tolist()
    with ThreadPoolExecutor() as pool:
        if not all(pool.map(play, map(slice, ends[:-1], ends[1:]))):
            raise RuntimeError("a strategy made an illegal move or raised an exception")
