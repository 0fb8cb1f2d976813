"""Games of one player with itself, and the table after every auction.

Players begin with more or fewer coins than the rules say, by chance: so what a coin is worth is
learned from coins that nobody earned by playing well.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from forsale_sim.engine.decisions import address_of
from forsale_sim.engine.state import BID, SELL, new_state, new_table
from forsale_sim.learning.kernel import record_games
from forsale_sim.learning.players import MOST_ROUNDS, value_player
from forsale_sim.plugins.compiling import CompiledField, compile_field
from forsale_sim.plugins.entrant import load_entrant
from forsale_sim.rules.parameters import Rules

SPREAD = 3
"""By how many coins, at most, a player begins with more or fewer."""

BEGINNER = "quick"
"""Who bids as long as there are no weights, and sells."""


class Record(NamedTuple):
    """What was on the table after each auction: arrays by game, round and seat."""

    coins: NDArray[np.int64]
    hands: NDArray[np.int64]
    openers: NDArray[np.int64]
    """By game and round: the seat that opens the next auction."""
    wins: NDArray[np.float64]
    """By game and seat: the share of the win, over some ways that the cheques may come."""


@cache
def _beginner() -> CompiledField:
    return compile_field([load_entrant(BEGINNER)])


_value_player = cache(value_player)


def self_play(rules: Rules, weights: NDArray[np.float64] | None, games: int, seed: int) -> Record:
    """Play games of one player with itself, on all cores.

    Parameters
    ----------
    rules
        The game.
    weights : (rounds, FEATURES) float64
        Of the value function that the players bid by; None for games of `quick`.
    games
        How many; each is another deal.
    seed
        Of the deals and the coins.
    """
    rounds = -(-rules.cards_dealt // rules.houses_per_round)
    drawn = np.random.default_rng(seed).integers(-SPREAD, SPREAD + 1, (games, rules.players))
    coins = np.maximum(np.array(rules.coins) + drawn, 0)
    shape = games, rounds, rules.players
    record = Record(
        np.zeros(shape, np.int64),
        np.zeros(shape, np.int64),
        np.zeros(shape[:2], np.int64),
        np.zeros((games, rules.players)),
    )
    table = _table(rules)
    if weights is not None:
        rows = np.pad(weights, ((0, MOST_ROUNDS - len(weights)), (0, 0)), "edge")
        table[0]["functions"][BID] = address_of(_value_player())
        table[0]["arguments"][BID] = rows.ctypes.data
    parts = np.array_split(np.arange(games), os.cpu_count() or 1)

    def play(part: NDArray[np.int64]) -> bool:
        own = slice(part[0], part[-1] + 1)
        mine = Record._make(array[own] for array in record)
        first = int(part[0]) + 1
        return bool(record_games(_states(rules, seed), table.copy(), coins[own], first, mine))

    with ThreadPoolExecutor() as pool:
        if not all(pool.map(play, parts)):
            raise RuntimeError(f"{BEGINNER} made an illegal move or raised an exception")
    return record


def _states(rules: Rules, seed: int) -> NDArray[Any]:
    return np.repeat(new_state(rules, seed), 2)


def _table(rules: Rules) -> NDArray[Any]:
    """Return a table at which the beginner sits in every seat."""
    table, field = new_table(rules.houses), _beginner()
    for phase in (BID, SELL):
        table[0]["functions"][phase] = field.functions[phase, 0]
        table[0]["arguments"][phase] = field.arguments[phase, 0]
    return table
