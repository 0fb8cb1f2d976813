"""A value function: each player's chance to win, from what lies on the table after an auction.

A player's strength is a sum: a weight for every house in hand, the worth of its coins, which grows
more slowly the more there are, and a weight for opening the next auction. The chances to win are
the softmax of the players' strengths: a conditional logit [1]_. There are weights for every number
of auctions to come.

The weights are learned with one deck. In another, a house counts as the house of the same rank.

========================  ===============================================================
column of the weights     what it counts
========================  ===============================================================
0 to 59                   whether the player holds the 1st to 60th house of the deck
`COINS`                   coins
`ROOTS`                   the square root of the coins
`OPENS`                   whether the player opens the next auction
========================  ===============================================================

References
----------
.. [1] McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers in
   Econometrics (1974).
"""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.caching import inlined

from forsale_sim.cards import MAX_CARDS, count, lowest
from forsale_sim.engine import game
from forsale_sim.search.ranks import at_rank

COINS, ROOTS, OPENS = MAX_CARDS, MAX_CARDS + 1, MAX_CARDS + 2
FEATURES = MAX_CARDS + 3


@inlined
def fill_weights(deck, learned, houses, weights):
    """Write the weights by house for a deck, from weights by rank.

    `deck`, int64: the set of its houses. `learned`, (FEATURES,) float64. `houses`, int64: how many
    houses were in the deck that the weights were learned with. `weights`, (FEATURES,) float64:
    filled in place.
    """
    for feature in range(FEATURES):
        weights[feature] = learned[feature]
    ranks, rank = count(deck), 0
    while deck != 0:
        weights[lowest(deck) - 1] = at_rank(learned, houses, rank, ranks)
        deck &= deck - 1
        rank += 1


@inlined
def fill_weights_now(state, weights, houses, now):
    """Write the weights after the auction that is open: `fill_weights`."""
    to_come = min(game.auctions_to_come(state), weights.shape[0] - 1)
    fill_weights(state.deck_houses, weights[to_come], houses, now)


@inlined
def worth_of_coins(weights, coins):
    """Return what so many coins add to a player's strength."""
    return weights[COINS] * coins + weights[ROOTS] * np.sqrt(float(coins))


@inlined
def strength(weights, coins, hand):
    """Return a player's strength by weights for this deck, without that of the opener."""
    total = worth_of_coins(weights, coins)
    while hand != 0:
        total += weights[lowest(hand) - 1]
        hand &= hand - 1
    return total
