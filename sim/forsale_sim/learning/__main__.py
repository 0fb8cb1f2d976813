"""Learns the value functions of `champion` anew, for every edition and number of players.

::

    python -m forsale_sim.learning FOLDER GAME…

where a game is an edition and a number of players, such as iello-en-4: one file each in FOLDER.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from forsale_sim.learning.fitting import fit
from forsale_sim.learning.self_play import self_play
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.parameters import Rules

GAMES, GENERATIONS = 20_000, 6


def learn(rules: Rules, games: int, generations: int) -> NDArray[np.float64]:
    """Return the weights that players find who learn from their own games.

    The first generation plays as `quick`. Each later one bids by the mean of what those before it
    found, the latest counting half.

    Parameters
    ----------
    rules
        The game.
    games
        How many games a generation plays.
    generations
        How many there are.

    Returns
    -------
    (rounds, FEATURES) float64
        As `forsale_sim.learning.fitting.fit` finds them.
    """
    weights = fit(self_play(rules, None, games, seed=1))
    for generation in range(2, generations + 1):
        found = fit(self_play(rules, weights, games, seed=generation))
        weights = found if generation == 2 else (weights + found) / 2
    return weights


def main(folder: Path, names: list[str]) -> None:
    """Write a file of weights for each game into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        ruleset, _, players = name.rpartition("-")
        weights = learn(load_ruleset(ruleset).rules(int(players)), GAMES, GENERATIONS)
        np.savetxt(folder / f"{name}.csv", weights, fmt="%.4g", delimiter=",")
        print(folder / f"{name}.csv", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
