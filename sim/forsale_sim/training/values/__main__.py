"""Learns the value functions of `champion`, for any edition and number of players.

::

    python -m forsale_sim.training.values FOLDER GAME…

where a game is an edition and a number of players, such as iello-en-4. Each becomes a file in
FOLDER.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from forsale_sim.rules.parameters import Rules
from forsale_sim.training.values.arguments import at_least, game, name_of
from forsale_sim.training.values.self_play import self_play
from forsale_sim.training.values.value_function_fit import fit

GAMES, GENERATIONS = 20_000, 6


def learn(rules: Rules, games: int, generations: int) -> NDArray[np.float64]:
    """Return the weights, (rounds, FEATURES), after some generations of self-play.

    The first generation plays as `blueprint`. Each later one bids by the mean of the weights fitted
    to the games before it, of which the latest count half.
    """
    weights = fit(self_play(rules, None, games, seed=1), rules.houses)
    for generation in range(2, generations + 1):
        latest = fit(self_play(rules, weights, games, seed=generation), rules.houses)
        weights = latest if generation == 2 else (weights + latest) / 2
    return weights


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a file of weights for each game into a folder."""
    parser = ArgumentParser(
        prog="python -m forsale_sim.training.values",
        description="Learns the value functions of champion from games that it plays with itself.",
    )
    parser.add_argument("folder", type=Path, help="where to write a file for each game")
    parser.add_argument("rules", nargs="+", type=game, metavar="game", help="such as iello-en-4")
    parser.add_argument(
        "--games", type=at_least(1), default=GAMES, help="of each generation (default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    for rules in options.rules:
        path = options.folder / f"{name_of(rules)}.csv"
        np.savetxt(path, learn(rules, options.games, GENERATIONS), fmt="%.4g", delimiter=",")
        print(path, flush=True)


if __name__ == "__main__":
    main()
