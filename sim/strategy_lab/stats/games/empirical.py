"""Empirical games: payoffs estimated by playing, with bootstrap intervals.

All lineups play the same deals, which come in batches. The bootstrap draws batches, and so the same
deals for all payoffs, so that what payoffs have in common cancels in their differences (B.
Wiedenbeck, B.-A. Cassell and M. Wellman, "Bootstrap statistics for empirical games", AAMAS 2014).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from strategy_lab.stats.bootstrap import percentile_interval, resamples
from strategy_lab.stats.games.replicator import follow
from strategy_lab.stats.games.symmetric import Floats, SymmetricGame
from strategy_lab.stats.intervals import LEVEL, Interval

FEWEST = 6
"""The fewest batches for an interval.

Fewer all lie on one side of the truth with a probability of 2**(1 - batches), which is more than
5 %, so that not even the whole observed range is a 95 % interval.
"""

FOLLOWED = 200
"""In how many replicates the replicator dynamics is followed."""
FOLLOWED_STEPS = 2000
"""The most steps: from near one equilibrium it is not far to another."""

OTHERS = 0.01
"""The part of the start given evenly to all strategies that may spread."""

AT_ONCE = 2**24
"""How many numbers are replicated at once, to limit memory."""

DIGITS = 12
"""Decimals of limits, so that rounding errors do not turn 0 into a small number."""

WEIGHT_INTERVAL = (
    f"95 % percentile interval, bootstrap over deals, {FOLLOWED} replicates in which the dynamics "
    "is followed anew"
)
"""The estimator's name, printed with its intervals."""


@dataclass(frozen=True, slots=True)
class EmpiricalGame:
    """A game, batch by batch.

    Attributes
    ----------
    by_batch
        A game for each batch: (batches, others, strategies).
    weights
        (replicates, batches): the weight of each batch in each replicate of the bootstrap.
    """

    by_batch: SymmetricGame
    weights: Floats

    @classmethod
    def of(cls, by_batch: SymmetricGame, seed: int) -> EmpiricalGame:
        """Return a game of at least one batch, with replicates drawn by a seed."""
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
