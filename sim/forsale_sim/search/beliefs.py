"""Bayes' theorem for players who may be alike.

What a player has done says by which rule they play [1]_. Players at one table are often of a kind:
friends, or copies of one program. So what the others turn out to be weighs in every player's prior,
as in empirical Bayes [2]_.

References
----------
.. [1] Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005.
.. [2] Robbins, "An empirical Bayes approach to statistics", Berkeley Symposium (1956).
"""

from __future__ import annotations

import numpy as np

from forsale_sim.engine.caching import inlined

ALIKE = 0.7
"""How much of a player's prior is what the others turn out to be."""
FAINT = 1e-30
"""What is less likely counts as this likely, so that logarithms are finite."""
PASSES = 3
"""How often everyone's probabilities are computed, each time with the prior that the last gives."""


@inlined
def fill_common(prior, seen, me, players, common):
    """Write how likely each kind is if the others are all of one kind."""
    most = -np.inf
    for kind in range(prior.shape[1]):
        total, before = 0.0, 0.0
        for seat in range(1, players + 1):
            if seat != me:
                total += np.log(max(seen[seat, kind], FAINT))
                before += prior[seat, kind] / (players - 1)
        common[kind] = total + np.log(max(before, FAINT))
        most = max(most, common[kind])
    for kind in range(prior.shape[1]):
        common[kind] = np.exp(common[kind] - most)
    common /= common.sum()


@inlined
def fill_posterior(prior, seen, me, players, likely):
    """Write how likely each player is of each kind.

    Parameters
    ----------
    prior : (`SEATS`, kinds) float64
        By seat and kind, the probability before anything was seen.
    seen : (`SEATS`, kinds) float64
        By seat and kind, the likelihood of what was seen, but for a factor by seat.
    me : int64
        The seat that says nothing about the others.
    players : int64
    likely : (`SEATS`, kinds) float64
        Filled in by seat and kind.
    """
    mean = np.empty(prior.shape[1])
    fill_common(prior, seen, me, players, mean)
    for _ in range(PASSES):
        for seat in range(1, players + 1):
            total = 0.0
            for kind in range(prior.shape[1]):
                before = (1.0 - ALIKE) * prior[seat, kind] + ALIKE * mean[kind]
                likely[seat, kind] = before * seen[seat, kind]
                total += likely[seat, kind]
            for kind in range(prior.shape[1]):
                likely[seat, kind] /= total
        mean[:] = 0.0
        for seat in range(1, players + 1):
            if seat != me:
                for kind in range(prior.shape[1]):
                    mean[kind] += likely[seat, kind] / (players - 1)
