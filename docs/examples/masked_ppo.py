r"""Trains a player by the masked PPO of sb3-contrib, and enters it in a tournament, compiled.

Training needs the extra [rl] and sb3-contrib; playing needs neither.

    python masked_ppo.py
    forsale-sim run --lineup masked_ppo.py,counter,counter,counter --games 1e5
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from forsale_sim.rl.networks import Network
from forsale_sim.rl.observation import HIGH

FILE = Path(__file__).with_name("masked_ppo.npz")
OPPONENTS = ("counter", "counter", "counter")
SCALE = np.minimum(HIGH, 30).astype(np.float32)
"""What observations are divided by: few numbers go higher."""
AT_ONCE = 16


def table() -> Any:
    """Return the game of one player, with observations that a network learns from."""
    import gymnasium

    name = "forsale_sim.rl.single_v0:ForSale-v0"
    env: Any = gymnasium.make(name, opponents=OPPONENTS, reward="money")
    space = gymnasium.spaces.Box(0, 1e4, env.observation_space.shape, np.float32)
    env = gymnasium.wrappers.TransformObservation(env, lambda seen: seen / SCALE, space)
    return gymnasium.wrappers.TransformReward(env, lambda money: float(money) / 20)


def train(steps: int, seed: int = 1) -> Network:
    """Return the network that so many decisions have taught."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env

    torch.set_num_threads(1)  # several wait for each other longer than so small a network takes
    envs = make_vec_env(table, AT_ONCE, seed=seed)
    model: Any = MaskablePPO(
        "MlpPolicy",
        envs,
        gamma=1.0,
        n_steps=256,
        batch_size=512,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [64, 64]},
        seed=seed,
        verbose=1,
    )
    model.learn(steps)
    first, _, second, _ = model.policy.mlp_extractor.policy_net
    layers = (first, second, model.policy.action_net)
    return Network(
        [(layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in layers],
        activation="tanh",
        scale=SCALE,
    )


if FILE.exists():
    masked_ppo = Network.load(FILE).strategy("masked-ppo", "Plays as masked PPO taught it.")

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train the player.")
    parser.add_argument("--steps", type=float, default=4e5)
    train(int(parser.parse_args().steps)).save(FILE)
    print(f"Wrote {FILE.name}.")
