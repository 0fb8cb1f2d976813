"""Regret matching in games whose equilibria are known."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.search.sales import NEAR, largest_gain, match_regrets, worths
from numpy.typing import NDArray


def solved(payoffs: list[list[float]]) -> NDArray[np.float64]:
    """The mixtures that are found."""
    table = np.array(payoffs)
    chances = np.full(len(table), 0.5)
    assert match_regrets(table, chances) == largest_gain(table, chances) <= NEAR
    return chances


def shares(first: list[float]) -> list[list[float]]:
    """A game of two that share a win: what the first has by moves 00, 10, 01, 11."""
    return [first, [1 - share for share in first]]


def test_matching_pennies() -> None:
    assert solved(shares([1, 0, 0, 1])) == pytest.approx([0.5, 0.5], abs=0.01)


def test_pennies_of_unequal_worth() -> None:
    # The first matches for 1 on move 0, for 1/2 on move 1; both are indifferent at 1/3 for move 0.
    assert solved(shares([1, 0, 0, 0.5])) == pytest.approx([2 / 3, 2 / 3], abs=0.01)


def test_a_move_that_is_always_better_is_made() -> None:
    assert solved(shares([0.1, 0.4, 0.3, 0.6])) == pytest.approx([1, 0], abs=0.02)


def test_three_who_want_to_be_different_find_out_how() -> None:
    alone = [[0.0] * 8 for _ in range(3)]
    for moves in range(1, 7):
        for player in range(3):
            others = [moves >> other & 1 for other in range(3) if other != player]
            alone[player][moves] = float((moves >> player & 1) not in others)
    solved(alone)


def test_worths_are_means_over_the_moves_of_others() -> None:
    payoffs = np.arange(24.0).reshape(3, 8) ** 2
    low, high = worths(payoffs, np.array([0.25, 0.9, 0.5]), 1, np.empty(8))
    weights = np.outer([0.5, 0.5], [0.75, 0.25])  # by the moves of player 2, then of player 0
    own = payoffs[1].reshape(2, 2, 2)
    assert (low, high) == pytest.approx(((weights * own[:, 0]).sum(), (weights * own[:, 1]).sum()))


def test_the_gain_is_of_the_player_who_gains_most() -> None:
    payoffs = np.array([[0.5, 0.6, 0.0, 0.0], [0.2, 0.0, 0.9, 0.0]])
    assert largest_gain(payoffs, np.zeros(2)) == pytest.approx(0.7)
    assert largest_gain(payoffs, np.array([0.0, 1.0])) == pytest.approx(0)
