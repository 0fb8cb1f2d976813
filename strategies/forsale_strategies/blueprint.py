"""`appraiser` as tuned for each game: the policy that searching strategies build on."""

from __future__ import annotations

import tomllib
from inspect import signature
from pathlib import Path

import numpy as np
from forsale_sim import View, strategy
from forsale_sim.cards import count
from numpy.typing import NDArray

import forsale_strategies
from forsale_strategies.appraiser import Appraiser

Weights = NDArray[np.float64]

FOLDER = Path(forsale_strategies.__path__[0]) / "tuned"  # a copy of this file reads them, too

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
"""The games that parameters were tuned for, by what a player can see of them.

Editions with the same rules for a number of players share a file.
"""

FEATURES = np.array(list(GAMES.values()), np.int64)
"""(games, 6): the values of `GAMES`."""

FEWEST, MOST = int(FEATURES[:, 0].min()), int(FEATURES[:, 0].max())
"""Players: parameters were tuned for every number from the fewest to the most."""

ORDER = [
    *list(signature(Appraiser.bid).parameters)[1:],
    *list(signature(Appraiser.sell).parameters)[1:],
]
"""The parameters as the functions below take them, after the view."""


def tuned(name: str) -> Weights:
    """Return the parameters that were tuned for a game, in the order of `ORDER`."""
    content = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return np.array([content["parameters"][key] for key in ORDER], np.float64)


WEIGHTS = np.array([tuned(name) for name in GAMES])

appraised_bid = Appraiser.bid
appraised_sale = Appraiser.sell


def likest(view: View, games: NDArray[np.int64]) -> int:
    """Return the row of `games`, (games, 6), that is most like the game of a view.

    That is one with as many players, or with the nearest number of them.
    """
    players = min(max(view.players, FEWEST), MOST)
    houses, coins, back = count(view.deck_houses), view.starting_coins_of(1), view.refund(1)
    row, least = 0, 1_000_000
    for i in range(len(games)):
        if games[i, 0] == players:
            distance = abs(games[i, 1] - houses) + abs(games[i, 2] - view.removed)
            distance += 20 * abs(games[i, 3] - view.houses_per_round)
            distance += abs(games[i, 4] - coins) + 10 * abs(games[i, 5] - back)
            if distance < least:
                row, least = i, distance
    return row


def bid_by(view: View, weights: Weights) -> int:
    """Bid as `appraiser` with the parameters in `ORDER`."""
    return appraised_bid(
        view,
        weights[0],
        weights[1],
        weights[2],
        weights[3],
        weights[4],
        weights[5],
        weights[6],
        weights[7],
        weights[8],
        weights[9],
        weights[10],
        weights[11],
        weights[12],
        weights[13],
    )


def sell_by(view: View, weights: Weights) -> int:
    """Sell as `appraiser` with the parameters in `ORDER`."""
    return appraised_sale(view, weights[14], weights[15], weights[16], weights[17])


@strategy("blueprint")
class Blueprint:
    """Plays as `appraiser` does with the parameters tuned for the game at hand.

    Idea: one formula, with parameters that a search found over millions of games for every edition
    and number of players. In any other game it uses the parameters of the most similar game with as
    many players; with two players, of one with three; with more than six, of one with six.

    Origin: `forsale-sim tune appraiser`, against other built-in strategies and itself; the tuned
    files name the opponents.
    """

    def bid(view: View) -> int:
        """Bid as `appraiser` with this game's parameters."""
        return bid_by(view, WEIGHTS[likest(view, FEATURES)])

    def sell(view: View) -> int:
        """Sell as `appraiser` with this game's parameters."""
        return sell_by(view, WEIGHTS[likest(view, FEATURES)])
