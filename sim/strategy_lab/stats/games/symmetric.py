r"""Symmetric games: what strategies earn against a mixture, and what deviating would gain.

All players have the same strategies, and a player's payoff depends on their own strategy and on how
many others play each. So a game is an array with an entry for every multiset of the others and
every own strategy. If payoffs were estimated by playing, it is called an empirical game (M.
Wellman, "Methods for empirical game-theoretic analysis", AAAI 2006).

Against others who each draw their strategy from a mixture :math:`x`, strategy :math:`i` expects

.. math:: u_i(x) = \sum_o \binom{n - 1}{o_1, \dots, o_k} \prod_j x_j^{o_j} \, u_i(o),

summed over the multisets :math:`o` of the :math:`n - 1` others. Its *gain* is
:math:`u_i(x) - \sum_j x_j u_j(x)`; a mixture against which none gains is a symmetric equilibrium.
NashConv is the sum of what each player would gain by its best response (M. Lanctot et al., "A
unified game-theoretic approach to multiagent reinforcement learning", NIPS 2017): where all play
one mixture, :math:`n` times the best strategy's gain.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from strategy_lab.stats.games.multisets import Integers

Floats = NDArray[np.float64]

LEAST = 1e-300
"""Smaller weights are replaced by this one, because 0 has no logarithm."""


@dataclass(frozen=True)
class SymmetricGame:
    """A game, or several of one shape.

    Attributes
    ----------
    others
        (others, strategies): the multisets of all players but one, from `multisets`.
    payoffs
        (…, others, strategies): the payoff of one's own strategy. Leading axes are different games.
    """

    others: Integers
    payoffs: Floats

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.others[0].sum()) + 1

    @property
    def strategies(self) -> int:
        """How many strategies there are to choose from."""
        return int(self.others.shape[1])

    @cached_property
    def spread(self) -> Floats:
        """(…,): the largest payoff minus the smallest."""
        return np.asarray(self.payoffs.max(axis=(-2, -1)) - self.payoffs.min(axis=(-2, -1)))

    def of(self, payoffs: Floats) -> SymmetricGame:
        """Return a game of this shape with other payoffs."""
        return SymmetricGame(self.others, payoffs)

    def among(self, strategies: Integers) -> SymmetricGame:
        """Return the game in which only some strategies can be chosen."""
        rest = np.delete(self.others, strategies, axis=1).any(axis=1)
        payoffs = self.payoffs[..., ~rest, :][..., strategies]
        return SymmetricGame(self.others[~rest][:, strategies], payoffs)

    def against(self, mixtures: Floats) -> Floats:
        """Return every strategy's expected payoff against others who play a mixture.

        `mixtures`: (…, strategies), in as many rows as there are games, or any number for one game.
        Returns (…, strategies).
        """
        chances = self._chances(mixtures)
        if self.payoffs.ndim == 2:
            return np.asarray(chances @ self.payoffs)
        return np.asarray((chances[..., None, :] @ self.payoffs)[..., 0, :])

    def gains(self, mixtures: Floats) -> Floats:
        """Return every strategy's expected payoff against a mixture beyond the mixture's own."""
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

    def _chances(self, mixtures: Floats) -> Floats:
        """Return the multinomial probability of each multiset of others: (…, others)."""
        logs = np.log(np.maximum(mixtures, LEAST))
        return np.asarray(np.exp(self._ways + logs @ self._exponents))

    @cached_property
    def _ways(self) -> Floats:
        """(others,): logarithms of the multinomial coefficients."""
        return np.asarray(gammaln(self.players) - gammaln(self.others + 1.0).sum(axis=1))

    @cached_property
    def _exponents(self) -> Floats:
        return self.others.T.astype(np.float64)


def pure(strategies: int) -> Floats:
    """Return the mixtures of one strategy alone, a row for each."""
    return np.eye(strategies)


def uniform(strategies: int) -> Floats:
    """Return the mixture with equal weights."""
    return np.full(strategies, 1 / strategies)
