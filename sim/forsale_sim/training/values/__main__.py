"""Learns the value functions of `champion`, for any edition and number of players.

::

    python -m forsale_sim.training.values FOLDER GAME…

where a game is an edition and a number of players, such as iello-en-4. Each becomes a file in
FOLDER, learned from games that `champion` plays with itself by the values that are installed.
``--average-with FOLDER`` takes half a step from those in another folder. Whole steps may swing to
and fro, since values that are right among players of the old ones are wrong among their own.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from strategy_lab.simulation.sessions import number_of_threads

from forsale_sim.for_sale import load_entrant
from forsale_sim.training.values.arguments import PLAYER, at_least, game, name_of
from forsale_sim.training.values.fitting import values_among

GAMES = 8_000


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(
        prog="python -m forsale_sim.training.values",
        description="Learns the value functions of champion from games that it plays with itself.",
    )
    parser.add_argument("folder", type=Path, help="where to write a file for each game")
    parser.add_argument("rules", nargs="+", type=game, metavar="game", help="such as iello-en-4")
    parser.add_argument(
        "--games", type=at_least(1), default=GAMES, help="to learn from (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=at_least(0), default=1, help="of the games (default: %(default)s)"
    )
    parser.add_argument(
        "--average-with", type=Path, help="a folder of weights: the mean with them is written"
    )
    parser.add_argument("--threads", type=at_least(1), help="(default: all cores)")
    options = parser.parse_args(arguments)
    files = [f"{name_of(rules)}.csv" for rules in options.rules]
    before = []
    if options.average_with is not None:
        try:
            before = [np.loadtxt(options.average_with / file, delimiter=",") for file in files]
        except (OSError, ValueError) as error:
            parser.error(f"--average-with: {error}")
    options.folder.mkdir(parents=True, exist_ok=True)
    for number, (rules, file) in enumerate(zip(options.rules, files, strict=True)):
        path = options.folder / file
        weights = values_among(
            load_entrant(PLAYER),
            rules,
            games=options.games,
            seed=options.seed,
            threads=number_of_threads(options.threads),
        )
        if before:
            weights = (before[number] + weights) / 2.0
        np.savetxt(path, weights, fmt="%.4g", delimiter=",")
        print(path, flush=True)


if __name__ == "__main__":
    main()
