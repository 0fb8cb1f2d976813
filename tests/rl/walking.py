"""Random walks through the environment."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from forsale_sim.rl.forsale_v0 import ForSale, Observation


def random_walk(env: ForSale, seed: int) -> Iterator[tuple[str, Observation]]:
    """Play a game with random actions; yield who is to act and what is observed, before each."""
    chance = Random(seed)
    env.reset(seed=seed)
    while env.game.to_act:
        agent = env.agent_selection
        observation = env.observe(agent)
        yield agent, observation
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        # Low bids more often than high ones, so that there are auctions to speak of.
        env.step(chance.choice(legal[:4] if chance.random() < 0.7 else legal))
