"""The environment keeps PettingZoo's contract and plays the games of a run."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.table import play_game
from forsale_sim.rl import forsale_v0
from forsale_sim.rl.observation import BID, action_of, move_of
from pettingzoo.test import api_test, seed_test
from strategy_lab.errors import UsageError
from strategy_lab.game import IllegalMoveError

from tests.rl.walking import random_walk

TABLES = [
    ("iello-en", 3),
    ("iello-en-variant", 5),
    ("iello-fr", 4),
    ("ravensburger-1997", 5),
    ("gryphon-2009", 6),
]
tables = pytest.mark.parametrize(("ruleset", "players"), TABLES)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # but a dict, with a mask
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.parametrize("make", [forsale_v0.env, forsale_v0.ForSale])
@tables
def test_the_api_is_pettingzoos(make: Any, ruleset: str, players: int) -> None:
    api_test(make(ruleset=ruleset, players=players), num_cycles=200)


@tables
def test_a_seed_decides_everything(ruleset: str, players: int) -> None:
    seed_test(partial(forsale_v0.env, ruleset=ruleset, players=players), num_cycles=60)


@tables
def test_the_mask_is_the_legal_moves(ruleset: str, players: int) -> None:
    env = forsale_v0.ForSale(ruleset, players)
    asked = 0
    for seed in range(15):
        for agent, observation in random_walk(env, seed):
            asked += 1
            legal = np.flatnonzero(observation["action_mask"])
            assert [move_of(action) for action in legal] == env.game.legal_moves()
            view = env.view(agent)
            assert [action_of(view, move) for move in env.game.legal_moves()] == legal.tolist()
            assert len(legal) >= 2
            assert agent == f"seat_{env.game.to_act}"
            for other in set(env.agents) - {agent}:
                assert not env.observe(other)["action_mask"].any()
    assert asked > 300


@pytest.mark.parametrize("reward", ["win", "money"])
@tables
def test_rewards_add_up_to_nothing(ruleset: str, players: int, reward: Any) -> None:
    env = forsale_v0.ForSale(ruleset, players, reward)
    for seed in range(8):
        for _ in random_walk(env, seed):
            assert not any(env.rewards.values())
        rewards = [env.rewards[agent] for agent in env.possible_agents]
        assert sum(rewards) == pytest.approx(0, abs=1e-9)
        score = env.game.score
        if reward == "win":
            assert rewards == [win / 60 - 1 / players for win in score.wins]
        else:
            assert max(rewards) - min(rewards) == max(score.money) - min(score.money)
        assert all(env.terminations.values())
        assert env._cumulative_rewards == env.rewards


def test_it_plays_the_games_of_a_run() -> None:
    lineup = [load_entrant(spec) for spec in ("coinflip", "counter", "random", "expert")]
    env = forsale_v0.ForSale("iello-fr", 4)
    env.reset(seed=9)
    for deal in (1, 2, 3):
        while env.game.to_act:
            player, view = lineup[env.game.to_act - 1], env.view(env.agent_selection)
            move = player.decide(env.game.decision, view)
            env.step(action_of(view, move))
        assert env.game.events == play_game(env.rules, lineup, 9, deal).events
        env.reset()


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (5, "a sale of house 5 is illegal: the phase is 'buying'"),
        (BID + 22, "a bid of 22 is illegal: the player owns 21 coins"),
        (BID + 99, "a bid of 99 is illegal"),
        (-1, "action -1 is illegal"),
        (None, "a move is a whole number"),
        (1.0, "a move is a whole number"),
    ],
)
def test_an_illegal_action_raises_and_changes_nothing(action: Any, rule: str) -> None:
    env = forsale_v0.ForSale()
    env.reset(seed=1)
    before = str(env.game)
    with pytest.raises(IllegalMoveError, match=rule):
        env.step(action)
    assert str(env.game) == before
    assert env.agent_selection == "seat_1"
    env.step(BID + 1)
    assert env.agent_selection == "seat_2"


def test_what_is_rendered(capsys: pytest.CaptureFixture[str]) -> None:
    env = forsale_v0.ForSale(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.game)
    assert capsys.readouterr().out == ""
    env = forsale_v0.ForSale(render_mode="human")
    env.reset(seed=1)
    env.step(0)
    shown = capsys.readouterr().out
    assert shown.count("Houses on offer:") == 2
    assert "passed" in shown
    assert env.render() is None
    assert capsys.readouterr().out == f"{env.game}\n\n"
    env = forsale_v0.ForSale()
    env.reset(seed=1)
    with pytest.raises(UsageError, match="render_mode"):
        env.render()


WITHOUT = """
import sys
sys.modules["{missing}"] = None
import forsale_sim.rl.observation, forsale_sim.rl.observation
try:
    import forsale_sim.rl.forsale_v0
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize("missing", ["pettingzoo", "gymnasium"])
def test_what_is_missing_is_named_with_the_command_that_installs_it(missing: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(missing=missing)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"{missing} is not installed" in done.stdout
    assert f"{sys.executable} -m pip install gymnasium pettingzoo" in done.stdout
