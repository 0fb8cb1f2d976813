"""Multisets: the lineups of a game in which only the number of players of each strategy matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint, minimize
from scipy.special import comb as special_comb
from scipy.special import gammaln, logsumexp

from strategy_lab.stats.batches import percentile_interval, resamples
from strategy_lab.stats.intervals import LEVEL, Interval
from strategy_lab.stats.rankings import groups

Integers = NDArray[np.int64]


def multisets(items: int, size: int) -> Integers:
    """Return all multisets of a size, in lexicographic order of their sorted members.

    Returns (multisets, items): how often each item is in each.
    """
    members = np.array(list(combinations_with_replacement(range(items), size)), np.int64)
    counts = np.zeros((len(members), items), np.int64)
    for member in members.T:
        counts[np.arange(len(members)), member] += 1
    return counts


def members_of(counts: Integers) -> tuple[int, ...]:
    return tuple(np.repeat(np.arange(len(counts)), counts).tolist())


def with_one_more(counts: Integers) -> Integers:
    """Return the index of the multiset that each becomes when an item is added.

    `counts`: all multisets of a size, from `multisets`. Returns (multisets, items): indices into
    the multisets that are larger by one.
    """
    items, size = counts.shape[1], int(counts[0].sum())
    number = {row.tobytes(): index for index, row in enumerate(multisets(items, size + 1))}
    joined = counts[:, None, :] + np.eye(items, dtype=np.int64)
    return np.array([[number[row.tobytes()] for row in rows] for rows in joined])


# symmetric: Symmetric games: all have the same strategies, and a payoff depends on one's own and on
# how many others play each. So a game is an array with an entry for every multiset of the others
# and every own strategy (docs/statistics.md, The field as a game).

Floats = NDArray[np.float64]

LEAST = 1e-300  # smaller weights are replaced by this one, because 0 has no logarithm


@dataclass(frozen=True)
class SymmetricGame:
    """A game, or several of one shape.

    `others`: (others, strategies): the multisets of all players but one, from `multisets`.
    `payoffs`: (…, others, strategies): the payoff of one's own strategy. Leading axes are different
    games.
    """

    others: Integers
    payoffs: Floats

    @property
    def players(self) -> int:
        return int(self.others[0].sum()) + 1

    @property
    def strategies(self) -> int:
        return int(self.others.shape[1])

    @cached_property
    def spread(self) -> Floats:
        """(…,): the largest payoff minus the smallest."""
        return np.asarray(self.payoffs.max(axis=(-2, -1)) - self.payoffs.min(axis=(-2, -1)))

    def of(self, payoffs: Floats) -> SymmetricGame:
        """Return a game of this shape with other payoffs."""
        return SymmetricGame(self.others, payoffs)

    def among(self, strategies: Integers) -> SymmetricGame:
        rest = np.delete(self.others, strategies, axis=1).any(axis=1)
        payoffs = self.payoffs[..., ~rest, :][..., strategies]
        return SymmetricGame(self.others[~rest][:, strategies], payoffs)

    def against(self, mixtures: Floats) -> Floats:
        """Return every strategy's expected payoff against others who play a mixture.

        `mixtures`: (…, strategies), in as many rows as there are games, or any number for one game.
        Returns (…, strategies).
        """
        # (…, others): the multinomial probability of each multiset of others.
        logs = np.log(np.maximum(mixtures, LEAST))
        chances = np.exp(self._ways + logs @ self.others.T.astype(np.float64))
        if self.payoffs.ndim == 2:
            return np.asarray(chances @ self.payoffs)
        return np.asarray((chances[..., None, :] @ self.payoffs)[..., 0, :])

    def gains(self, mixtures: Floats) -> Floats:
        expected = self.against(mixtures)
        return np.asarray(expected - (mixtures * expected).sum(axis=-1, keepdims=True))

    def pairs(self) -> Floats:
        """Return the payoffs of lineups of at most two strategies.

        Returns (…, strategies, strategies, players): the payoff of the first strategy if as many
        others as the last index says play it too, and the rest play the second.
        """
        number = {row.tobytes(): index for index, row in enumerate(self.others)}
        unit = np.eye(self.strategies, dtype=np.int64)
        last = self.players - 1
        index = np.array(
            [
                [
                    [
                        number[(alike * unit[own] + (last - alike) * unit[other]).tobytes()]
                        for alike in range(self.players)
                    ]
                    for other in range(self.strategies)
                ]
                for own in range(self.strategies)
            ]
        )
        own = np.arange(self.strategies)[:, None, None]
        return np.asarray(self.payoffs[..., index, own])

    @cached_property
    def _ways(self) -> Floats:
        """(others,): logarithms of the multinomial coefficients."""
        return np.asarray(gammaln(self.players) - gammaln(self.others + 1.0).sum(axis=1))


def pure(strategies: int) -> Floats:
    return np.eye(strategies)


def uniform(strategies: int) -> Floats:
    return np.full(strategies, 1 / strategies)


def stationary(logs: Floats) -> Floats:
    """Return the share of time that a chain spends in each state.

    `logs`: (…, states, states): logarithms of the rates from the first state to the second; all
    finite except for the diagonal, which is ignored. Returns (…, states).

    The elimination of W. Grassmann, M. Taksar and D. Heyman (*Operations Research* 33, 1985). It
    has no subtractions, so it loses no digits and works on logarithms throughout: even a rate of
    exp(-10,000) counts.
    """
    rates = logs.copy()
    states = rates.shape[-1]
    for last in range(states - 1, 0, -1):
        leaving = logsumexp(rates[..., last, :last], axis=-1)
        rates[..., :last, last] -= leaving[..., None]
        through = rates[..., :last, last, None] + rates[..., None, last, :last]
        rates[..., :last, :last] = np.logaddexp(rates[..., :last, :last], through)
    times = np.zeros(rates.shape[:-1])
    for state in range(1, states):
        times[..., state] = logsumexp(times[..., :state] + rates[..., :state, state], axis=-1)
    return np.asarray(np.exp(times - logsumexp(times, axis=-1, keepdims=True)))


# alpha_rank: Alpha-rank: the share of time that a small population plays each strategy.

POPULATION = 50  # the size of the population, as in the paper


def alpha_rank(pairs: Floats, alphas: Sequence[float], population: int = POPULATION) -> Floats:
    """Return the share of time of each strategy.

    `pairs`: (…, strategies, strategies, players): from `SymmetricGame.pairs`. `alphas`: intensities
    of selection, not negative. `population`: the size of the population, at least the number of
    players. Returns (alphas, …, strategies).
    """
    sums = np.cumsum(advantages(pairs, population), axis=-1)
    return np.array([stationary(np.swapaxes(fixation(sums, alpha), -1, -2)) for alpha in alphas])


def fixation(sums: Floats, alpha: float) -> Floats:
    """Return the logarithm of the probability that a mutant takes over.

    `sums`: (…, population - 1): cumulative sums of `advantages`. `alpha`: the intensity of
    selection. Returns what is as `sums` without the last axis: by mutant and resident.
    """
    largest = np.maximum(-alpha * sums.min(axis=-1), 0)  # the logarithms of products, and of 1
    terms = sums * -alpha
    terms -= largest[..., None]
    total = np.exp(terms, out=terms).sum(axis=-1) + np.exp(-largest)
    return np.asarray(-largest - np.log(total))


def advantages(pairs: Floats, population: int) -> Floats:
    """Return a mutant's payoff minus a resident's, by the number of mutants.

    `pairs`, `population`: as for `alpha_rank`. Returns (…, strategies, strategies, population - 1):
    by mutant and resident, for 1, 2, … mutants.
    """
    players = pairs.shape[-1]
    mutants = np.arange(1, population)
    of_mutant = _company(mutants - 1, population, players)
    of_resident = _company(population - mutants - 1, population, players)
    residents = np.swapaxes(pairs, -2, -3)
    return np.asarray(pairs @ of_mutant.T - residents @ of_resident.T)


def _company(alike: NDArray[np.int64], population: int, players: int) -> Floats:
    """Return the hypergeometric probabilities of meeting players of one's own strategy.

    `alike`: how many others in the population play it. Returns (alike, players): for 0, 1, … of
    them among the other players.
    """
    met, others = np.arange(players), players - 1
    of_kind, of_rest = alike[:, None], population - 1 - alike[:, None]
    ways = special_comb(of_kind, met) * special_comb(of_rest, others - met)
    return np.asarray(ways / special_comb(population - 1, others))


# invasions: Invasions: whether a single player of one strategy gains among players of another.
#
# With two players, a strategy beats another or not. With more, a single invader plays among
# residents who all play one strategy: it invades if it earns more than a resident does among
# residents. Two strategies may invade each other, and then coexist, or neither invades.

Booleans = NDArray[np.bool_]


def invasion_gains(pairs: Floats) -> Floats:
    """Return what an invader earns beyond what it would earn as a resident.

    `pairs`: (…, strategies, strategies, players): from `SymmetricGame.pairs`. Returns (…,
    strategies, strategies): by invader and resident; 0 on the diagonal.
    """
    alone = pairs[..., 0]
    own = np.arange(pairs.shape[-2])
    resident = pairs[..., own, own, -1]
    return np.asarray(alone - resident[..., None, :])


def last_ones(invades: Booleans) -> list[tuple[int, ...]]:
    """Return the sets of strategies that evolution by invasions never leaves.

    They are the strongly connected components that no strategy from outside invades, on which
    alpha-rank's shares of time concentrate as its intensity grows. A set of one is a strategy that
    no other invades.

    `invades`: (strategies, strategies): whether the first invades the second.
    """
    group = groups(invades)
    members = [np.flatnonzero(group == number) for number in range(1, group.max() + 1)]
    return [
        tuple(inside.tolist())
        for inside in members
        if not np.delete(invades, inside, axis=0)[:, inside].any()
    ]


# components: Components: sets of equilibria that are connected because payoffs are tied.
#
# If nobody gains anywhere between two equilibria, there are infinitely many, and the one in which
# the dynamics settle depends only on the start (docs/statistics.md, The field as a game).

SLACK = 2.0  # how many times the tolerated gain of the equilibria is tolerated between them
VARIED = 0.01  # a part of a mixture is tied if it differs by more between equilibria of a component


class Component(NamedTuple):
    members: list[int]  # indices of the equilibria, in order
    tied: NDArray[np.bool_]  # (strategies,): the strategies whose weights vary within the component


def components(game: SymmetricGame, mixtures: Floats, tolerance: float) -> list[Component]:
    """Return the components of some equilibria, in the order of their first members.

    `game`: a single game. `mixtures`: (equilibria, strategies). `tolerance`: gains up to this count
    as 0.
    """
    allowed = SLACK * np.maximum(tolerance, game.gains(mixtures).max(axis=1, initial=0.0))
    groups: list[list[int]] = []
    for number, mixture in enumerate(mixtures):
        joined = [
            group
            for group in groups
            if any(
                _nobody_gains_between(game, mixture, mixtures[other], allowed[other])
                for other in group
            )
        ]
        groups = [group for group in groups if group not in joined]
        groups.append([*(member for group in joined for member in group), number])
    return [
        Component(sorted(group), np.ptp(mixtures[group], axis=0) > VARIED)
        for group in sorted(groups, key=min)
    ]


def _nobody_gains_between(game: SymmetricGame, one: Floats, other: Floats, allowed: float) -> bool:
    way = np.linspace(0, 1, game.players + 2)[:, None]
    return bool(game.gains((1 - way) * one + way * other).max() <= allowed)


# replicator: Replicator dynamics: strategies that earn more than average spread in a population.
#
# Weights are integrated as logarithms, so that none becomes 0, by the classical Runge-Kutta method.
# The longest stable step follows from how fast a strategy's expectation changes
# with these logarithms: at most about :math:`n - 1` times the spread of payoffs times the weight of
# all strategies but the first. Half of that step is short enough that circles do not drift.

SETTLED = 1e-6
"""The gain of the best strategy, as a part of the spread of payoffs, at which it has settled."""

ROUNDING = 1e-12  # a gain up to this part of the largest payoff counts as a rounding error
STEP = 0.5  # the length of a step, as a part of the longest one that is stable
MOST_STEPS = 4000  # after so many steps the dynamics are taken not to settle
DRAWN = 64  # how many random starting points there are: the sample by which basins are measured
NEAR = 0.9  # the weight of the strategy that a starting point is near to
STREAM = 2  # the second word of the generator's key; others are for games and for the bootstrap
ALIKE = 1e-3  # mixtures whose weights differ by no more count as one
NOTHING = 1e-4  # smaller weights count as 0, to which they tend


class Ends(NamedTuple):
    mixtures: Floats  # (starts, strategies)
    settled: NDArray[np.bool_]  # (starts,)


class Equilibria(NamedTuple):
    """Different mixtures that nobody gains by leaving, the one from most drawn starts first.

    They are those that the dynamics settled in, and pure ones that no start led to. A component of
    equilibria is represented by the first that was found, which is the one from the middle if that
    led there.
    """

    mixtures: Floats  # (equilibria, strategies)
    # (equilibria,): the part of the drawn starts that led there, which estimates its basin.
    starts: Floats
    # (equilibria, strategies): the strategies whose weights vary within the component.
    tied: NDArray[np.bool_]


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
        change = (game.players - 1) * game.spread * (1 - weights.max(axis=1))
        length = STEP / np.maximum(change, gains.max(axis=1))
        logs[left] = _step(game, logs[left], gains, length[:, None])
    ends = np.exp(logs)
    ends[ends < NOTHING] = 0
    return Ends(ends / ends.sum(axis=1, keepdims=True), settled)


def _step(game: SymmetricGame, logs: Floats, first: Floats, length: Floats) -> Floats:
    second = game.gains(_weights(logs + length / 2 * first))
    third = game.gains(_weights(logs + length / 2 * second))
    fourth = game.gains(_weights(logs + length * third))
    return _normalised(logs + length / 6 * (first + 2 * second + 2 * third + fourth))


def _weights(logs: Floats) -> Floats:
    return np.asarray(np.exp(_normalised(logs)))


def _normalised(logs: Floats) -> Floats:
    below = logs - logs.max(axis=1, keepdims=True)
    return np.asarray(below - np.log(np.exp(below).sum(axis=1, keepdims=True)))


# least_exploitable: The least exploitable mixture: an equilibrium if a best response to it gains
# nothing.
#
# Every symmetric game has a symmetric equilibrium (J. Nash, "Non-cooperative games", Annals of
# Mathematics 54, 1951), but the replicator dynamics need not settle in one: they may circle it for
# ever. Then the largest gain is minimised, which is a smooth problem once that gain is a variable
# of its own, by sequential least squares (D. Kraft, "A software package for sequential quadratic
# programming", DFVLR, 1988) from several starts.


def least_exploitable(game: SymmetricGame, seed: int) -> Floats:
    """Return the mixture against which the best response gains least.

    `game`: a single game. `seed`: the seed of the random starting points. Returns (strategies,).
    """
    ends = np.array([_improved(game, start) for start in starts(game.strategies, seed)])
    ends[ends < NOTHING] = 0
    ends /= ends.sum(axis=1, keepdims=True)
    best: Floats = ends[np.argmin(game.gains(ends).max(axis=1))]
    return best


def _improved(game: SymmetricGame, start: Floats) -> Floats:
    scale = float(game.spread) or 1.0

    def largest_gain(point: Floats) -> float:
        return float(point[-1])

    def slack(point: Floats) -> Floats:
        return np.asarray(point[-1] - game.gains(point[:-1]) / scale)

    sums = np.append(np.ones(game.strategies), 0.0)
    optimum = minimize(
        largest_gain,
        np.append(start, game.gains(start).max() / scale),
        method="SLSQP",
        bounds=Bounds(np.zeros(len(sums)), np.append(np.ones(game.strategies), np.inf)),
        constraints=[NonlinearConstraint(slack, 0.0, np.inf), LinearConstraint(sums, 1.0, 1.0)],
    )
    weights: Floats = np.maximum(optimum.x[:-1], 0.0)
    return weights / weights.sum() if weights.sum() > 0 else start


# empirical: Empirical games: payoffs estimated by playing, with bootstrap intervals: the same
# batches of deals are drawn for all payoffs, so that what they have in common cancels.

FEWEST = 6
"""The fewest batches for an interval.

