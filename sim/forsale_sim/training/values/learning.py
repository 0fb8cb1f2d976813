"""Value functions learned in generations: each plays by what the games before it have taught.

The first generation is played by a strategy that needs no values. Each later one bids by the mean
of the weights fitted to the games before it, of which the latest count half.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from forsale_sim.engine.decisions import address_of
from forsale_sim.engine.state import BID
from forsale_sim.errors import StrategyError
from forsale_sim.plugins.compiling import compile_field
from forsale_sim.plugins.entrant import Entrant, load_entrant
from forsale_sim.rules.parameters import Rules
from forsale_sim.training.values.self_play import Record, self_play
from forsale_sim.training.values.self_play_tables import table_of
from forsale_sim.training.values.value_function_fit import fit
from forsale_sim.training.values.value_player import MOST_ROUNDS, value_player

Weights = NDArray[np.float64]

BEGINNER = "blueprint"
"""The strategy that plays the first generation, and that sells in all."""

_value_player = cache(value_player)


def values_among(policy: Entrant, rules: Rules, *, games: int, seed: int, threads: int) -> Weights:
    """Return the weights, (rounds, FEATURES), of tables at which all play by one policy.

    Raises
    ------
    StrategyError
        If the policy makes an illegal move or raises an exception.
    """
    player = compile_field([policy])
    try:
        record = self_play(rules, table_of(rules, player), games, seed, threads)
    except RuntimeError as error:
        raise StrategyError(
            f"{policy.name}, among copies of itself: {error}. Find where: forsale-sim check "
            f"{policy.spec}"
        ) from error
    return fit(record, rules.houses)


def learn(rules: Rules, *, games: int, generations: int, threads: int) -> Weights:
    """Return the weights, (rounds, FEATURES), after some generations of so many games."""
    weights = fit(generation(rules, None, games, 1, threads), rules.houses)
    for number in range(2, generations + 1):
        latest = fit(generation(rules, weights, games, number, threads), rules.houses)
        weights = latest if number == 2 else (weights + latest) / 2
    return weights


def generation(
    rules: Rules, weights: Weights | None, games: int, seed: int, threads: int
) -> Record:
    """Return games of players who bid by weights, or as `BEGINNER`, and sell as that does."""
    beginner = compile_field([load_entrant(BEGINNER)])
    table = table_of(rules, beginner)
    if weights is not None:
        rows = np.pad(weights, ((0, MOST_ROUNDS - len(weights)), (0, 0)), "edge")
        table[0]["functions"][BID] = address_of(_value_player())
        table[0]["arguments"][BID] = rows.ctypes.data
    return self_play(rules, table, games, seed, threads)
