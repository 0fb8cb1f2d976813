"""The weights by which trades are valued: what is fitted is found again, and players use it."""

from __future__ import annotations

import numpy as np
import pytest
from monopoly_sim.training import fit, positions
from monopoly_strategies.chances import WEIGHTS


def test_weights_that_made_the_winners_are_found_again() -> None:
    rng, truth = np.random.default_rng(1), np.array([1.0, -0.5, 0.0])
    features = rng.normal(size=(20_000, 4, 3))
    features[:5_000, 3] = np.nan
    strengths = np.nan_to_num(features @ truth, nan=-np.inf)
    winner = (strengths + rng.gumbel(size=strengths.shape)).argmax(axis=1)
    weights, errors = fit(features, np.eye(4)[winner])
    assert (np.abs(weights - truth) < 4 * errors).all()
    assert (errors < 0.02).all()


@pytest.mark.slow
def test_installed_weights_are_those_that_games_teach() -> None:
    weights, errors = fit(*positions("football-de", players=4, games=40_000, seed=2))
    assert (np.abs(weights - WEIGHTS[4 - 2]) < 4 * errors).all()