Fewer all lie on one side of the truth with a probability of 2**(1 - batches), which is more than
5 %, so that not even the whole observed range is a 95 % interval.
"""

FOLLOWED = 200  # in how many replicates the replicator dynamics is followed
FOLLOWED_STEPS = 2000  # the most steps: from near one equilibrium it is not far to another
OTHERS = 0.01  # the part of the start given evenly to all strategies that may spread
AT_ONCE = 2**24  # how many numbers are replicated at once, to limit memory
DIGITS = 12  # decimals of limits, so that rounding errors do not turn 0 into a small number

WEIGHT_INTERVAL = (
    f"95 % percentile interval, bootstrap over deals, {FOLLOWED} replicates in which the dynamics "
    "is followed anew"
)
"""The estimator's name, printed with its intervals."""


@dataclass(frozen=True, slots=True)
class EmpiricalGame:
    """A game, batch by batch.

    `by_batch`: a game for each batch: (batches, others, strategies). `weights`: (replicates,
    batches): the weight of each batch in each replicate of the bootstrap.
    """

    by_batch: SymmetricGame
    weights: Floats

    @classmethod
    def of(cls, by_batch: SymmetricGame, seed: int) -> EmpiricalGame:
        batches = len(by_batch.payoffs)
        return cls(by_batch, resamples(seed, batches) / batches)

    @property
    def mean(self) -> SymmetricGame:
        """The estimated game: the mean of all batches."""
        return self.by_batch.of(self.by_batch.payoffs.mean(axis=0))

    def replicated(self, by_batch: Floats) -> Floats:
        """Return replicates of a mean over batches: (batches, …) to (replicates, …)."""
        return np.asarray(np.tensordot(self.weights, by_batch, axes=1))

    def interval(self, replicates: Floats) -> Interval:
        """Return limits from replicates, (replicates, …); NaN with fewer than `FEWEST` batches."""
        if self.weights.shape[1] < FEWEST:
            return _unknown(replicates.shape[1:])
        low, high = percentile_interval(replicates)
        return Interval(np.round(low, DIGITS), np.round(high, DIGITS))

    def payoff_interval(self) -> Interval:
        """Return limits for all payoffs: (others, strategies)."""
        payoffs = self.by_batch.payoffs
        parts = -(-payoffs[0].size * len(self.weights) // AT_ONCE)
        blocks = np.array_split(payoffs, min(parts, payoffs.shape[1]), axis=1)
        limits = [self.interval(self.replicated(block)) for block in blocks]
        return Interval(*(np.concatenate(limit) for limit in zip(*limits, strict=True)))

    def replicated_gains(self, mixture: Floats) -> Floats:
        """Return replicates of every strategy's gain against a mixture: (replicates, strategies).

        `mixture`: (strategies,).
        """
        rows = np.tile(mixture, (len(self.by_batch.payoffs), 1))
        return self.replicated(self.by_batch.gains(rows))

    def weight_interval(self, mixture: Floats) -> Interval:
        """Return limits for the weights of a mixture that the replicator dynamics settled in.

        In each replicate the dynamics is followed from there again, with a small part given to
        every strategy of the mixture and every other that gains against it in some replicate.

        `mixture`: (strategies,). It is NaN with fewer than `FEWEST` batches, or if the dynamics
        does not settle in more than one of 40 replicates.
        """
        if self.weights.shape[1] < FEWEST:
            return _unknown(mixture.shape)
        gains = self.replicated_gains(mixture)
        chosen = np.flatnonzero((mixture > 0) | (gains.max(axis=0) > 0))
        game = self.by_batch.among(chosen)
        replicates = np.tensordot(self.weights[:FOLLOWED], game.payoffs, axes=1)
        start = (1 - OTHERS) * mixture[chosen] + OTHERS / len(chosen)
        ends = follow(game.of(replicates), np.tile(start, (len(replicates), 1)), FOLLOWED_STEPS)
        if ends.settled.mean() < (1 + LEVEL) / 2:
            return _unknown(mixture.shape)
        limits = self.interval(ends.mixtures[ends.settled])
        low, high = np.zeros_like(mixture), np.zeros_like(mixture)
        low[chosen], high[chosen] = limits
        return Interval(low, high)


def _unknown(shape: tuple[int, ...]) -> Interval:
    return Interval(np.full(shape, np.nan), np.full(shape, np.nan))
