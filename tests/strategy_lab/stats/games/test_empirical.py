from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.stats.game_theory import FEWEST, EmpiricalGame, SymmetricGame, pure

from tests.strategy_lab.stats.games.known import HAWK_DOVE, PRISONERS, two_players

BATCHES = 100


def noisy(game: SymmetricGame, sd: float, seed: int = 1, batches: int = BATCHES) -> EmpiricalGame:
    noise = np.random.default_rng(seed).normal(0, sd, (batches, *game.payoffs.shape))
    return EmpiricalGame.of(game.of(game.payoffs + noise), seed)


def test_what_all_payoffs_have_in_common_makes_no_difference() -> None:
    """Batches that are good for all leave gains as they are: the same ones are drawn for all."""
    game = two_players(HAWK_DOVE)
    luck = np.random.default_rng(1).normal(0, 10, (BATCHES, 1, 1))
    played = EmpiricalGame.of(game.of(game.payoffs + luck), 1)
    gains = played.replicated_gains(pure(2)[1])
    np.testing.assert_allclose(gains, np.tile(game.gains(pure(2)[1]), (len(gains), 1)), atol=1e-9)


def test_intervals_of_weights_hold_the_equilibrium_about_as_often_as_they_should() -> None:
    held = 0
    for seed in range(40):
        low, high = noisy(two_players(HAWK_DOVE), 1.0, seed).weight_interval(np.array([2, 1]) / 3)
        held += low[0] <= 2 / 3 <= high[0]
        assert low[0] == pytest.approx(1 - high[1], abs=0.01)
    assert held >= 32


def test_where_nothing_is_known_weights_may_be_any() -> None:
    low, high = noisy(two_players(PRISONERS), 100.0).weight_interval(np.array([0.0, 1.0]))
    np.testing.assert_allclose([low, high], [[0, 0], [1, 1]], atol=1e-3)


@pytest.mark.parametrize("batches", [1, 2, FEWEST - 1])
def test_few_batches_tell_nothing_of_how_sure_they_are(batches: int) -> None:
    game = noisy(two_players(PRISONERS), 1.0, batches=batches)
    assert np.isnan(game.interval(game.replicated(game.by_batch.payoffs))).all()
    assert np.isnan(game.payoff_interval()).all()
    assert np.isnan(game.weight_interval(np.array([0.0, 1.0]))).all()
