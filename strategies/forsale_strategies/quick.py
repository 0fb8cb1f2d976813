"""A strong and fast player: one of several `appraiser`s, drawn for each game."""

from __future__ import annotations

from typing import Any

import numpy as np
from forsale_sim import View, strategy
from strategy_lab.plugins.entrants import read_mixture
from strategy_lab.plugins.strategies import parse_settings

from forsale_strategies.appraiser import Appraiser
from forsale_strategies.blueprint import (
    FEATURES,
    FOLDER,
    GAMES,
    ORDER,
    Weights,
    bid_by,
    likest,
    sell_by,
    tuned,
)

MIXTURES = FOLDER.parent / "mixtures"

APPRAISER: Any = Appraiser
"""The `Strategy` that the decorator has made of the class."""


def _parameters(spec: str, name: str) -> Weights:
    """Return the parameters of a member of the mixture for a game."""
    if spec == "blueprint":
        return tuned(name)
    values = parse_settings(APPRAISER, spec.partition(":")[2])
    return np.array([values[key] for key in ORDER], np.float64)


def _tables() -> tuple[Weights, Weights]:
    """Return `LIMITS` and `WEIGHTS`."""
    mixtures = [read_mixture(MIXTURES / f"{name}.toml") for name in GAMES]
    most = max(len(mixture.members) for mixture in mixtures)
    limits = np.ones((len(GAMES), most))
    weights = np.zeros((len(GAMES), most, len(ORDER)))
    for i, (name, mixture) in enumerate(zip(GAMES, mixtures, strict=True)):
        count = len(mixture.members)
        limits[i, : count - 1] = np.cumsum(mixture.shares)[:-1]
        weights[i, :count] = [_parameters(spec, name) for spec in mixture.members]
    return limits, weights


LIMITS, WEIGHTS = _tables()
"""(games, members): a member plays a game if the number drawn is below its limit;
(games, members, parameters): the members' parameters."""


def drawn(view: View) -> Weights:
    """Return the parameters of the member that plays this game."""
    i, number, member = likest(view, FEATURES), view.game_random(), 0
    while number >= LIMITS[i, member]:
        member += 1
    weights: Weights = WEIGHTS[i, member]
    return weights


@strategy("quick")
class Quick:
    """Plays as one of several `appraiser`s, drawn for each game so that there is little to exploit.

    Idea: a player who always plays the same way loses to opponents who know it. A double oracle
    repeatedly adds the best response that a search finds to the equilibrium of the strategies so
    far. `quick` plays the least exploitable of these equilibria: for each game one of its members
    is drawn, and decides while buying and selling. There is an equilibrium for every built-in
    ruleset and number of players; any other game uses that of the most similar one.

    Origin: `forsale-sim psro`, from `blueprint`: M. Lanctot and others, "A unified game-theoretic
    approach to multiagent reinforcement learning", NIPS 2017.
    """

    def bid(view: View) -> int:
        """Bid as the member that was drawn."""
        return bid_by(view, drawn(view))

    def sell(view: View) -> int:
        """Sell as the member that was drawn."""
        return sell_by(view, drawn(view))
