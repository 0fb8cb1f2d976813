from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.stats.game_theory import DRAWN, SETTLED, Equilibria, equilibria, follow, starts

from tests.strategy_lab.stats.games.known import (
    COORDINATION,
    HAWK_DOVE,
    KIND_RPS,
    PRISONERS,
    RPS,
    random_game,
    two_players,
    volunteers,
)


def only(found: Equilibria) -> np.ndarray:
    """The one mixture that all starts lead to."""
    assert found.starts.tolist() == [1]
    (mixture,) = found.mixtures
    return mixture


@pytest.mark.parametrize(
    ("matrix", "mixture"),
    [(HAWK_DOVE, [2 / 3, 1 / 3]), (PRISONERS, [0, 1]), (KIND_RPS, [1 / 3] * 3)],
)
def test_known_equilibria_of_two_players(matrix: object, mixture: list[float]) -> None:
    np.testing.assert_allclose(only(equilibria(two_players(matrix), 1)), mixture, atol=1e-4)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_known_equilibrium_of_volunteers(players: int) -> None:
    waiting = 0.3 ** (1 / (players - 1))
    found = only(equilibria(volunteers(players, 0.3), 1))
    np.testing.assert_allclose(found, [1 - waiting, waiting], atol=1e-4)


def test_what_is_worth_more_if_more_do_it_ends_either_way() -> None:
    found = equilibria(two_players(COORDINATION), 1)
    np.testing.assert_array_equal(found.mixtures, [[1, 0], [0, 1]])
    # From a third of the first strategy on, it spreads.
    begun = starts(2, 1)
    assert found.starts[0] == np.mean(begun[-DRAWN:, 0] > 1 / 3)


def test_a_pure_equilibrium_is_listed_though_no_start_leads_to_it() -> None:
    """The second strategy earns 0 among its like, as the first does, which spreads elsewhere."""
    found = equilibria(two_players([[1, 0], [0, 0]]), 1)
    np.testing.assert_array_equal(found.mixtures, [[1, 0], [0, 1]])
    assert found.starts.tolist() == [1, 0]


def test_rock_paper_scissors_goes_round_without_end() -> None:
    game, start = two_players(RPS), np.array([[0.6, 0.3, 0.1]])
    ends = follow(game, start)
    assert ends.settled.tolist() == [False]
    # On its way the product of the weights stays the same (Weibull 1995, 3.2).
    assert np.prod(ends.mixtures[0]) == pytest.approx(np.prod(start[0]), rel=0.02)
    found = equilibria(game, 1)
    np.testing.assert_allclose(found.mixtures, [[1 / 3] * 3])  # it was a start
    assert found.starts == [0]  # none that was drawn


@pytest.mark.parametrize("seed", range(3))
def test_where_it_settles_nobody_gains(seed: int) -> None:
    game = random_game(4, 3, seed)
    found = equilibria(game, 1)
    assert len(found.mixtures)
    assert game.gains(found.mixtures).max() < 100 * SETTLED
    np.testing.assert_allclose(found.mixtures.sum(axis=1), 1)


def test_starts_have_some_of_everything_and_depend_on_the_seed_alone() -> None:
    begun = starts(5, 1)
    assert (begun > 0).all()
    np.testing.assert_allclose(begun.sum(axis=1), 1)
    np.testing.assert_array_equal(begun, starts(5, 1))
    assert (begun != starts(5, 2)).any()
