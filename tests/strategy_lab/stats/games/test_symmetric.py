from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from strategy_lab.stats.game_theory import pure, uniform

from tests.strategy_lab.stats.games.known import HAWK_DOVE, RPS, payoff, random_game, two_players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_expected_is_the_sum_over_all_others(players: int) -> None:
    game, mixture = random_game(3, players), np.array([0.5, 0.2, 0.3])
    expected = [
        sum(
            float(np.prod(mixture[list(others)])) * payoff(game, own, others)
            for others in product(range(3), repeat=players - 1)
        )
        for own in range(3)
    ]
    np.testing.assert_allclose(game.against(mixture), expected)
    gains = game.gains(mixture)
    np.testing.assert_allclose(gains, expected - mixture @ expected)
    assert mixture @ gains == pytest.approx(0)


def test_nobody_gains_in_a_known_equilibrium() -> None:
    np.testing.assert_allclose(two_players(RPS).gains(uniform(3)), 0, atol=1e-15)
    np.testing.assert_allclose(two_players(HAWK_DOVE).gains(np.array([2, 1]) / 3), 0, atol=1e-15)
    assert two_players(HAWK_DOVE).gains(pure(2)[1]).max() == 2


def test_pairs_are_the_payoffs_where_two_are_played() -> None:
    game = random_game(3, 4)
    pairs = game.pairs()
    assert pairs.shape == (3, 3, 4)
    for own, other, alike in product(range(3), range(3), range(4)):
        others = (own,) * alike + (other,) * (3 - alike)
        assert pairs[own, other, alike] == payoff(game, own, others)
    stack = game.of(np.stack([game.payoffs, 3 * game.payoffs]))
    np.testing.assert_array_equal(stack.pairs(), np.stack([pairs, 3 * pairs]))


def test_among_some_strategies_nobody_plays_another() -> None:
    game, chosen = random_game(4, 3), np.array([1, 3])
    small = game.among(chosen)
    assert (small.strategies, small.players) == (2, 3)
    mixture = np.array([0.0, 0.4, 0.0, 0.6])
    np.testing.assert_allclose(small.against(mixture[chosen]), game.against(mixture)[chosen])
