"""Learns the value functions of `champion` anew, for every edition and number of players.

::

    python -m forsale_sim.learning FOLDER GAME…

where a game is an edition and a number of players, such as iello-en-4: one file each in FOLDER.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from forsale_sim.learning.fitting import fit
from forsale_sim.learning.self_play import self_play
from forsale_sim.plugins.entrant import load_entrant
from forsale_sim.rules.loading import load_ruleset

GAMES, SEED, PLAYER = 40_000, 1, "quick"


def main(folder: Path, names: list[str]) -> None:
    """Write a file of weights for each game into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        ruleset, _, players = name.rpartition("-")
        rules = load_ruleset(ruleset).rules(int(players))
        weights = fit(self_play(rules, load_entrant(PLAYER), GAMES, SEED))
        np.savetxt(folder / f"{name}.csv", weights, fmt="%.4g", delimiter=",")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
