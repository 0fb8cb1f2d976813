"""Many games at once are the games of the single environment, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from forsale_sim import View, strategy
from forsale_sim.for_sale import load_entrant
from forsale_sim.rl.forsale_v0 import ForSale
from forsale_sim.rl.observation import BID, action_of
from forsale_sim.rl.vector_v0 import ForSaleVector
from strategy_lab.errors import StrategyError, UsageError
from strategy_lab.game import IllegalMoveError

GAMES = 5


def play_beside(envs: ForSaleVector, single: ForSale, opponents: tuple[str, ...]) -> set[int]:
    """Play both with the same actions until each game has ended twice; return the deals seen."""
    players = len(single.possible_agents)
    seated = [load_entrant(opponent) for opponent in opponents]
    chance = np.random.default_rng(2)
    observations, infos = envs.reset(seed=7)
    twins: list[ForSale] = []
    for _ in range(GAMES):
        twins.append(ForSale(single.rules.ruleset, players, single.reward, None, single.history))

    def catch_up(i: int) -> None:
        twin, learner = twins[i], (twins[i]._deal - 1) % players
        while seated and twin.game.to_act and twin.game.to_act - 1 != learner:
            seat = twin.game.to_act - 1
            view = twin.view(twin.agent_selection)
            move = seated[(seat - learner - 1) % players].decide(twin.game.decision, view)
            twin.step(action_of(view, move))

    def begin(i: int) -> None:
        twins[i].reset(seed=7, options={"deal": int(infos["deal"][i])})
        catch_up(i)

    for i in range(GAMES):
        begin(i)
    deals: set[int] = set()
    ended = np.zeros(GAMES, int)
    while ended.min() < 2:
        actions = np.zeros(GAMES, int)
        for i, twin in enumerate(twins):
            agent = f"seat_{infos['seat'][i]}"
            assert twin.agent_selection == agent
            shown = twin.observe(agent)
            assert np.array_equal(shown["observation"], observations["observation"][i])
            assert np.array_equal(shown["action_mask"], observations["action_mask"][i])
            legal = np.flatnonzero(shown["action_mask"])
            actions[i] = chance.choice(legal[:4] if chance.random() < 0.7 else legal)
        deals.update(infos["deal"].tolist())
        acted = infos["seat"] - 1
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any()
        for i, twin in enumerate(twins):
            twin.step(int(actions[i]))
            catch_up(i)
            assert terminations[i] == (twin.game.to_act == 0)
            told = [twin.rewards[agent] for agent in twin.possible_agents]
            assert infos["rewards"][i] == pytest.approx(told, abs=1e-5)
            assert rewards[i] == pytest.approx(told[acted[i]], abs=1e-5)
            if terminations[i]:
                ended[i] += 1
                begin(i)
    return deals


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("ruleset", "players", "opponents", "settings"),
    [
        ("iello-en", 4, ("expert", "random", "counter"), {}),
        ("iello-en", 3, (), {"history": True, "reward": "money"}),
        ("ravensburger-1997-variant", 5, (), {}),
        ("gryphon-2009", 3, ("matcher", "random"), {"history": True}),
        ("iello-en[opener=lot,refunded=first,hidden_houses=2]", 4, (), {}),
    ],
)
def test_games_are_those_of_the_single_environment(
    ruleset: str, players: int, opponents: tuple[str, ...], settings: dict[str, Any]
) -> None:
    envs = ForSaleVector(GAMES, ruleset, players, opponents, **settings)
    deals = play_beside(envs, ForSale(ruleset, players, **settings), opponents)
    assert set(range(1, 2 * GAMES + 1)) <= deals


def test_spaces_hold_what_is_observed() -> None:
    envs = ForSaleVector(3, history=True)
    observations, _ = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    actions = observations["action_mask"].argmax(axis=1)
    assert envs.action_space.contains(actions)
    observations, rewards, *_ = envs.step(actions)
    assert envs.observation_space.contains(observations)
    assert rewards.shape == (3,)


def test_a_seed_decides_everything() -> None:
    played = []
    for envs in (ForSaleVector(4), ForSaleVector(4)):
        for _ in range(2):
            seen = [envs.reset(seed=3)[0]["observation"]]
            for _ in range(40):
                observations, *_ = envs.step(np.argmax(envs._masks, axis=1))
                seen.append(observations["observation"])
            played.append(np.array(seen))
    assert all(np.array_equal(played[0], each) for each in played[1:])
    other = ForSaleVector(4).reset()[0]["observation"]
    assert not np.array_equal(other, ForSaleVector(4).reset()[0]["observation"])


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    envs = ForSaleVector(3)
    before, _ = envs.reset(seed=1)
    for action in (-1, 5, BID, BID + 22, 99_999):
        with pytest.raises(IllegalMoveError, match=f"action {action} of environment 1 is illegal"):
            envs.step(np.array([BID + 1, action, 0]))
    for wrong in ([1.0, 0.0, 0.0], [True, False, False]):
        with pytest.raises(IllegalMoveError, match=r"action (1.0|True) of .* integer type, not"):
            envs.step(np.array(wrong))
    envs.step([BID + 1, 0, 0])
    assert envs._states["highest_bid"].tolist() == [1, 0, 0]
    assert before["observation"].shape == (3, 582)


@strategy("cheater")
class Cheater:
    def bid(view: View) -> int:
        return view.coins + 1

    def sell(view: View) -> int:
        return 0


def test_an_opponent_that_breaks_the_rules_is_named_with_its_game() -> None:
    envs = ForSaleVector(2, players=3, opponents=[Cheater, Cheater])
    with pytest.raises(StrategyError, match=r"iello-en, 3 players, seed 1, deal 2"):
        envs.reset(seed=1)


def test_calls_that_cannot_be() -> None:
    envs = ForSaleVector(2)
    with pytest.raises(UsageError, match="call reset before step"):
        envs.step(np.zeros(2, int))
    with pytest.raises(UsageError, match="a seed is a whole number from 0"):
        envs.reset(seed=-1)
    envs.reset(seed=1)
    with pytest.raises(UsageError, match="2 games take as many actions"):
        envs.step(np.zeros(3, int))
