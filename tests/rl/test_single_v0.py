"""The environment of one player is a game of the environment of many."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from forsale_sim.rl.vector_v0 import ForSaleVector
from gymnasium.utils.env_checker import check_env
from strategy_lab.errors import UsageError
from strategy_lab.game import IllegalMoveError

ID = "forsale_sim.rl.single_v0:ForSale-v0"
OPPONENTS = ("spread", "coinflip")


def made(**settings: Any) -> Any:
    return gymnasium.make(ID, players=3, opponents=OPPONENTS, **settings)


def test_it_is_what_gymnasium_asks_for() -> None:
    env = made(history=True).unwrapped
    env.action_space.sample = lambda: int(env.action_masks().argmax())
    check_env(env, skip_render_check=True)


def test_its_games_are_those_of_many_at_once() -> None:
    env, envs = made(reward="money"), ForSaleVector(1, "iello-en", 3, OPPONENTS, "money")
    seen, info = env.reset(seed=5)
    beside, infos = envs.reset(seed=5)
    deals = [info["deal"]]
    while len(deals) < 4:
        assert np.array_equal(seen, beside["observation"][0])
        assert np.array_equal(info["action_mask"], beside["action_mask"][0])
        action = np.flatnonzero(env.unwrapped.action_masks())[-1]
        seen, reward, over, _, info = env.step(action)
        beside, rewards, ended, _, infos = envs.step([action])
        assert (reward, over) == (rewards[0], ended[0])
        if over:
            seen, info = env.reset()
            deals.append(info["deal"])
            assert info["seat"] == infos["seat"][0]
    assert deals == [1, 2, 3, 4]


def test_a_game_is_left_for_the_next_or_for_one_that_is_named() -> None:
    env = made()
    first, info = env.reset(seed=5)
    assert env.reset()[1]["deal"] == info["deal"] + 1
    again, _ = env.reset(options={"deal": 1})
    assert np.array_equal(first, again)
    with pytest.raises(IllegalMoveError):
        env.step(int(info["action_mask"].argmin()))
    with pytest.raises(UsageError, match="a deal is"):
        env.reset(options={"deal": 0})
