"""Regret matching: how to play a game in which all choose between two moves at the same time.

Round after round, each player in turn learns what either move would win against the others' present
mixtures, and makes each as likely as it is regretted not to have been made before [1]_. Regrets
never fall below zero, and later rounds count for more in the average of all, which settles sooner
[2]_.

Between two players whose wins add up to one, the average approaches an equilibrium. Among more,
nothing is certain: `largest_gain` says how near to one it is, and if it is not, another beginning
often leads there.

References
----------
.. [1] Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium",
   Econometrica 68 (2000).
.. [2] Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042 (2014).
"""

from __future__ import annotations

import numpy as np

from forsale_sim.engine.caching import compiled, inlined

ATTEMPTS = 8
"""From how many beginnings: the mixtures given, then moves that are certain."""
ROUNDS = 1_000
"""How many rounds follow a beginning, at most."""
LOOK = 50
"""How many rounds come between two looks at what deviating would gain."""
NEAR = 0.001
"""Mixtures are good enough when nobody could win more than that by deviating alone."""


@compiled
def worths(payoffs, chances, player, scratch):
    """Return what a player wins on average by move 0 and by move 1, as the others play.

    Parameters
    ----------
    payoffs : float64[:, ::1]
        (players, 2**players): what each wins after moves that are the bits of the column's number,
        player 0 the lowest.
    chances : float64[::1]
        By player, how likely move 1 is.
    scratch : float64[::1]
        As long as a row.
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


@compiled
def largest_gain(payoffs, chances):
    """Return the most that a player can add to what it wins by changing its own mixture alone.

    It is 0 in an equilibrium. The arguments are those of `worths`.
    """
    scratch = np.empty(payoffs.shape[1])
    gain = 0.0
    for player in range(len(chances)):
        low, high = worths(payoffs, chances, player, scratch)
        gain = max(gain, max(low, high) - (low + chances[player] * (high - low)))
    return gain


@inlined
def take_turns(payoffs, chances, regrets):
    """Let each player in turn adapt its mixture to the others', in place.

    Parameters
    ----------
    payoffs, chances
        As `worths` takes them.
    regrets : float64[:, ::1]
        (players, 2): for not having made either move, 0 or more; changed in place.
    """
    scratch = np.empty(payoffs.shape[1])
    for player in range(len(chances)):
        low, high = worths(payoffs, chances, player, scratch)
        mean = low + chances[player] * (high - low)
        regrets[player, 0] = max(regrets[player, 0] + low - mean, 0.0)
        regrets[player, 1] = max(regrets[player, 1] + high - mean, 0.0)
        total = regrets[player, 0] + regrets[player, 1]
        if total > 0.0:
            chances[player] = regrets[player, 1] / total


@compiled
def match_regrets(payoffs, chances):
    """Find mixtures from which nobody gains much by deviating alone.

    Parameters
    ----------
    payoffs : float64[:, ::1]
        As `worths` takes them.
    chances : float64[::1]
        By player, how likely move 1 is: to begin with; the best mixtures found take their place.

    Returns
    -------
    float64
        Their `largest_gain`.
    """
    players = len(chances)
    now, average = chances.copy(), np.empty(players)
    least = np.inf
    for attempt in range(1, ATTEMPTS + 1):
        regrets = np.zeros((players, 2))
        average[:] = 0.0
        for done in range(1, ROUNDS + 1):
            take_turns(payoffs, now, regrets)
            for player in range(players):
                # The weights of the rounds are 1, 2, 3, …
                average[player] += (now[player] - average[player]) * 2.0 / (done + 1.0)
            if done % LOOK == 0:
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
