"""Bayes' theorem for players who may be alike.

What a player has done says by which rule they play [1]_. Players at one table are often of a kind:
friends, or copies of one program. So the table has a kind; each player is of it with a probability
of `ALIKE`, and otherwise of a kind of their own: a hierarchical model [2]_, whose posterior is
computed exactly.

References
----------
.. [1] Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005.
.. [2] Gelman et al., "Bayesian Data Analysis", 3rd edition (2013), chapter 5.
"""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.local_arrays import local_array

ALIKE = 0.7
"""How likely a player is of the table's kind."""
MOST_KINDS = 64
MOST_RULES = MOST_KINDS - 1
"""How many kinds of players can be told apart, one of which plays by no known rule."""
FAINT = 1e-300
"""What a player did counts as at least this likely, so that no kind of table is ruled out by it."""


@inlined
def sum_of(probabilities):
    """Return the sum of an array."""
    total = 0.0
    for kind in range(probabilities.shape[0]):
        total += probabilities[kind]
    return total


@inlined
def fill_explained(prior, seen, seat, explained):
    """Write how likely a player does what they did if the table is of each kind."""
    alone = 0.0
    for kind in range(prior.shape[1]):
        alone += prior[seat, kind] * seen[seat, kind]
    for kind in range(prior.shape[1]):
        explained[kind] = max(ALIKE * seen[seat, kind] + (1.0 - ALIKE) * alone, FAINT)


@inlined
def fill_table(prior, seen, me, players, table):
    """Write how likely the table is of each kind, given what all others did."""
    explained = local_array(MOST_KINDS, np.float64)
    for kind in range(prior.shape[1]):
        before = 0.0
        for seat in range(1, players + 1):
            if seat != me:
                before += prior[seat, kind] / (players - 1)
        table[kind] = np.log(before)
    for seat in range(1, players + 1):
        if seat != me:
            fill_explained(prior, seen, seat, explained)
            for kind in range(prior.shape[1]):
                table[kind] += np.log(explained[kind])
    most, total = -np.inf, 0.0
    for kind in range(prior.shape[1]):
        most = max(most, table[kind])
    for kind in range(prior.shape[1]):
        table[kind] = np.exp(table[kind] - most)
        total += table[kind]
    for kind in range(prior.shape[1]):
        table[kind] /= total


@inlined
def fill_posterior(prior, seen, me, players, likely):
    """Write how likely each player but `me` is of each kind.

    `prior`, (`SEATS`, kinds) float64: by seat and kind, the probability before anything was seen.
    That of the table's kind is the mean over the others. `seen`, (`SEATS`, kinds) float64: by seat
    and kind, the likelihood of what was seen, but for a factor by seat. `me`, int64: the seat whose
    player looks at the others, and says nothing about them. `players`, int64. `likely`, (`SEATS`,
    kinds) float64: filled in by seat and kind, but for the row of `me`.
    """
    table = local_array(MOST_KINDS, np.float64)
    explained = local_array(MOST_KINDS, np.float64)
    fill_table(prior, seen, me, players, table)
    for seat in range(1, players + 1):
        if seat == me:
            continue
        fill_explained(prior, seen, seat, explained)
        either = 0.0
        for kind in range(prior.shape[1]):
            either += table[kind] / explained[kind]
        for kind in range(prior.shape[1]):
            alike = ALIKE * table[kind] / explained[kind]
            own = (1.0 - ALIKE) * prior[seat, kind] * either
            likely[seat, kind] = seen[seat, kind] * (alike + own)
