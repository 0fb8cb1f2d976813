from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.stats.game_theory import components, equilibria

from tests.strategy_lab.stats.games.known import COORDINATION, HAWK_DOVE, random_game, two_players

TWO_HAWKS = [[-1, -1, 4], [-1, -1, 4], [0, 0, 2]]
"""The first two strategies are alike."""

HELD_OFF = [[0, 0, -1], [0, 0, -1], [-1, 0.5, 1]]
"""The first two earn the same; the third gains where the second has more than two thirds."""


def test_a_tie_is_one_equilibrium_whatever_errors_of_rounding_there_are() -> None:
    for tie in (np.zeros((2, 2)), 1 / 3 + 1e-17 * np.arange(4).reshape(2, 2) ** 5):
        found = equilibria(two_players(tie), 1)
        assert found.starts.tolist() == [1]
        np.testing.assert_array_equal(found.mixtures, [[0.5, 0.5]])
        assert found.tied.all() and found.free.all()


def test_strategies_that_are_alike_share_a_part_in_any_way() -> None:
    found = equilibria(two_players(TWO_HAWKS), 1)
    assert found.starts.tolist() == [1]
    assert found.tied.tolist() == [[True, True, False]]
    assert found.free.tolist() == [True]
    assert found.mixtures[0, 2] == pytest.approx(1 / 3, abs=1e-4)


def test_where_a_third_gains_against_some_mixtures_only_the_others_are_equilibria() -> None:
    found = equilibria(two_players(HELD_OFF), 1)
    assert found.starts.sum() == 1
    of_third = found.mixtures[:, 2] == 1
    assert of_third.sum() == 1
    assert not found.tied[of_third].any()
    assert found.tied[~of_third].tolist() == [[True, True, False]]
    assert found.free[~of_third].tolist() == [False]


def test_equilibria_between_which_somebody_gains_are_apart() -> None:
    game = two_players(COORDINATION)
    parts = components(game, np.eye(2), 1e-6)
    assert [part.members for part in parts] == [[0], [1]]
    assert not any(part.tied.any() for part in parts)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_without_ties_has_none(seed: int) -> None:
    for game in (random_game(4, 3, seed), random_game(3, 5, seed), two_players(HAWK_DOVE)):
        found = equilibria(game, 1)
        assert not found.tied.any()
        for number, one in enumerate(found.mixtures):
            for other in found.mixtures[:number]:
                assert np.abs(one - other).max() > 1e-3
