"""The stationary distribution of a Markov chain, however unlikely its steps."""

from __future__ import annotations

import numpy as np
from scipy.special import logsumexp

from forsale_sim.stats.games.symmetric import Floats


def stationary(logs: Floats) -> Floats:
    """Return how much of the time a chain is in each state.

    Parameters
    ----------
    logs
        (…, states, states): logarithms of the rates from the state of the first of these indices
        to that of the second; all finite, but for the diagonal, which makes no difference.

    Returns
    -------
    ndarray
        (…, states)

    Notes
    -----
    By the elimination of W. Grassmann, M. Taksar and D. Heyman (*Operations Research* 33, 1985).
    It subtracts nothing, so that it loses no digits, and can be done on logarithms throughout: a
    rate of exp(-10,000) still counts.
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
