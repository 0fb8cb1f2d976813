from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from strategy_lab.stats.game_theory import SymmetricGame, advantages, alpha_rank, fixation

from tests.strategy_lab.stats.games.known import (
    HAWK_DOVE,
    PRISONERS,
    RPS,
    payoff,
    random_game,
    two_players,
)


def mean_payoff(game: SymmetricGame, own: int, others: list[int]) -> float:
    """What a strategy earns on average, with each choice of players among others."""
    chosen = list(combinations(others, game.players - 1))
    return sum(payoff(game, own, players) for players in chosen) / len(chosen)


def taking_over(game: SymmetricGame, mutant: int, resident: int, m: int, alpha: float) -> float:
    """How likely a mutant takes over: the chain of all numbers of mutants, solved as it stands.

    Two of the population are drawn; the one imitates the other with Fermi's probability.
    """
    chain = np.eye(m + 1)
    for p in range(1, m):
        others_of_mutant = [mutant] * (p - 1) + [resident] * (m - p)
        others_of_resident = [mutant] * p + [resident] * (m - p - 1)
        difference = mean_payoff(game, mutant, others_of_mutant) - mean_payoff(
            game, resident, others_of_resident
        )
        meet = p * (m - p) / (m * (m - 1))
        up, down = meet / (1 + np.exp(-alpha * difference)), meet / (1 + np.exp(alpha * difference))
        chain[p, p - 1 : p + 2] = down, 1 - up - down, up
    inner = slice(1, m)
    absorbed = np.linalg.solve(np.eye(m - 1) - chain[inner, inner], chain[inner, m])
    return float(absorbed[0])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("alpha", [0.01, 1.0, 10.0])
def test_fixation_and_shares_of_time_are_those_of_the_whole_chain(
    players: int, alpha: float
) -> None:
    game, population = random_game(3, players), 8
    sums = np.cumsum(advantages(game.pairs(), population), axis=-1)
    found = np.exp(fixation(sums, alpha))
    steps = np.zeros((3, 3))
    for mutant in range(3):
        for resident in range(3):
            if mutant != resident:
                rho = taking_over(game, mutant, resident, population, alpha)
                assert found[mutant, resident] == pytest.approx(rho)
                steps[resident, mutant] = rho / 2
    steps += np.diag(1 - steps.sum(axis=1))
    (ranks,) = alpha_rank(game.pairs(), [alpha], population)
    np.testing.assert_allclose(ranks @ steps, ranks, atol=1e-12)


@pytest.mark.parametrize("alpha", [0.01, 0.1, 1.0, 5.0])
def test_open_spiel_finds_the_same_for_two_players(alpha: float) -> None:
    alpharank = pytest.importorskip("open_spiel.python.egt.alpharank")
    matrices = [np.array(RPS, float), np.array(HAWK_DOVE, float), np.array(PRISONERS, float)]
    matrices.append(np.random.default_rng(2).random((5, 5)))
    for matrix in matrices:
        theirs = alpharank.compute([matrix], m=50, alpha=alpha, use_local_selection_model=False)[2]
        (ours,) = alpha_rank(two_players(matrix).pairs(), [alpha], 50)
        np.testing.assert_allclose(ours, theirs, atol=1e-9)


def test_what_is_dominated_has_less_and_less_time() -> None:
    ranks = alpha_rank(two_players(PRISONERS).pairs(), [0.001, 0.01, 0.1, 1.0, 1e5])
    assert (np.diff(ranks[:4, 0]) < 0).all()
    np.testing.assert_array_equal(ranks[-1], [0, 1])
