"""Compiled strategies observe what plain ones do."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from forsale_sim.engine.kernel import view_of
from forsale_sim.rl import batch  # noqa: F401
from forsale_sim.rl.observation import SIZE_WITH_HISTORY, action_mask, action_of, move_of, observe
from forsale_sim.search.sales import shown_state
from strategy_lab.compiled.random import U64

from tests.rl.test_observation import views


@numba.njit
def seen(states, seat):
    return observe(view_of(states[0], seat))


@numba.njit
def seen_with_history(states, seat):
    return observe(view_of(states[0], seat), history=True)


@numba.njit
def mask_of(states, seat):
    return action_mask(view_of(states[0], seat))


@numba.njit
def carried_over(states, seat, action):
    return action_of(view_of(states[0], seat), move_of(action))


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        ("iello-en", 3),
        ("gryphon-2009", 4),
        ("iello-fr-variant", 6),
        ("iello-en[refunded=first]", 4),
    ],
)
def test_both_engines_observe_the_same(ruleset: str, players: int) -> None:
    told = np.zeros(SIZE_WITH_HISTORY)
    for game, view in views(ruleset, players, 5):
        states, seat = shown_state(view), U64(view.seat)
        plain = observe(view, history=True)
        told += plain
        compiled = seen_with_history(states, seat)
        assert compiled.dtype == plain.dtype
        assert np.array_equal(compiled, plain)
        assert np.array_equal(seen(states, seat), observe(view))
        if view.seat == game.to_act:
            mask = action_mask(view)
            assert np.array_equal(mask_of(states, seat), mask)
            for action in np.flatnonzero(mask):
                assert carried_over(states, seat, action) == action
    assert np.count_nonzero(told) > 200


def test_an_observation_has_no_room_for_seven() -> None:
    _, view = views("iello-en[coins=12 12 12 12 12 12 12]", 7, 1)[0]
    with pytest.raises(ValueError, match="room for 6"):
        seen(shown_state(view), U64(1))
