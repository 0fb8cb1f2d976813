"""A strong player that decides in an instant: `appraiser` as it was tuned for each game."""

from __future__ import annotations

import tomllib
from inspect import signature
from pathlib import Path

import numpy as np
from forsale_sim import View, strategy
from forsale_sim.cards import count

from forsale_strategies.appraiser import Appraiser

FOLDER = Path(__file__).parent / "tuned"

GAMES = {
    # file: players, houses in the deck, set aside, a round, coins, coins back of a bid of 1
    "iello-en-3": (3, 30, 0, 3, 28, 0),
    "iello-en-4": (4, 30, 2, 4, 21, 0),
    "iello-en-5": (5, 30, 0, 5, 16, 0),
    "iello-en-6": (6, 30, 0, 6, 14, 0),
    "iello-de-3": (3, 30, 0, 3, 28, 1),
    "iello-de-4": (4, 30, 2, 4, 21, 1),
    "iello-de-5": (5, 30, 0, 5, 16, 1),
    "iello-de-6": (6, 30, 0, 6, 14, 1),
    "gryphon-2009-3": (3, 30, 6, 3, 18, 0),
    "gryphon-2009-4": (4, 30, 2, 4, 18, 0),
    "gryphon-2009-5": (5, 30, 0, 5, 14, 0),
    "ravensburger-1997-3": (3, 20, 2, 3, 15, 1),
    "ravensburger-1997-4": (4, 20, 0, 4, 15, 1),
    "ravensburger-1997-5": (5, 20, 0, 5, 15, 1),
    "iello-en-variant-3": (3, 30, 10, 2, 28, 0),
    "iello-en-variant-4": (4, 30, 0, 3, 21, 0),
    "iello-en-variant-5": (5, 30, 2, 4, 16, 0),
    "iello-en-variant-6": (6, 30, 0, 5, 14, 0),
    "iello-de-variant-3": (3, 30, 10, 2, 28, 1),
    "iello-de-variant-4": (4, 30, 0, 3, 21, 1),
    "iello-de-variant-5": (5, 30, 3, 4, 16, 1),
    "iello-de-variant-6": (6, 30, 0, 5, 14, 1),
    "ravensburger-1997-variant-3": (3, 20, 4, 2, 15, 1),
    "ravensburger-1997-variant-4": (4, 20, 2, 3, 15, 1),
    "ravensburger-1997-variant-5": (5, 20, 0, 4, 15, 1),
}
"""The games that parameters were tuned for, as a player sees them.

Editions that print the same rules for a number of players share a file.
"""

FEATURES = np.array(list(GAMES.values()), np.int64)


ORDER = [
    *list(signature(Appraiser.bid).parameters)[1:],
    *list(signature(Appraiser.sell).parameters)[1:],
]
"""The parameters as the functions below take them, after the view."""


def _weights() -> list[list[float]]:
    """Return the parameters of each game, in that order."""
    weights = []
    for name in GAMES:
        said = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
        weights.append([float(said["parameters"][key]) for key in ORDER])
    return weights


WEIGHTS = np.array(_weights(), np.float64)

appraised_bid = Appraiser.bid
appraised_sale = Appraiser.sell


def likest(view: View) -> int:
    """Return the row of the tuned game that is most like this one, of as many players."""
    houses, coins, back = count(view.deck_houses), view.starting_coins_of(1), view.refund(1)
    row, least = 0, 10_000
    for i in range(len(FEATURES)):
        if FEATURES[i, 0] == view.players:
            distance = abs(FEATURES[i, 1] - houses) + abs(FEATURES[i, 2] - view.removed)
            distance += 20 * abs(FEATURES[i, 3] - view.houses_per_round)
            distance += abs(FEATURES[i, 4] - coins) + 10 * abs(FEATURES[i, 5] - back)
            if distance < least:
                row, least = i, distance
    return row


@strategy("quick")
class Quick:
    """Plays as `appraiser` does with the parameters tuned for the game at hand.

    Idea: one formula, and the numbers that a search found for it by millions of games: for every
    edition and number of players. In a game that nobody tuned it for, it uses what was found for
    the most similar one with as many players.

    Origin: `forsale-sim tune appraiser`, against other built-in strategies and itself; its files
    say against which.
    """

    def bid(view: View) -> int:
        """Bid as `appraiser` with this game's parameters."""
        i = likest(view)
        return appraised_bid(
            view,
            WEIGHTS[i, 0],
            WEIGHTS[i, 1],
            WEIGHTS[i, 2],
            WEIGHTS[i, 3],
            WEIGHTS[i, 4],
            WEIGHTS[i, 5],
            WEIGHTS[i, 6],
            WEIGHTS[i, 7],
            WEIGHTS[i, 8],
            WEIGHTS[i, 9],
            WEIGHTS[i, 10],
            WEIGHTS[i, 11],
            WEIGHTS[i, 12],
            WEIGHTS[i, 13],
        )

    def sell(view: View) -> int:
        """Sell as `appraiser` with this game's parameters."""
        i = likest(view)
        return appraised_sale(view, WEIGHTS[i, 14], WEIGHTS[i, 15], WEIGHTS[i, 16], WEIGHTS[i, 17])
