"""Learns the weights of `monopoly_strategies.chances`, by which players value trades.

::

    python -m monopoly_sim.training --games 200000

plays games among players who trade by the weights that are installed, and prints the maximum
likelihood estimates of a conditional logit [1]_, with standard errors, and how well they tell the
winner in games that they were not made from.

References
----------
.. [1] McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers in
   Econometrics (1974).
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp

from monopoly_sim.training.positions import FIELD, positions

HELD_OUT = 5
"""One position in so many tests the weights, and has no part in them."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(
        prog="python -m monopoly_sim.training",
        description=f"Learns what deeds and cash are worth, from games of {', '.join(FIELD)}.",
    )
    parser.add_argument("--ruleset", default="football-de", help="(default: %(default)s)")
    parser.add_argument("--games", type=int, default=200_000, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    options = parser.parse_args(arguments)
    features, wins = positions(options.ruleset, options.games, options.seed)
    held = np.arange(len(wins)) % HELD_OUT == 0
    weights, errors = fit(features[~held], wins[~held])
    print(f"weights  {', '.join(f'{weight:.2f}' for weight in weights)}")
    print(f"errors   {', '.join(f'{error:.2f}' for error in errors)}")
    nothing = np.zeros(len(weights))
    for name, tried in (("equal chances", nothing), ("these weights", weights)):
        loss = log_loss(features[held], wins[held], tried)[0]
        print(f"loss of {name} in {held.sum():,} games held out: {loss:.4f}")


def fit(
    features: NDArray[Any], wins: NDArray[Any]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the maximum likelihood estimates of weights, and their standard errors.

    Parameters
    ----------
    features : (positions, players, features) float64
        NaN for players who are out.
    wins : (positions, players) float64
    """

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        return log_loss(features, wins, weights)

    weights = minimize(loss, np.zeros(features.shape[2]), jac=True, method="BFGS").x
    chances = np.exp(_log_chances(features, weights))
    known = np.nan_to_num(features)
    mean = np.einsum("gp,gpf->gf", chances, known)
    information = np.einsum("gp,gpf,gph->fh", chances, known, known) - mean.T @ mean
    return weights, np.sqrt(np.linalg.inv(information).diagonal())


def log_loss(
    features: NDArray[Any], wins: NDArray[Any], weights: NDArray[Any]
) -> tuple[float, NDArray[np.float64]]:
    logs = _log_chances(features, weights)
    slopes = np.einsum("gp,gpf->f", np.exp(logs) - wins, np.nan_to_num(features))
    return -float(wins[wins > 0] @ logs[wins > 0]) / len(wins), slopes / len(wins)


def _log_chances(features: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.float64]:
    strengths = features @ weights
    strengths[np.isnan(strengths)] = -np.inf
    return np.asarray(strengths - logsumexp(strengths, axis=1, keepdims=True))


if __name__ == "__main__":
    main()
