"""A player that fits the others, tries its bids against them, and mixes its sales."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import members
from forsale_sim.search import bid_by_beliefs, opinion_by_beliefs, sale_by_mixing
from forsale_sim.search.always_compiled import always_compiled
from numpy.typing import NDArray

import forsale_strategies
from forsale_strategies.blueprint import FEATURES, GAMES, likest
from forsale_strategies.known_rules import RULES, bid_by_rule, sale_by_rule

FOLDER = Path(forsale_strategies.__path__[0]) / "values"  # a copy of this file reads them, too


def _values() -> NDArray[np.float64]:
    """Return the weights of each game's value function: by game, auctions to come and feature."""
    tables = [np.loadtxt(FOLDER / f"{name}.csv", delimiter=",") for name in GAMES]
    most = max(len(table) for table in tables)
    # A similar game with more rounds uses the weights of the first round in the earlier ones.
    return np.array([np.pad(table, ((0, most - len(table)), (0, 0)), "edge") for table in tables])


VALUES = _values()
VALUES.setflags(write=False)  # as it is to compiled code: so there is one type of it

ROUNDS = 50
"""Rounds of regret matching that mix a sale.

With more the mixture is sharper, and so more predictable to players who know it: with 300, rollouts
over it gain more than with 50, while it wins hardly more against the others.
"""
DRAWS = 300
"""The most sets of last cheques that it tries."""
PRIOR = np.full(RULES, 0.06 / RULES)
"""How likely a player plays by each of the known rules, before the first bid."""
PLAYOUTS = 300
"""Rollouts in which it tries bids, over all of them together, unless it is told."""
BUDGET = 100_000
"""Positions of an auction that it searches, unless it is told."""
THRIFT = np.array([1.0, 1.0, 1.0, 1.0, 1.05, 1.1, 1.1, 1.1, 1.1])
"""By number of players, 0 to 8: how many times as much coins count as by the values, in a search.

The higher it is, the more `champion` wins among strangers, and the less among copies of itself:
there it costs most with three players.
"""


@strategy("champion")
class Champion:
    """Fits every opponent by what they bid and sold, and answers that; mixes where nobody errs.

    Idea: what the others did in this game tells how likely each bids and sells by the rule of
    another built-in strategy, by traits, such as how keen they are, or rationally. Players at one
    table are often alike, so what one did counts for the others, too.

    Idea, buying: each bid is tried in many rollouts, in which the cards to come are shuffled and
    all play the auctions to their end: every opponent by a rule or by traits drawn as often as they
    are likely, itself as `blueprint`. A value function says what the houses and coins are worth
    then. If the others are likely to be rational, it searches the auction to its end instead, for
    there is no chance in it. Everyone is assumed to bid for the end that is best for them, and to
    jump where that is best. It passes at once where no bid can pay. A game without learned values
    is played with those of the most similar game with as many players, where a house counts by its
    rank.

    Idea, selling: all choose at the same time, and a player who always sells the same house in the
    same position is predictable. So it mixes, and exploits players who do not. Regret matching
    finds the response to players who sell by rules and by traits with the probabilities that were
    inferred, and mix otherwise; the last two sales are solved. Where more than 30 % of the others'
    sales are foreseen, it draws none, but sells the house that wins most, or what `blueprint` or
    `counter` sell unless another is clearly better, the more so the less can be foreseen.

    Origin: rollouts, by Tesauro and Galperin (1996); max^n, by Luckhardt and Irani (1986); regret
    matching, by Hart and Mas-Colell (2000); restricted Nash responses, by Johanson, Zinkevich and
    Bowling (2007); opponent modelling, by Southey and others (2005). The values are learned by
    self-play, as in Samuel's checkers player (1959): ``python -m forsale_sim.training.values``
    learns them again.
    """

    budget = Parameter(
        BUDGET, low=1, high=1_000_000, meaning="positions of an auction that it searches"
    )

    playouts = Parameter(
        PLAYOUTS, low=1, high=1_000_000, meaning="rollouts in which it tries bids, in all"
    )

    thrift = Parameter(
        1.0,
        low=0.1,
        high=10.0,
        meaning="how many times as much coins count, when it searches, as they do unless told",
    )

    @always_compiled
    def bid(view: View, budget: int, playouts: int, thrift: float) -> int:
        """Make the bid after which the auctions end best."""
        game = likest(view, FEATURES)
        weights, houses = VALUES[game], FEATURES[game, 1]
        coins = thrift * THRIFT[view.players]
        return bid_by_beliefs(view, weights, houses, budget, playouts, PRIOR, coins, bid_by_rule)

    @always_compiled
    def sell(view: View) -> int:
        """Sell a house drawn from a mixture that answers what the others are expected to sell."""
        game = likest(view, FEATURES)
        weights, houses = VALUES[game], FEATURES[game, 1]
        return sale_by_mixing(
            view, ROUNDS, DRAWS, weights, houses, PRIOR, bid_by_rule, sale_by_rule
        )


TIMES = 800
"""In how many rollouts an opinion tries each bid, or each house in rounds of regret matching."""


@always_compiled
def tell(view: View, address: int, times: int, made: int) -> int:
    """Write what `champion` expects of each move: `forsale_sim.search.opinion_by_beliefs`."""
    game = likest(view, FEATURES)
    weights, houses = VALUES[game], FEATURES[game, 1]
    return opinion_by_beliefs(
        view, address, times, made, DRAWS, weights, houses, PRIOR, bid_by_rule, sale_by_rule
    )


def opinion(view: View, made: int = 0) -> tuple[list[int], NDArray[np.float64], int]:
    """Return what `champion` expects of each sensible move, and of the bid that was made.

    The others are taken to play on as they have in this game, as far as it tells.

    Returns
    -------
    list of int
        The moves.
    ndarray of float64, (moves, times, columns)
        What became of each whenever it was tried, with the same cards, or against the same sales:
        the columns of `forsale_sim.search.sales.TOLD`. Later times weigh more in a sale.
    int
        The house that it sells, if it draws none: not always what won most; else 0.
    """
    from forsale_sim.search.sales import MOST_MOVES, TOLD, TOLD_MOVE

    told = np.zeros((MOST_MOVES, TIMES, TOLD))
    told[:, 0, TOLD_MOVE] = -1
    sold = tell(view, told.ctypes.data, TIMES, made)
    if view.houses_on_offer:
        moves = [int(move) for move in told[:, 0, TOLD_MOVE] if move >= 0]
    else:
        moves = list(members(view.hand))
    return moves, told[: len(moves)], sold
