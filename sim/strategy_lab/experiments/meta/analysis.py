"""A meta-game that has been played, looked at from all sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.experiments.meta.schema import EQUILIBRIUM, PURE, UNIFORM
from strategy_lab.experiments.meta.settings import Setting
from strategy_lab.stats.games.alpha_rank import alpha_rank
from strategy_lab.stats.games.empirical import EmpiricalGame
from strategy_lab.stats.games.invasions import Booleans, invasion_gains
from strategy_lab.stats.games.replicator import equilibria
from strategy_lab.stats.games.symmetric import Floats, pure, uniform


class Sweep(NamedTuple):
    """The populations that alpha-rank is about."""

    alphas: Sequence[float]
    population: int


class Mixture(NamedTuple):
    """A mixture that something is said of."""

    name: str
    kind: str
    weights: Floats
    starts: float = np.nan
    """The part of the drawn starts that the dynamics lead to it; NaN if it is no equilibrium."""
    tied: Booleans | bool = False
    """(strategies,): who can share their parts in other ways without anybody's gaining."""
    free: bool = False
    """Whether they can in any."""


class Estimate(NamedTuple):
    """Values with limits, all of one shape."""

    value: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True)
class Analysis:
    """What follows from the games of a setting."""

    setting: Setting
    game: EmpiricalGame
    seed: int
    """Of all that is drawn."""

    sweep: Sweep
    batches: Sequence[int]
    """The batches that were played, counted from 0."""

    @property
    def names(self) -> NDArray[Any]:
        """The strategies."""
        return np.array(self.setting.cell.field)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.batches) * self.setting.batch_deals

    @cached_property
    def _pairs(self) -> Floats:
        """By batch, the payoffs where two strategies are played."""
        return self.game.by_batch.pairs()

    @cached_property
    def invaders(self) -> Estimate:
        """What every strategy gains among every other: (strategies, strategies)."""
        by_batch = invasion_gains(self._pairs)
        limits = self.game.interval(self.game.replicated(by_batch))
        return Estimate(by_batch.mean(axis=0), *limits)

    @cached_property
    def mixtures(self) -> list[Mixture]:
        """The equilibria that were found, the uniform mixture, and each strategy alone."""
        strategies = len(self.names)
        found = equilibria(self.game.mean, self.seed)
        settled = [
            Mixture(
                f"{EQUILIBRIUM} {number}", EQUILIBRIUM, weights, float(starts), tied, bool(free)
            )
            for number, (weights, starts, tied, free) in enumerate(zip(*found, strict=True), 1)
        ]
        alone = [
            Mixture(f"{PURE} {name}", PURE, weights)
            for name, weights in zip(self.names, pure(strategies), strict=True)
        ]
        return [*settled, Mixture(UNIFORM, UNIFORM, uniform(strategies)), *alone]

    @cached_property
    def gains(self) -> Floats:
        """What every strategy gains against each of the mixtures: (mixtures, strategies)."""
        return np.array([self.game.mean.gains(mixture.weights) for mixture in self.mixtures])

    def largest_gains(self) -> Estimate:
        """Return what the best response to each mixture gains."""
        replicates = [
            self.game.replicated_gains(mixture.weights).max(axis=1) for mixture in self.mixtures
        ]
        limits = self.game.interval(np.stack(replicates, axis=1))
        return Estimate(self.gains.max(axis=1), *limits)

    def ranks(self) -> Estimate:
        """Return the shares of time of alpha-rank: (alphas, strategies)."""
        mass = alpha_rank(self._pairs.mean(axis=0), *self.sweep)
        replicates = alpha_rank(self.game.replicated(self._pairs), *self.sweep)
        return Estimate(mass, *self.game.interval(np.moveaxis(replicates, 0, 1)))
