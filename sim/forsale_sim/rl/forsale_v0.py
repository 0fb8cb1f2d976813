"""The game as a PettingZoo environment: one agent for each seat, who act in turn.

>>> from forsale_sim.rl import forsale_v0
>>> env = forsale_v0.env(players=3)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import secrets
import sys
from typing import Any, ClassVar, Literal, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import UsageError
from strategy_lab.random_words import GameWords
from strategy_lab.rows import whole_win

from forsale_sim.reference.table import Game, deal_cards, game_view
from forsale_sim.rl import MissingExtraError
from forsale_sim.rl.observation import Setting, act, action_mask, observe, seed_in_range
from forsale_sim.view import View

try:
    from gymnasium import spaces
    from pettingzoo.utils.env import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    library = str(error.name).partition(".")[0]
    raise MissingExtraError(
        f"the environment needs gymnasium and pettingzoo, and {library} is not installed: "
        f"{sys.executable} -m pip install gymnasium pettingzoo"
    ) from error

Observation = dict[str, NDArray[Any]]
Action: TypeAlias = int | np.integer[Any]
RENDER_MODES = ("ansi", "human")


def env(**settings: Any) -> ForSale:
    """Return a `ForSale` with these settings that raises an error if used before `reset`."""
    return cast("ForSale", OrderEnforcingWrapper(ForSale(**settings)))


class ForSale(AECEnv[str, Observation, Action]):
    """One game after another, from the first auction to the last sale.

    An agent acts only where it has a choice. A player who cannot make a legal bid passes, and the
    last house of a player or in a sale is sold, without a step. In a sale, where all players choose
    at the same time, agents choose in turn order and do not see what the others have chosen.

    Agents are called ``seat_1`` to ``seat_6``. They observe a dict of ``observation`` and
    ``action_mask``, both described by `forsale_sim.rl.observation`. The
    mask is all 0 for agents who are not to act. An illegal action raises `IllegalMoveError` and
    changes nothing.

    Rewards come at the end of a game, 0 until then, and add up to 0 over the agents.

    Parameters
    ----------
    ruleset
        An edition's name, or the path of a ruleset's file.
    players
        The number of players.
    reward
        ``"win"``: the share of the win, less a fair share. ``"money"``: coins and cheques, less the
        mean of all players, in thousands.
    render_mode
        ``"ansi"``: `render` returns the table as text. ``"human"``: it is printed after each step.
    history
        Whether observations tell the past auctions: in which one each house was bought, and what
        everyone bid.

    Raises
    ------
    UsageError
        If there is no such ruleset or setting, the ruleset is not for that many players, or they
        are more than an observation has room for.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "forsale_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        ruleset: str = "iello-en",
        players: int = 4,
        reward: Literal["win", "money"] = "win",
        render_mode: Literal["ansi", "human"] | None = None,
        history: bool = False,
    ) -> None:
        super().__init__()
        if render_mode not in (*RENDER_MODES, None):
            modes = ", ".join(map(repr, (*RENDER_MODES, None)))
            raise UsageError(f"render_mode is one of {modes}, not {render_mode!r}")
        setting = Setting.of(ruleset, players, reward, history)
        self.rules, self.reward, self.history = setting.rules, reward, history
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, players + 1)]
        self.agents: list[str] = []
        self._spaces: dict[str, tuple[spaces.Dict, spaces.Discrete]] = {
            agent: (setting.observations(), spaces.Discrete(setting.actions))
            for agent in self.possible_agents
        }
        self._seed: int | None = None
        self._deal = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game.

        Parameters
        ----------
        seed
            0 to 2**64 - 1: begins with deal 1 of this seed, whose cards are those that
            ``forsale-sim run`` deals with it. With None, the next deal of the last seed; at first,
            of a seed that is drawn.
        options
            ``{"deal": 7}`` for the deal of that number instead. Other options are ignored.

        Raises
        ------
        UsageError
            If the seed or the deal is out of range.
        """
        if seed is not None or self._seed is None:
            self._seed = secrets.randbits(32) if seed is None else seed_in_range(seed)
            self._deal = 0
        self._deal = seed_in_range((options or {}).get("deal", self._deal + 1), "deal", 1)
        self.game = Game(self.rules, deal_cards(self.rules, self._seed, self._deal))
        self._words = GameWords(self._seed, self.rules.players, self._deal, seating=1)
        self._decisions = dict.fromkeys(self.game.coins, 0)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def view(self, agent: str) -> View:
        """Return the view of a strategy in an agent's seat, with the random numbers of a run."""
        seat = self._seat(agent)
        return game_view(self.game, self._words.decision(seat, self._decisions[seat]), seat)

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation and action mask."""
        view = self.view(agent)
        mask = action_mask(view)
        if self._seat(agent) != self.game.to_act:
            mask[:] = 0
        return {"observation": observe(view, self.history), "action_mask": mask}

    def step(self, action: Action | None) -> None:
        """Carry out the action of the agent whose turn it is; None if its game is over.

        Raises
        ------
        IllegalMoveError
            If the rules do not allow the action.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        act(self.game, action)
        self._decisions[self._seat(agent)] += 1
        self._cumulative_rewards[agent] = 0.0
        self._go_on()

    def _go_on(self) -> None:
        over = self.game.to_act == 0
        self.agent_selection = self.agents[0 if over else self.game.to_act - 1]
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self._final_rewards(), strict=True))
            self._accumulate_rewards()
        if self.render_mode == "human":
            print(self.game, end="\n\n")

    def _final_rewards(self) -> list[float]:
        score, players = self.game.score, self.rules.players
        if self.reward == "money":
            return [money - sum(score.money) / players for money in score.money]
        return [win / whole_win(players) - 1 / players for win in score.wins]

    def render(self) -> str | None:
        """Return the table as text in render mode ``"ansi"``; print it in ``"human"``.

        Raises
        ------
        UsageError
            If the environment was made without a render mode.
        """
        if self.render_mode is None:
            raise UsageError(
                'nothing can be rendered: make the environment with render_mode="ansi"'
            )
        if self.render_mode == "ansi":
            return str(self.game)
        print(self.game, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: there is no window and no process to close."""

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent) + 1
