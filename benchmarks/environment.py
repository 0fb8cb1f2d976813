"""How many decisions a second of one processor the environment of many games takes in.

What is timed is `ForSaleVector.step`, what is observed included; choosing the actions is not.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from forsale_sim.rl.vector_v0 import ForSaleVector

OPPONENTS = ["expert", "counter", "expert"]


def decisions_a_second(games: int, opponents: list[str], seconds: float) -> float:
    """Return the decisions in a second of the processor, of players who choose by chance."""
    envs = ForSaleVector(games, opponents=opponents, copy=False)
    observations, _ = envs.reset(seed=1)
    chance, spent, steps = np.random.default_rng(1), 0.0, 0
    while spent < seconds:
        mask = observations["action_mask"]
        lowest = (mask == 1) & (mask.cumsum(axis=1) <= 2)  # pass, or the least bid
        actions = np.where(lowest, chance.random(mask.shape), -1).argmax(axis=1)
        started = time.process_time()
        observations, *_ = envs.step(actions)
        spent += time.process_time() - started
        steps += 1
    return games * steps / spent


def main() -> None:
    """Print the decisions a second with and without opponents."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=4096, help="at once")
    parser.add_argument("--seconds", type=float, default=5.0, help="of the processor, each")
    arguments = parser.parse_args()
    for opponents in ([], OPPONENTS):
        rate = decisions_a_second(arguments.games, opponents, arguments.seconds)
        print(f"{rate:11,.0f} decisions/s, {f'among {opponents}' if opponents else 'all seats'}")


if __name__ == "__main__":
    main()
