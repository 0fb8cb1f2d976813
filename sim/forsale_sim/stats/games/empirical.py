"""Games whose payoffs were estimated by playing, with what tells how sure they are.

All that is played is played on the same deals, which come in batches. The bootstrap draws batches,
and so the same deals for all payoffs: what payoffs have in common is lost from their differences,
as it should be (B. Wiedenbeck, B.-A. Cassell and M. Wellman, "Bootstrap statistics for empirical
games", AAMAS 2014).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from forsale_sim.stats.bootstrap import percentile_interval, resamples
from forsale_sim.stats.games.replicator import follow
from forsale_sim.stats.games.symmetric import Floats, SymmetricGame
from forsale_sim.stats.intervals import LEVEL, Interval

FEWEST = 6
"""Batches that it takes for an interval.

Fewer lie all on one side of the truth with a probability of 2**(1 - batches), which is more than
5 %, so that not even all of the range that is observed is a 95 % interval.
"""

FOLLOWED = 200
"""In so many replicates the replicator dynamics is followed."""
FOLLOWED_STEPS = 2000
"""So far at most: from near an equilibrium it is not far to another."""

OTHERS = 0.01
"""What of a mixture is taken by others that may spread, where it is followed anew."""

AT_ONCE = 2**24
"""Numbers that are replicated at once, for memory's sake."""

DIGITS = 12
"""Decimals that limits are rounded to, so that what is always 0 is not a little more."""

WEIGHT_INTERVAL = (
    f"95 % percentile interval, bootstrap over deals, {FOLLOWED} replicates in which the dynamics "
    "is followed anew"
)
"""The estimator's name, to be printed wherever its intervals are."""


@dataclass(frozen=True, slots=True)
class EmpiricalGame:
    """A game, batch by batch.

    Attributes
    ----------
    by_batch
        A game for each batch: (batches, others, strategies).
    weights
        (replicates, batches): how much of each batch is in each replicate of the bootstrap.
    """

    by_batch: SymmetricGame
    weights: Floats

    @classmethod
    def of(cls, by_batch: SymmetricGame, seed: int) -> EmpiricalGame:
        """Return a game with its replicates.

        Parameters
        ----------
        by_batch
            With at least one batch.
        seed
            Of the bootstrap.
        """
        batches = len(by_batch.payoffs)
        return cls(by_batch, resamples(seed, batches) / batches)

    @property
    def mean(self) -> SymmetricGame:
        """The game that is estimated: the mean of all batches."""
        return self.by_batch.of(self.by_batch.payoffs.mean(axis=0))

    def replicated(self, by_batch: Floats) -> Floats:
        """Return replicates of a mean over batches: (batches, …) to (replicates, …)."""
        return np.asarray(np.tensordot(self.weights, by_batch, axes=1))

    def interval(self, replicates: Floats) -> Interval:
        """Return limits from replicates, (replicates, …); NaN from less than `FEWEST` batches."""
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

        Parameters
        ----------
        mixture
            (strategies,)
        """
        rows = np.tile(mixture, (len(self.by_batch.payoffs), 1))
        return self.replicated(self.by_batch.gains(rows))

    def weight_interval(self, mixture: Floats) -> Interval:
        """Return limits for the weights of a mixture that the replicator dynamics settled in.

        In each replicate the dynamics is followed anew from there, with a little of the others that
        take part: those that gain against the mixture in some replicate.

        Parameters
        ----------
        mixture
            (strategies,)

        Returns
        -------
        Interval
            NaN from less than `FEWEST` batches, and where the dynamics does not settle in more than
            one of 40 replicates.
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
