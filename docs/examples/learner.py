r"""Trains a player that beats `expert`, and enters it in a tournament as a compiled strategy.

The player rates every action by the money that comes of it among three experts, and tries another
action now and then (Monte Carlo control, Sutton and Barto 2018, chapter 5). The ratings are learned
by a small network of scikit-learn, from thousands of games at once. Training takes two or three
minutes; it needs the extra [rl] and scikit-learn. Playing needs neither.

    python learner.py
    forsale-sim run --lineup learner.py,expert,expert,expert --games 1e5
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from forsale_sim.rl.networks import Network
from forsale_sim.rl.observation import SIZE
from numpy.typing import NDArray

Array = NDArray[Any]
FILE = Path(__file__).with_name("learner.npz")
OPPONENTS = ["expert", "expert", "expert"]
AT_ONCE, STEPS, HIDDEN = 512, 16, 64
"""Games at once, how many steps of them are learned from together, and hidden units."""
LOOKED_AT = 100
"""Steps of random play that show which numbers of an observation are used, and how high they go."""
TRIED = 0.1
"""How often another action is tried at first; never at the end."""
LOWEST, ANY = 3, 0.1
"""It is one of so many lowest legal ones; any legal one so often."""
UNIT = 20
"""What money is divided by, in thousands."""
UNTRIED = -1.0
"""How an action is rated before it is tried: as worse than a bad game."""


def chosen(masks: Array, ratings: Array, tried: float, random: np.random.Generator) -> Array:
    """Return for each game the action rated highest; for a share of them, one to try."""
    actions: Array = np.where(masks == 1, ratings, -np.inf).argmax(axis=1)
    trying = np.flatnonzero(random.random(len(masks)) < tried)
    legal: Array = masks[trying] == 1
    low = legal.cumsum(axis=1) <= LOWEST
    allowed = legal & (low | (random.random((len(trying), 1)) < ANY))
    actions[trying] = np.where(allowed, random.random(legal.shape), -1).argmax(axis=1)
    return actions


def outcomes(rewards: Array, ended: Array, after: Array) -> Array:
    """Return what came of each step: its game's reward, or the rating `after` the last step."""
    found = np.empty_like(rewards)
    for step in reversed(range(len(rewards))):
        after = np.where(ended[step], rewards[step], after)
        found[step] = after
    return found


class Learner:
    """A network that learns to rate actions from many games at once."""

    def __init__(self, seed: int) -> None:
        from forsale_sim.rl.vector_v0 import ForSaleVector
        from sklearn.neural_network import MLPRegressor

        self.random = np.random.default_rng(seed)
        self.envs = ForSaleVector(AT_ONCE, opponents=OPPONENTS, reward="money")
        self.seen, _ = self.envs.reset(seed=seed)
        nothing = np.zeros((AT_ONCE, self.envs.single_action_space.n), np.float32)
        highest = np.zeros(SIZE, np.float32)
        for _ in range(LOOKED_AT):
            self.step(nothing, tried=1)
            highest = np.maximum(highest, self.seen["observation"].max(axis=0))
        self.used = np.flatnonzero(highest)
        self.scale = highest[self.used]
        untyped: Any = MLPRegressor
        self.model = untyped(hidden_layer_sizes=(HIDDEN,), batch_size=128, random_state=seed)
        self.model.partial_fit(self.inputs(), nothing)
        self.model.intercepts_[-1][:] = UNTRIED

    def inputs(self) -> Array:
        """Return what is observed now, as the network takes it."""
        return self.seen["observation"][:, self.used] / self.scale

    def step(self, ratings: Array, tried: float) -> tuple[Array, Array, Array]:
        """Take an action in each game; return the actions, rewards and which games ended."""
        actions = chosen(self.seen["action_mask"], ratings, tried, self.random)
        self.seen, rewards, ended, _, _ = self.envs.step(actions)
        return actions, rewards / UNIT, ended

    def learn(self, tried: float) -> Array:
        """Play some steps and learn from them; return the rewards of the games that ended."""
        inputs, targets = list[Array](), list[Array]()
        steps = list[tuple[Array, Array, Array]]()
        for _ in range(STEPS):
            inputs.append(self.inputs())
            targets.append(self.model.predict(inputs[-1]))
            steps.append(self.step(targets[-1], tried))
        actions, rewards, ended = map(np.array, zip(*steps, strict=True))
        legal = self.seen["action_mask"] == 1
        after = np.where(legal, self.model.predict(self.inputs()), -np.inf).max(axis=1)
        rated = np.concatenate(targets)  # only the action taken is to be rated otherwise
        rated[np.arange(actions.size), actions.ravel()] = outcomes(rewards, ended, after).ravel()
        self.model.partial_fit(np.concatenate(inputs), rated)
        final: Array = rewards[ended]
        return final

    def network(self) -> Network:
        """Return what was learned, as a network that takes a whole observation."""
        (first, second), biases = self.model.coefs_, self.model.intercepts_
        weights = np.zeros((SIZE, HIDDEN))
        weights[self.used] = first / self.scale[:, np.newaxis]
        return Network([(weights, biases[0]), (second, biases[1])])


def train(games: float, seed: int = 1) -> Network:
    """Return the network that so many games have taught."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)  # matrices so small are no work for several threads
    learner, played, told, started = Learner(seed), 0, 0.0, time.process_time()
    while played < games:
        rewards = learner.learn(TRIED * (1 - played / games))
        played += len(rewards)
        if len(rewards) and played >= told:
            told += games / 10
            rate = played / (time.process_time() - started)
            money = UNIT * rewards.mean()
            print(f"{played:9,} games, {rate:,.0f} a second: {money:+.1f} thousand to the mean")
    return learner.network()


if FILE.exists():
    learner = Network.load(FILE).strategy("learner", "Rates actions as games taught it.")

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train the learner.")
    parser.add_argument("--games", type=float, default=5e5)
    train(parser.parse_args().games).save(FILE)
    print(f"Wrote {FILE.name}.")
