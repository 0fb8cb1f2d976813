"""Learns the value functions of `champion` anew, for any edition and number of players.

::

    python -m forsale_sim.training.values FOLDER GAME…

where a game is an edition and a number of players, such as iello-en-4: one file each in FOLDER.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from forsale_sim.rules.parameters import Rules
from forsale_sim.training.values.arguments import at_least, game, name_of
from forsale_sim.training.values.fitting import fit
from forsale_sim.training.values.self_play import self_play

GAMES, GENERATIONS = 20_000, 6


def learn(rules: Rules, games: int, generations: int) -> NDArray[np.float64]:
    """Return the weights that players find who learn from their own games.

    The first generation plays as `blueprint`. Each later one bids by the mean of what those before
    it found, the latest counting half.

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
        As `forsale_sim.training.values.fitting.fit` finds them.
    """
    weights = fit(self_play(rules, None, games, seed=1), rules.houses)
    for generation in range(2, generations + 1):
        found = fit(self_play(rules, weights, games, seed=generation), rules.houses)
        weights = found if generation == 2 else (weights + found) / 2
    return weights


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a file of weights for each game into a folder."""
    parser = ArgumentParser(
        prog="python -m forsale_sim.training.values",
        description="Learns the value functions of champion from games that it plays with itself.",
    )
    parser.add_argument("folder", type=Path, help="where to: a file for each game")
    parser.add_argument("rules", nargs="+", type=game, metavar="game", help="such as iello-en-4")
    parser.add_argument(
        "--games", type=at_least(1), default=GAMES, help="of each generation (default: %(default)s)"
    )
    told = parser.parse_args(arguments)
    told.folder.mkdir(parents=True, exist_ok=True)
    for rules in told.rules:
        path = told.folder / f"{name_of(rules)}.csv"
        np.savetxt(path, learn(rules, told.games, GENERATIONS), fmt="%.4g", delimiter=",")
        print(path, flush=True)


if __name__ == "__main__":
    main()
