"""The stationary distribution of a Markov chain, even if its steps are very unlikely."""

from __future__ import annotations

import numpy as np
from scipy.special import logsumexp

from strategy_lab.stats.games.symmetric import Floats


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
