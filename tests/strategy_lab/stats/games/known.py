"""Games whose solutions are known, and games drawn at random."""

from __future__ import annotations

from math import factorial

import numpy as np
from numpy.typing import NDArray
from strategy_lab.stats.game_theory import SymmetricGame, multisets

RPS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
"""Rock, paper, scissors."""

KIND_RPS = [[0, -1, 2], [2, 0, -1], [-1, 2, 0]]
"""The same where winning is worth more than losing costs: a third of each is stable."""

HAWK_DOVE = [[-1, 4], [0, 2]]
"""For a value of 4 and a fight's cost of 6: two thirds are hawks."""

PRISONERS = [[3, 0], [5, 1]]
"""Who defects, the second strategy, gains whatever the other does."""

COORDINATION = [[2, 0], [0, 1]]


def two_players(matrix: object) -> SymmetricGame:
    """The game for two of a matrix of what rows earn against columns."""
    payoffs = np.array(matrix, float)
    return SymmetricGame(multisets(len(payoffs), 1), payoffs.T)


def random_game(strategies: int, players: int, seed: int = 1) -> SymmetricGame:
    """A game with payoffs from 0 to 1."""
    others = multisets(strategies, players - 1)
    return SymmetricGame(others, np.random.default_rng(seed).random((len(others), strategies)))


def volunteers(players: int, cost: float) -> SymmetricGame:
    """The volunteer's dilemma: all have 1 if anybody volunteers, who pays a cost.

    In the mixed equilibrium one does not with the probability cost ** (1 / (players - 1))
    (A. Diekmann, Journal of Conflict Resolution 29, 1985). Strategy 0 volunteers.
    """
    others = multisets(2, players - 1)
    waiting = (others[:, 0] > 0).astype(float)
    return SymmetricGame(others, np.column_stack([np.full(len(others), 1 - cost), waiting]))


def payoff(game: SymmetricGame, own: int, others: tuple[int, ...]) -> float:
    """What a strategy earns among others, who are named one by one."""
    counts = np.bincount(others, minlength=game.strategies)
    (index,) = np.flatnonzero((game.others == counts).all(axis=1))
    return float(game.payoffs[index, own])


def ways(counts: NDArray[np.int64]) -> int:
    """In how many orders the members of a multiset can stand."""
    product = 1
    for count in counts:
        product *= factorial(int(count))
    return factorial(int(counts.sum())) // product
