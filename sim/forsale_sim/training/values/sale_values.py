"""Estimates the constants by which `champion` values its sales.

::

    python -m forsale_sim.training.values.sale_values GAME…

where a game is an edition and a number of players, such as iello-en-4. Prints the constants that
fit all games together beside those in use, and how well both fit each game.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence

import numpy as np

from forsale_sim.search.sales import FADING, LEFT, SHARPNESS
from forsale_sim.training.values.arguments import PLAYER, at_least, game, name_of
from forsale_sim.training.values.fitting import CONSTANTS, fit_constants, log_loss
from forsale_sim.training.values.self_play import play_sales

DEALS, LEAST_DEALS = 5_000, 100
IN_USE = LEFT, SHARPNESS, FADING


def main(arguments: Sequence[str] | None = None) -> None:
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
        "--seed", type=at_least(0), default=1, help="of all random numbers (default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    deals, seed = options.deals, options.seed
    sales_of = {name_of(rules): play_sales(rules, deals, seed) for rules in options.games}
    fitted = fit_constants(list(sales_of.values()))
    print(f"{deals:,} deals of each game, seed {seed}, {PLAYER} in all seats\n")
    print("constant   estimate  95 % interval  in use")
    for name, value, low, high, used in zip(CONSTANTS, *fitted, IN_USE, strict=True):
        print(f"{name:<10}{value:9.3f}{low:9.3f} to {high:.3f}{used:8g}")
    print("\nlog-loss                      tables  estimate  in use  equal chances")
    for name, sales in sales_of.items():
        losses = log_loss(sales, fitted.values), log_loss(sales, IN_USE)
        equal = np.log(sales.wins.shape[1])
        print(f"{name:<28}{len(sales.wins):8,}{losses[0]:10.4f}{losses[1]:8.4f}{equal:15.4f}")


if __name__ == "__main__":
    main()
