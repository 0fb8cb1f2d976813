"""Thousands of games at once on the kernel, as a vector environment of Gymnasium.

>>> from forsale_sim.rl.vector_v0 import ForSaleVector
>>> envs = ForSaleVector(1024, opponents=["expert", "expert", "expert"])
>>> observations, infos = envs.reset(seed=1)
>>> for _ in range(100):
...     actions = observations["action_mask"].argmax(axis=1)
...     observations, rewards, terminations, truncations, infos = envs.step(actions)
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from strategy_lab.compiled.caching import compiled_in
from strategy_lab.display.progress import getting_ready
from strategy_lab.errors import StrategyError, UsageError
from strategy_lab.game import IllegalMoveError
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.strategies import Strategy

from forsale_sim.engine.state import asks_for_past, kernel_state, new_table
from forsale_sim.for_sale import load_field
from forsale_sim.records import ROW
from forsale_sim.rl import MissingExtraError
from forsale_sim.rl.observation import Setting, deal_of, seed_in_range

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise MissingExtraError(
        f"the environment needs gymnasium, which is not installed: {sys.executable} -m pip "
        "install gymnasium"
    ) from error

Observations = dict[str, NDArray[Any]]
Infos = dict[str, Any]

PLACES = ("learners", "to_act", "turn", "dealt", "sellers", "to_choose", "chosen")
TURN = np.dtype([(place, np.int64) for place in PLACES])
"""Where a game rests: the set of seats that learn, the one of them to act (0: the game is over),
whose turn it is in the auction, how many cards of the phase are dealt; in a sale the sets of
sellers, of those yet to choose, and of the houses chosen."""


class ForSaleVector(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Many games at once, each of which the caller plays for one seat, or for all.

    An environment plays one deal after another of a seed: the first environment of 1,000 deals 1,
    1001, 2001 and so on. Observations, actions, masks and rewards are those of
    `forsale_sim.rl.forsale_v0.ForSale`, and so are the games: ``reset(seed=seed,
    options={"deal": deal})`` of that environment begins any of them.

    With opponents, which are compiled strategies, the caller's seat is another one each deal: seat
    1 in deal 1, seat 2 in deal 2. With none, the caller plays all seats, and acts for the one whose
    turn it is.

    Where a game ends, the next one begins in the same step (``AutoresetMode.SAME_STEP``), and
    nothing is observed of its end but the rewards. ``infos`` has ``seat`` and ``deal``: who is to
    act, and in which deal; and ``rewards`` (environments, players): those of all seats of games
    that have just ended, else 0.

    Parameters
    ----------
    num_envs
        How many games are played at once.
    ruleset, players, reward, history
        As for `forsale_sim.rl.forsale_v0.ForSale`.
    opponents
        Who sits after the caller in turn order: as many strategies as there are other players, or
        none. A spec, or a strategy such as `forsale_sim.rl.networks.Network.strategy` returns.
    copy
        Whether each step returns arrays of its own; otherwise the next step writes over them.

    Raises
    ------
    UsageError
        If there is no such ruleset, strategy or setting, or numbers do not fit.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "name": "forsale_vector_v0",
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int,
        ruleset: str = "iello-en",
        players: int = 4,
        opponents: Sequence[str | Strategy] = (),
        reward: Literal["win", "money"] = "win",
        history: bool = False,
        copy: bool = True,
    ) -> None:
        setting = Setting.of(ruleset, players, reward, history)
        if len(opponents) not in (0, players - 1):
            raise UsageError(
                f"{players} players have {players - 1} opponents, or none where all learn; not "
                f"{len(opponents)}"
            )
        if num_envs < 1:
            raise UsageError(f"at least one game is played at once, not {num_envs}")
        self.num_envs, self.reward, self._copy = num_envs, reward, copy
        self.rules, actions = setting.rules, setting.actions
        self.single_observation_space = setting.observations()
        self.single_action_space: spaces.Discrete = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponents, self._keeps_past = np.zeros((2, 2, 0), np.uint64), history
        if opponents:
            with getting_ready():  # the field must live as long as its addresses
                self._field = compile_field([load_field([each])[0] for each in opponents])
            self._opponents = np.stack([self._field.functions, self._field.arguments])
            self._keeps_past |= asks_for_past(self._field.asks_for)
        self._seen = np.zeros((num_envs, len(setting.high)), np.float32)
        self._masks = np.zeros((num_envs, actions), np.int8)
        self._rewards = np.zeros((num_envs, players), np.float32)
        self._over = np.zeros(num_envs, np.bool_)
        self._seed: int | None = None
        self._step = compiled_in("forsale_sim.rl.batch", "step_games")
        self._first_illegal = compiled_in("forsale_sim.rl.batch", "first_illegal")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Begin the first games of a seed, all anew.

        Parameters
        ----------
        seed
            0 to 2**64 - 1; None for one that is drawn.
        options
            ``{"deal": 7}`` begins with another deal than the first.
        """
        self._seed = secrets.randbits(32) if seed is None else seed_in_range(seed)
        state = kernel_state(self.rules, self._seed, keeps_past=self._keeps_past)
        self._states = np.repeat(state, self.num_envs)
        first = deal_of(options, 1)
        self._states["deal"] = np.arange(first, first + self.num_envs)
        self._states["seating"] = 1
        self._tables = np.repeat(new_table(self.rules.houses), self.num_envs)
        self._turns = np.zeros(self.num_envs, TURN)
        self._turns["learners"] = 1 if self._opponents.size else (1 << self.rules.players) - 1
        with getting_ready():
            self._play(np.zeros(0, np.int64))
        return self._observations(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Take an action in every game, for the seat to act.

        Parameters
        ----------
        actions : (environments,) of an integer type

        Returns
        -------
        observations, rewards, terminations, truncations, infos
            As Gymnasium has them; rewards are those of the seat that acted.

        Raises
        ------
        IllegalMoveError
            If the rules do not allow an action, or it is no integer. No game has changed then.
        StrategyError
            If an opponent makes an illegal move, or raises an exception.
        """
        if self._seed is None:
            raise UsageError("the first games have not begun: call reset before step")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise UsageError(f"{self.num_envs} games take as many actions, not {given.shape}")
        if not np.issubdtype(given.dtype, np.integer):
            raise IllegalMoveError(
                f"action {given[0]} of environment 0",
                f"actions are of an integer type, not {given.dtype}: convert them, by "
                "np.rint(actions).astype(int)",
            )
        taken = np.ascontiguousarray(given, np.int64)
        illegal = int(self._first_illegal(self._states, self._turns, taken))
        if illegal >= 0:
            legal = np.flatnonzero(self._masks[illegal]).tolist()
            raise IllegalMoveError(
                f"action {taken[illegal]} of environment {illegal}", f"legal are {legal}"
            )
        acted = self._turns["to_act"] - 1
        self._play(taken)
        rewards = self._rewards[np.arange(self.num_envs), acted]
        ended = self._over.copy()
        return self._observations(), rewards, ended, np.zeros_like(ended), self._infos()

    def _play(self, actions: NDArray[np.int64]) -> None:
        played = self._states, self._tables, self._turns, actions, np.zeros(1, ROW)
        filled = self._seen, self._masks, self._rewards, self._over
        by_money = int(self.reward == "money")
        failed = self._step(*played, self.num_envs, by_money, *filled, self._opponents)
        if failed >= 0:
            raise StrategyError(
                f"an opponent made an illegal move or raised an exception ({self.rules.ruleset}, "
                f"{self.rules.players} players, seed {self._seed}, deal "
                f"{self._states['deal'][failed]}): try each with forsale-sim check"
            )

    def _observations(self) -> Observations:
        seen, masks = self._seen, self._masks
        if self._copy:
            seen, masks = seen.copy(), masks.copy()
        return {"observation": seen, "action_mask": masks}

    def _infos(self) -> Infos:
        return {
            "seat": self._turns["to_act"].copy(),
            "deal": self._states["deal"].copy(),
            "rewards": self._rewards.copy(),
        }
