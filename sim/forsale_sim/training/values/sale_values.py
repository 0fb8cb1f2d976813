"""Estimates anew by what constants `champion` values its sales.

::

    python -m forsale_sim.training.values.sale_values GAME…

where a game is an edition and a number of players, such as iello-en-4. Prints the constants that
fit all games together, beside those in use, and how well they fit each.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence

import numpy as np

from forsale_sim.search.mixing import FADING, LEFT, SHARPNESS
from forsale_sim.training.values.arguments import at_least, game, name_of
from forsale_sim.training.values.estimating import CONSTANTS, estimate, log_loss
from forsale_sim.training.values.sales import PLAYER, played_sales

DEALS, LEAST_DEALS = 5_000, 100
IN_USE = LEFT, SHARPNESS, FADING


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games, and print what follows from them."""
    parser = ArgumentParser(
        prog="python -m forsale_sim.training.values.sale_values",
        description=f"Estimates how sales are valued, from games of {PLAYER} with itself.",
    )
    parser.add_argument("games", nargs="+", type=game, metavar="game", help="such as iello-en-4")
    parser.add_argument(
        "--deals",
        type=at_least(LEAST_DEALS),
        default=DEALS,
        help="of each game (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=at_least(0), default=1, help="of all chance (default: %(default)s)"
    )
    told = parser.parse_args(arguments)
    played = {name_of(rules): played_sales(rules, told.deals, told.seed) for rules in told.games}
    found = estimate(list(played.values()))
    print(f"{told.deals:,} deals of each game, seed {told.seed}, {PLAYER} in all seats\n")
    print("constant   estimate  95 % interval  in use")
    for name, value, low, high, used in zip(CONSTANTS, *found, IN_USE, strict=True):
        print(f"{name:<10}{value:9.3f}{low:9.3f} to {high:.3f}{used:8g}")
    print("\nlog-loss                      tables  estimate  in use  equal chances")
    for name, sales in played.items():
        losses = log_loss(sales, found.values), log_loss(sales, IN_USE)
        equal = np.log(sales.wins.shape[1])
        print(f"{name:<28}{len(sales.wins):8,}{losses[0]:10.4f}{losses[1]:8.4f}{equal:15.4f}")


if __name__ == "__main__":
    main()
