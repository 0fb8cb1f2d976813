r"""Trains a small player by playing against itself, and enters it in a tournament.

The player rates every legal action by eight numbers, each times a weight, and draws one: the higher
the rating, the likelier (a softmax policy). Training begins with weights of 0, when all actions are
equally likely, and moves the weights towards what made more money than usual (REINFORCE, Williams
1992). It needs the extra [rl]; playing does not.

    python softmax.py
    forsale-sim run --engine python --games 400 --players 4 \
        --strategy softmax.py:learner --strategy softmax.py:beginner
"""

import argparse
from pathlib import Path

import numpy as np
from forsale_sim import View, strategy
from forsale_sim.rl.actions import BID, PASS, action_mask, move_of
from forsale_sim.rl.observation import PLACES, observe

FILE = Path(__file__).with_name("softmax-weights.txt")
FEATURES = 8
HOUSE, CHEQUE, SPREAD = 30, 15, 15
"""What houses, cheques and the spread of an offer are divided by."""


def features(seen, actions):
    """Return the numbers that actions are rated by: (actions, FEATURES)."""
    rated = np.zeros((len(actions), FEATURES))
    if seen[PLACES["buying"]][0]:
        houses = np.flatnonzero(seen[PLACES["houses_on_offer"]]) + 1
        prize = (houses[-1] - seen[PLACES["pass_house"]][0]) / HOUSE
        coins, bid = seen[PLACES["coins"]][0], actions - BID
        bids = actions != PASS
        rated[bids, 0] = 1
        rated[bids, 1] = prize
        rated[bids, 2] = bid[bids] / coins
        rated[bids, 3] = (bid[bids] - seen[PLACES["least_bid"]][0]) / coins
        rated[bids, 4] = prize * bid[bids] / coins
    else:
        offered = int(seen[PLACES["cheques_on_offer"]][0])
        cheques = seen[PLACES["cheque_values"]][:offered]
        rated[:, 5] = actions / HOUSE
        rated[:, 6] = actions / HOUSE * (cheques.mean() / CHEQUE - 0.5)
        rated[:, 7] = actions / HOUSE * np.ptp(cheques) / SPREAD
    return rated


def probabilities(rated, weights):
    """Return how likely each action is."""
    ratings = rated @ weights
    powers = np.exp(ratings - ratings.max())
    return powers / powers.sum()


class Policy:
    """Draws an action, the likelier the higher it rates it.

    Idea: eight numbers an action, each with a weight that was learned in play against itself.

    Origin: an example of training with the environment.
    """

    def __init__(self, weights):
        self.weights = weights

    def choose(self, view: View) -> int:
        """Return a move, drawn with the view's own random numbers: the same in every replay."""
        actions = np.flatnonzero(action_mask(view))
        likely = probabilities(features(observe(view), actions), self.weights)
        drawn = np.searchsorted(np.cumsum(likely), view.random())
        return move_of(actions[min(drawn, len(actions) - 1)])

    bid = sell = choose


def play(env, weights, random):
    """Play a game; return the sum of the gradients of each seat, and its reward."""
    gradients = {agent: np.zeros(FEATURES) for agent in env.possible_agents}
    rewards = {}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if over:
            rewards[agent] = reward
            env.step(None)
            continue
        actions = np.flatnonzero(observation["action_mask"])
        rated = features(observation["observation"], actions)
        likely = probabilities(rated, weights)
        drawn = random.choice(len(actions), p=likely)
        gradients[agent] += rated[drawn] - likely @ rated
        env.step(int(actions[drawn]))
    return [(gradients[agent], rewards[agent]) for agent in gradients]


def train(games, seed=1, batch=25, rate=0.25):
    """Return the weights after so many games."""
    from forsale_sim.rl import forsale_v0

    env = forsale_v0.env(players=4, reward="money")
    random = np.random.default_rng(seed)
    weights, square = np.zeros(FEATURES), np.zeros(FEATURES)
    for start in range(0, games, batch):
        seats = []
        for game in range(start, min(start + batch, games)):
            env.reset(seed=seed, options={"deal": game + 1})
            seats += play(env, weights, random)
        step = np.mean([gradient * reward for gradient, reward in seats], axis=0)
        square = 0.9 * square + 0.1 * step**2
        weights += rate * step / (np.sqrt(square) + 1e-9)
    return weights


beginner = strategy("beginner")(Policy(np.zeros(FEATURES)))
if FILE.exists():
    learner = strategy("learner")(Policy(np.loadtxt(FILE)))

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train the learner.")
    parser.add_argument("--games", type=int, default=1000)
    np.savetxt(FILE, train(parser.parse_args().games))
    print(f"Wrote {FILE.name}.")
