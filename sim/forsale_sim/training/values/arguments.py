"""Types of command-line arguments for the commands of this package."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import UsageError
from strategy_lab.plugins.compiling import CompiledField

from forsale_sim.engine.state import BID, SELL, new_table
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules


def game(name: str) -> Rules:
    ruleset, _, players = name.rpartition("-")
    if not players.isdecimal():
        raise ArgumentTypeError(
            f"a game is an edition and a number of players, such as iello-en-4, not {name!r}"
        )
    try:
        return load_ruleset(ruleset).rules(int(players))
    except UsageError as error:
        raise ArgumentTypeError(str(error)) from None


def name_of(rules: Rules) -> str:
    return f"{rules.ruleset}-{rules.players}"


def at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"must be a whole number of at least {least}, not {text!r}")
        return int(text)

    return number


# self_play_tables: Tables at which one strategy sits in every seat, and games at them on several
# threads.

PLAYER = "champion"  # the strategy whose values of tables and sales are learned


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
    ends = np.linspace(0, games, threads + 1).astype(int).tolist()
    with ThreadPoolExecutor() as pool:
        if not all(pool.map(play, map(slice, ends[:-1], ends[1:]))):
            raise RuntimeError("a strategy made an illegal move or raised an exception")
