r"""Replicator dynamics: strategies that earn more than average spread in a population.

.. math:: \dot x_i = x_i \left( u_i(x) - \sum_j x_j u_j(x) \right)

(P. Taylor and L. Jonker, *Mathematical Biosciences* 40, 1978; J. Weibull, *Evolutionary Game
Theory*, 1995, ch. 3). If it settles from a start with some of every strategy, the mixture is a
symmetric equilibrium. It need not settle: in rock, paper, scissors it circles for ever.

It is integrated in the logarithms of the weights, so that no weight becomes 0, by the classical
Runge-Kutta method. The longest stable step follows from how fast a strategy's expectation changes
with these logarithms: at most about :math:`n - 1` times the spread of payoffs times the weight of
all strategies but the first. Half of that step is short enough that circles do not drift.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.games.components import components
from strategy_lab.stats.games.symmetric import Floats, SymmetricGame, pure, uniform

SETTLED = 1e-6
"""The gain of the best strategy, as a part of the spread of payoffs, at which it has settled."""

ROUNDING = 1e-12
"""A gain up to this part of the largest payoff counts as a rounding error."""

STEP = 0.5
"""The length of a step, as a part of the longest one that is stable."""

MOST_STEPS = 4000
"""After so many steps the dynamics are taken not to settle."""

DRAWN = 64
"""How many random starting points there are: the sample by which basins are measured."""
NEAR = 0.9
"""The weight of the strategy that a starting point is near to."""
STREAM = 2
"""The second word of the generator's key; others are for games and for the bootstrap."""

ALIKE = 1e-3
"""Mixtures whose weights differ by no more count as one."""
NOTHING = 1e-4
"""Smaller weights count as 0, to which they tend."""


class Ends(NamedTuple):
    """Where the dynamics led from some starts."""

    mixtures: Floats
    """(starts, strategies)"""
    settled: NDArray[np.bool_]
    """(starts,)"""


class Equilibria(NamedTuple):
    """Different mixtures that nobody gains by leaving, the one from most drawn starts first.

    They are those that the dynamics settled in, and pure ones that no start led to. A component of
    equilibria is represented by the first that was found, which is the one from the middle if that
    led there.
    """

    mixtures: Floats
    """(equilibria, strategies)"""
    starts: Floats
    """(equilibria,): the part of the drawn starts that led there, which estimates its basin."""
    tied: NDArray[np.bool_]
    """(equilibria, strategies): the strategies whose weights vary within the component."""
    free: NDArray[np.bool_]
    """(equilibria,): whether the tied strategies can share their total weight in every way."""


def equilibria(game: SymmetricGame, seed: int) -> Equilibria:
    """Return pure equilibria, and those that the dynamics settle in from several starting points.

    `game`: a single game. `seed`: the seed of the random starting points.
    """
    starting = starts(game.strategies, seed)
    ends = follow(game, starting)
    drawn = np.arange(len(starting)) >= len(starting) - DRAWN
    alone = pure(game.strategies)
    kept = alone[game.gains(alone).max(axis=1) <= tolerance(game)]
    settled: list[tuple[int, Floats]] = []
    for mixture, counts_as in [
        *zip(ends.mixtures[ends.settled], drawn[ends.settled].astype(int), strict=True),
        *((mixture, 0) for mixture in kept),
    ]:
        for number, (count, other) in enumerate(settled):
            if np.abs(mixture - other).max() <= ALIKE:
                settled[number] = count + counts_as, other
                break
        else:
            settled.append((counts_as, mixture))
    mixtures = np.array([mixture for _, mixture in settled]).reshape(-1, game.strategies)
    counts = np.array([count for count, _ in settled], np.int64)
    parts = components(game, mixtures, float(tolerance(game)))
    parts.sort(key=lambda part: -counts[part.members].sum())
    return Equilibria(
        mixtures[[part.members[0] for part in parts]],
        np.array([counts[part.members].sum() / DRAWN for part in parts], np.float64),
        np.array([part.tied for part in parts]).reshape(-1, game.strategies),
        np.array([part.free for part in parts], bool),
    )


def tolerance(game: SymmetricGame) -> Floats:
    """Return the largest gain that counts as 0: (…,)."""
    largest = np.abs(game.payoffs).max(axis=(-2, -1))
    return np.asarray(np.maximum(SETTLED * game.spread, ROUNDING * largest))


def starts(strategies: int, seed: int) -> Floats:
    """Return starting points: the middle, one near each strategy, and `DRAWN` random ones.

    The random ones are uniform over all mixtures (a Dirichlet distribution).
    """
    middle = uniform(strategies)
    near = NEAR * pure(strategies) + (1 - NEAR) * middle
    generator = np.random.Philox(key=np.array([seed, STREAM], np.uint64))
    words = generator.random_raw(DRAWN * strategies).reshape(DRAWN, strategies)
    drawn = -np.log(((words >> np.uint64(11)) + 0.5) * 2.0**-53)
    return np.vstack([middle, near, drawn / drawn.sum(axis=1, keepdims=True)])


def follow(game: SymmetricGame, mixtures: Floats, most_steps: int = MOST_STEPS) -> Ends:
    """Follow the dynamics until they settle.

    `game`: one for all starts, or one for each. `mixtures`: (starts, strategies): the starts, with
    some of every strategy. `most_steps`: the most steps that are followed.
    """
    logs = np.log(mixtures)
    settled = np.zeros(len(mixtures), bool)
    left = np.arange(len(mixtures))
    for _ in range(most_steps):
        weights = np.exp(logs[left])
        gains = game.gains(weights)
        ended = gains.max(axis=1) <= tolerance(game)
        if ended.any():
            settled[left[ended]] = True
            left, weights, gains = left[~ended], weights[~ended], gains[~ended]
            game = game if game.payoffs.ndim == 2 else game.of(game.payoffs[~ended])
        if not len(left):
            break
        logs[left] = _step(game, logs[left], gains, _length(game, weights, gains))
    ends = np.exp(logs)
    ends[ends < NOTHING] = 0
    return Ends(ends / ends.sum(axis=1, keepdims=True), settled)


def _length(game: SymmetricGame, weights: Floats, gains: Floats) -> Floats:
    """Return how long a step may be, for each row."""
    change = (game.players - 1) * game.spread * (1 - weights.max(axis=1))
    return np.asarray(STEP / np.maximum(change, gains.max(axis=1)))[:, None]


def _step(game: SymmetricGame, logs: Floats, first: Floats, length: Floats) -> Floats:
    """Return the logarithms after a step from where strategies have these gains."""
    second = game.gains(_weights(logs + length / 2 * first))
    third = game.gains(_weights(logs + length / 2 * second))
    fourth = game.gains(_weights(logs + length * third))
    return _normalised(logs + length / 6 * (first + 2 * second + 2 * third + fourth))


def _weights(logs: Floats) -> Floats:
    return np.asarray(np.exp(_normalised(logs)))


def _normalised(logs: Floats) -> Floats:
    """Return the logarithms of weights scaled to add up to 1 in each row."""
    below = logs - logs.max(axis=1, keepdims=True)
    return np.asarray(below - np.log(np.exp(below).sum(axis=1, keepdims=True)))
