"""Regret matching for simultaneous games in which every player has two moves.

In every round, each player in turn computes what either move would win against the others' current
mixed strategies, and plays each move in proportion to the regret for not having played it [1]_.
Regrets never fall below zero, and later rounds weigh more in the average strategy, which makes it
converge faster [2]_.

In a two-player constant-sum game the average converges to an equilibrium. With more players there
is no such guarantee: `largest_gain` tells how far it is from one, and a restart often helps.

References
----------
.. [1] Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium",
   Econometrica 68 (2000).
.. [2] Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042 (2014).
"""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.caching import inlined, step
from strategy_lab.compiled.local_arrays import local_array
from strategy_lab.rows import MAX_SEATS

COLUMNS = 1 << MAX_SEATS
"""The most combinations of moves."""
ATTEMPTS = 8
"""How many starts are tried: first the mixtures given, then pure strategies."""
ROUNDS = 1_000
"""The most rounds from one start."""
CHECK_EVERY = 50
"""How many rounds come between two checks of what deviating would gain."""
NEAR = 0.001
"""Mixed strategies are good enough when nobody can gain more than this by deviating alone."""


@step
def worths(payoffs, chances, player, scratch):
    """Return a player's expected win from move 0 and from move 1 against the others' mixtures.

    `payoffs`, float64[:, ::1]: (players, 2**players or more): what each player wins; the bits of a
    column's number are the moves, the lowest bit that of player 0. `chances`, float64[::1]: by
    player, the probability of move 1. `scratch`, float64[::1]: for 2**players numbers.
    """
    players = len(chances)
    left = 1 << players
    for moves in range(left):
        scratch[moves] = payoffs[player, moves]
    for other in range(players - 1, player, -1):  # the highest bit goes
        left >>= 1
        for moves in range(left):
            low, high = scratch[moves], scratch[moves + left]
            scratch[moves] = low + chances[other] * (high - low)
    for other in range(player):  # the lowest bit goes
        left >>= 1
        for moves in range(left):
            low, high = scratch[2 * moves], scratch[2 * moves + 1]
            scratch[moves] = low + chances[other] * (high - low)
    return scratch[0], scratch[1]


@step
def largest_gain(payoffs, chances):
    """Return the most that any player can gain by deviating alone: 0 in an equilibrium.

    The arguments are those of `worths`.
    """
    scratch = local_array(COLUMNS, np.float64)
    gain = 0.0
    for player in range(len(chances)):
        low, high = worths(payoffs, chances, player, scratch)
        gain = max(gain, max(low, high) - (low + chances[player] * (high - low)))
    return gain


@inlined
def take_turns(payoffs, chances, regrets):
    """Let each player in turn adapt its mixture to the others', in place.

    `payoffs`, `chances`: as for `worths`. `regrets`, float64[:, ::1]: (players, 2): by move, 0 or
    more; changed in place.
    """
    scratch = local_array(COLUMNS, np.float64)
    for player in range(len(chances)):
        low, high = worths(payoffs, chances, player, scratch)
        mean = low + chances[player] * (high - low)
        regrets[player, 0] = max(regrets[player, 0] + low - mean, 0.0)
        regrets[player, 1] = max(regrets[player, 1] + high - mean, 0.0)
        total = regrets[player, 0] + regrets[player, 1]
        if total > 0.0:
            chances[player] = regrets[player, 1] / total


@step
def match_regrets(payoffs, chances):
    """Find mixed strategies from which nobody gains much by deviating alone.

    `payoffs`, float64[:, ::1]: as for `worths`. `chances`, float64[::1]: by player, the probability
    of move 1 at the first start; overwritten by the best found.

    Returns float64: their `largest_gain`.
    """
    players = len(chances)
    now = local_array(MAX_SEATS, np.float64)[:players]
    average = local_array(MAX_SEATS, np.float64)[:players]
    regrets = local_array((MAX_SEATS, 2), np.float64)[:players]
    for player in range(players):
        now[player] = chances[player]
    least = np.inf
    for attempt in range(1, ATTEMPTS + 1):
        regrets[:], average[:] = 0.0, 0.0
        for done in range(1, ROUNDS + 1):
            take_turns(payoffs, now, regrets)
            for player in range(players):
                # The weights of the rounds are 1, 2, 3, …
                average[player] += (now[player] - average[player]) * 2.0 / (done + 1.0)
            if done % CHECK_EVERY == 0:
                gain = largest_gain(payoffs, average)
                if gain < least:
                    least = gain
                    for player in range(players):
                        chances[player] = average[player]
                if least <= NEAR:
                    return least
        for player in range(players):
            now[player] = attempt >> player & 1
    return least
