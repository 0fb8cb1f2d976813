"""One player's game as an environment of Gymnasium, among compiled strategies.

>>> import gymnasium
>>> env = gymnasium.make("forsale_sim.rl.single_v0:ForSale-v0", players=3)
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, SupportsFloat

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import UsageError
from strategy_lab.plugins.strategies import Strategy

from forsale_sim.rl.observation import deal_of

from forsale_sim.rl.vector_v0 import ForSaleVector, Infos  # isort: skip  # says what is missing

import gymnasium  # isort: skip

Observation = NDArray[np.float32]


class ForSaleSingle(gymnasium.Env[Observation, np.int64]):
    """A seat at a table, another one in each deal: what libraries train one player in.

    It is a game of `forsale_sim.rl.vector_v0.ForSaleVector`: observations, actions and rewards are
    the same. ``info`` has ``action_mask``, with a 1 for each legal action, ``seat`` and ``deal``;
    `action_masks` returns the mask, as libraries ask for it.

    Parameters
    ----------
    ruleset, players, reward, history
        As for `forsale_sim.rl.forsale_v0.ForSale`.
    opponents
        Who sits after the player in turn order; of one that is named alone, copies.
    """

    metadata: dict[str, Any] = {"name": "forsale_single_v0", "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        ruleset: str = "iello-en",
        players: int = 4,
        opponents: Sequence[str | Strategy] | str | Strategy = "expert",
        reward: Literal["win", "money"] = "win",
        history: bool = False,
    ) -> None:
        if isinstance(opponents, str | Strategy):
            opponents = [opponents] * (players - 1)
        if not opponents:
            raise UsageError("a single player has opponents: name as many as there are others")
        self._games = ForSaleVector(1, ruleset, players, opponents, reward, history)
        seen: Any = self._games.single_observation_space
        self.observation_space = seen["observation"]
        self.action_space = self._games.single_action_space
        self._seed: int | None = None
        self._over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Begin the first deal of a seed, the one that ``options={"deal": 7}`` names, or the next.

        Without a seed ever given, one is drawn.
        """
        super().reset(seed=seed)
        deal = deal_of(options) if options else None
        if seed is not None or self._seed is None:
            self._seed = int(self.np_random.integers(2**32)) if seed is None else seed
            self._begin(1 if deal is None else deal)
        elif deal is not None or not self._over:
            self._begin(int(self._infos["deal"][0]) + 1 if deal is None else deal)
        self._over = False
        return self._observations["observation"][0], self._info()

    def step(
        self, action: np.int64
    ) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Take an action; of a game that is over, nothing but the reward is told."""
        if self._over:
            raise UsageError("the game is over: call reset before step")
        found = self._games.step(np.array([action]))
        self._observations, (reward,), (over,), _, self._infos = found
        self._over = bool(over)
        seen = self._observations["observation"][0]
        return np.zeros_like(seen) if over else seen, float(reward), self._over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now."""
        mask: NDArray[np.bool_] = self._observations["action_mask"][0] == 1
        return mask

    def _begin(self, deal: int) -> None:
        self._observations, self._infos = self._games.reset(seed=self._seed, options={"deal": deal})

    def _info(self) -> dict[str, Any]:
        facts = {name: int(self._infos[name][0]) for name in ("seat", "deal")}
        return {"action_mask": self._observations["action_mask"][0], **facts}


gymnasium.register("ForSale-v0", entry_point=f"{__name__}:{ForSaleSingle.__name__}")
