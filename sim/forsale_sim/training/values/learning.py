"""Value functions learned from self-play: what a table is worth to those who play by one policy.

If the policy itself values tables, as `champion` does, this is a step of policy iteration [1]_.

References
----------
.. [1] Howard, "Dynamic Programming and Markov Processes" (1960).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import StrategyError
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.entrant import Entrant

from forsale_sim.rules.parameters import Rules
from forsale_sim.training.values.self_play import self_play
from forsale_sim.training.values.value_function_fit import fit

Weights = NDArray[np.float64]


def values_among(policy: Entrant, rules: Rules, *, games: int, seed: int, threads: int) -> Weights:
    """Return the weights, (rounds, FEATURES), of tables at which all play by one policy."""
    player = compile_field([policy])
    try:
        record = self_play(rules, player, games, seed, threads)
    except RuntimeError as error:
        raise StrategyError(
            f"{policy.name}, among copies of itself: {error}. Find where: forsale-sim check "
            f"{policy.spec}"
        ) from error
    return fit(record, rules.houses)
