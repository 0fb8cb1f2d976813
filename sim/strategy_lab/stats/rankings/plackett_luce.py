r"""The Plackett-Luce model of rankings: strengths from finishing orders.

A ranking is a series of choices: the first among all, the second among the rest, and so on. An item
of strength :math:`\lambda_i = e^{\theta_i}` is chosen from a set :math:`S` with probability
:math:`\lambda_i / \sum_{j \in S} \lambda_j` (Luce, *Individual Choice Behavior*, 1959; Plackett,
"The analysis of permutations", *Applied Statistics* 24, 1975). So the log-likelihood

.. math:: \ell(\theta) = \sum_i W_i \theta_i - \sum_S N_S \log \sum_{j \in S} e^{\theta_j}

needs only how often each item was chosen, :math:`W_i`, and how often a choice was made from each
set, :math:`N_S`: sums of one size for any number of rankings. It is concave. Its maximum exists
unless items can be split into two groups of which one never comes behind the other (Ford 1957;
Hunter, "MM algorithms for generalized Bradley-Terry models", *Annals of Statistics* 32, 2004).

A tie counts as every order of the tied items in equal parts, which keeps the log-likelihood concave
and gives half a win to each of two.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PRECISE = 1e-9
"""The precision of the logarithms of strengths."""

MOST_STEPS = 40
LONGEST_STEP = 1.0
"""The limits of `fit_near`; fits that need more steps are left to `fit`."""


class Choices(NamedTuple):
    """Sufficient statistics of rankings; leading axes are separate fits."""

    sets: Floats
    """(sets, items): how often each item is in each set."""
    times: Floats
    """(…, sets): how often a choice was made from each set."""
    wins: Floats
    """(…, items): how often each item was chosen."""


def with_an_imaginary_item(choices: Choices) -> Choices:
    """Return choices with a last item added that has tied once with each of the others.

    It ensures that there is a maximum. This is the weak prior of the R package *PlackettLuce*
    (Turner, van Etten, Firth and Kosmidis, *Computational Statistics* 35, 2020): half a win and
    half a loss against a hypothetical item. Its weight vanishes as the number of rankings grows.
    """
    items = choices.wins.shape[-1]
    meetings = np.hstack([np.eye(items), np.ones((items, 1))])
    added = [(0, 0)] * (choices.times.ndim - 1)
    return Choices(
        np.vstack([np.pad(choices.sets, ((0, 0), (0, 1))), meetings]),
        np.pad(choices.times, [*added, (0, items)], constant_values=1.0),
        np.pad(choices.wins + 0.5, [*added, (0, 1)], constant_values=items / 2),
    )


def fit(choices: Choices) -> Floats:
    """Return the maximum likelihood strengths, as natural logarithms with mean 0.

    `choices`: the data of one fit, for which there is a maximum. Returns (items,).

    SciPy's trust-region method with exact first and second derivatives, from equal strengths; then
    Newton steps until they are shorter than `PRECISE`.
    """
    from scipy.linalg import helmert
    from scipy.optimize import minimize

    items = choices.wins.shape[-1]
    if items == 1:
        return np.zeros(1)
    basis, scale = helmert(items), choices.times.sum()  # strengths with mean 0 are x @ basis

    def loss(x: Floats) -> tuple[float, Floats]:
        at = x @ basis
        slope: Floats = basis @ gradient(choices, at)
        return -log_likelihood(choices, at) / scale, -slope / scale

    def curvature(x: Floats) -> Floats:
        return np.asarray(basis @ information(choices, x @ basis) @ basis.T / scale)

    optimum = minimize(loss, np.zeros(items - 1), jac=True, hess=curvature, method="trust-exact")
    strengths = np.asarray(optimum.x @ basis, np.float64)
    for _ in range(MOST_STEPS):
        step = gradient(choices, strengths) @ _inverse(information(choices, strengths))
        strengths += step
        if np.abs(step).max() < PRECISE:
            break
    return strengths


def fit_near(choices: Choices, near: Floats, curvature: Floats) -> Floats:
    """Return the strengths of many fits to similar data.

    `choices`: the data with one leading axis; there must be a maximum for each fit. `near`:
    (items,): the strengths for similar data, from `fit`. `curvature`: (items, items): the
    `information` of that data at those strengths. Returns (fits, items).

    Newton steps with one matrix of second derivatives for all, so that a step is two matrix
    products. The few fits that do not converge are left to `fit`.
    """
    sets, times, wins = choices
    inverse = _inverse(curvature)
    strengths = np.tile(near, (len(wins), 1))
    left = np.arange(len(wins))
    for _ in range(MOST_STEPS):
        step = gradient(Choices(sets, times[left], wins[left]), strengths[left]) @ inverse
        strengths[left] += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        left = left[np.abs(step).max(axis=1) >= PRECISE]
        if not len(left):
            break
    for i in left:
        strengths[i] = fit(Choices(sets, times[i], wins[i]))
    return strengths


def log_likelihood(choices: Choices, strengths: Floats) -> float:
    """Return the log-likelihood of one fit at strengths (items,)."""
    totals = choices.sets @ np.exp(strengths)
    return float(choices.wins @ strengths - choices.times @ np.log(totals))


def gradient(choices: Choices, strengths: Floats) -> Floats:
    """Return the gradients of log-likelihoods at strengths (…, items): wins minus expected wins."""
    worth = np.exp(strengths)
    expected = worth * ((choices.times / (worth @ choices.sets.T)) @ choices.sets)
    return np.asarray(choices.wins - expected)


def information(choices: Choices, strengths: Floats) -> Floats:
    """Return the negative second derivatives of one log-likelihood: (items, items)."""
    shares = choices.sets * np.exp(strengths)
    shares /= shares.sum(axis=1, keepdims=True)
    weighted = choices.times[:, None] * shares
    return np.asarray(np.diag(weighted.sum(axis=0)) - shares.T @ weighted)


def _inverse(information: Floats) -> Floats:
    """Return the inverse on strengths with mean 0; a constant added to all changes nothing."""
    from scipy.linalg import helmert

    basis = helmert(len(information))
    return np.asarray(basis.T @ np.linalg.solve(basis @ information @ basis.T, basis))
