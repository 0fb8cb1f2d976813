from __future__ import annotations

import numpy as np
from strategy_lab.stats.game_theory import invasion_cycles, invasion_gains, last_ones, pure

from tests.strategy_lab.stats.games.known import (
    HAWK_DOVE,
    RPS,
    random_game,
    two_players,
)


def invades(matrix: object) -> np.ndarray:
    return invasion_gains(two_players(matrix).pairs()) > 0


def test_an_invader_gains_what_one_gains_who_leaves_the_others_there() -> None:
    game = random_game(4, 4)
    np.testing.assert_allclose(invasion_gains(game.pairs()), game.gains(pure(4)).T, atol=1e-12)


def test_rock_paper_and_scissors_replace_each_other_in_turn() -> None:
    found = invades(RPS)  # paper invades rock, and so on
    assert invasion_cycles(found) == [(0, 2, 1)]
    assert last_ones(found) == [(0, 1, 2)]


def test_hawks_and_doves_invade_each_other_without_a_cycle() -> None:
    found = invades(HAWK_DOVE)
    assert found[0, 1] and found[1, 0]
    assert invasion_cycles(found) == []
    assert last_ones(found) == [(0, 1)]
