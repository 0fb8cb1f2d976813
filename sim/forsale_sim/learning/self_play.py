"""Games of one strategy with itself, and the table after every auction.

Players begin with more or fewer coins than the rules say, by chance: so what a coin is worth is
learned from coins that nobody earned by playing well.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from forsale_sim.engine.state import BID, SELL, new_state, new_table
from forsale_sim.learning.kernel import record_games
from forsale_sim.plugins.compiling import compile_field
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.rules.parameters import Rules

SPREAD = 3
"""By how many coins, at most, a player begins with more or fewer."""


class Record(NamedTuple):
    """What was on the table after each auction: arrays by game, round and seat."""

    coins: NDArray[np.int64]
    hands: NDArray[np.int64]
    openers: NDArray[np.int64]
    """By game and round: the seat that opens the next auction."""
    wins: NDArray[np.float64]
    """By game and seat: the share of the win."""


def self_play(rules: Rules, player: Entrant, games: int, seed: int) -> Record:
    """Play games of one strategy with itself.

    Parameters
    ----------
    rules
        The game.
    player
        Who sits in every seat; it can be compiled.
    games
        How many; each is another deal.
    seed
        Of the deals and the coins.
    """
    state: Any = new_state(
        players=rules.players,
        houses=rules.houses,
        cheques=rules.cheques,
        coins=rules.coins,
        removed=rules.removed,
        houses_per_round=rules.houses_per_round,
        raise_=rules.raise_,
        refund=rules.refund,
        seed=seed,
    )
    table, field = new_table(rules.houses), compile_field([player])
    for phase in (BID, SELL):
        table[0]["functions"][phase] = field.functions[phase, 0]
        table[0]["arguments"][phase] = field.arguments[phase, 0]
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
    if not record_games(state, table, coins, record):
        raise RuntimeError(f"{player.name} made an illegal move or raised an exception")
    return record
