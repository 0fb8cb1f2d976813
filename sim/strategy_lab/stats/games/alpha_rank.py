r"""Alpha-rank: the share of time that a small population plays each strategy.

A population of :math:`m` plays one strategy :math:`j`; a single mutant appears with another,
:math:`i`. The players of a game are drawn from the population, so if :math:`p` of it play
:math:`i`, a strategy's payoff :math:`f(p)` is a hypergeometric mean. Players imitate each other,
the more often the higher the other's payoff and the intensity of selection :math:`\alpha`. The
mutant's strategy takes over with the probability

.. math:: \rho_{ij} =
    \left( 1 + \sum_{l=1}^{m-1} \prod_{p=1}^{l} e^{-\alpha (f_i(p) - f_j(p))} \right)^{-1}

(A. Traulsen, M. Nowak and J. Pacheco, *Physical Review E* 74, 2006) and mutants of all kinds are
equally likely. The shares of time in which the population plays each strategy are those of the
Markov chain with these steps: alpha-rank for a single population (S. Omidshafiei et al.,
"Alpha-Rank: multi-agent evaluation by evolution", *Scientific Reports* 9, 2019).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import comb

from strategy_lab.stats.games.markov import stationary
from strategy_lab.stats.games.symmetric import Floats

POPULATION = 50
"""The size of the population, as in the paper."""


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

    Parameters
    ----------
    sums
        (…, population - 1): cumulative sums of `advantages`.
    alpha
        The intensity of selection.

    Returns
    -------
    ndarray
        As `sums` without the last axis: by mutant and resident.
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
    ways = comb(of_kind, met) * comb(of_rest, others - met)
    return np.asarray(ways / comb(population - 1, others))
