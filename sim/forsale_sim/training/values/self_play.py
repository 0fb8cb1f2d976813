"""Games of one player with itself, and the table after every auction.

The players' starting coins vary at random around those of the rules, so that the worth of a coin is
learned from coins that were not earned by good play.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.plugins.compiling import CompiledField

from forsale_sim.engine.state import asks_for_past, new_state
from forsale_sim.rules.parameters import Rules
from forsale_sim.training.values.kernel import record_games
from forsale_sim.training.values.self_play_tables import on_threads, table_of

SPREAD = 3
"""The most coins by which a player's starting coins differ from the rules."""


class Record(NamedTuple):
    """What was on the table after each auction: arrays by game, round and seat."""

    coins: NDArray[np.int64]
    hands: NDArray[np.int64]
    openers: NDArray[np.int64]
    """By game and round: the seat that opens the next auction."""
    wins: NDArray[np.float64]
    """By game and seat: the mean share of the win over several orders of the cheques."""


def self_play(rules: Rules, player: CompiledField, games: int, seed: int, threads: int) -> Record:
    """Play games with one strategy in all seats, on some threads."""
    rounds = rules.auctions
    drawn = np.random.default_rng(seed).integers(-SPREAD, SPREAD + 1, (games, rules.players))
    coins = np.maximum(np.array(rules.coins) + drawn, 0)
    shape = games, rounds, rules.players
    record = Record(
        np.zeros(shape, np.int64),
        np.zeros(shape, np.int64),
        np.zeros(shape[:2], np.int64),
        np.zeros((games, rules.players)),
    )

    table = table_of(rules, player)

    def play(part: slice) -> bool:
        mine = Record._make(array[part] for array in record)
        states = new_state(rules, seed, keeps_past=asks_for_past(player.asks_for)).repeat(2)
        return bool(record_games(states, table.copy(), coins[part], part.start + 1, mine))

    on_threads(games, play, threads)
    return record
