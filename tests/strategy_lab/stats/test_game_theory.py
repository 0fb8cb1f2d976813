from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from strategy_lab.stats.game_theory import (
    DRAWN,
    FEWEST,
    SETTLED,
    EmpiricalGame,
    Equilibria,
    SymmetricGame,
    advantages,
    alpha_rank,
    equilibria,
    fixation,
    follow,
    invasion_gains,
    last_ones,
    least_exploitable,
    multisets,
    pure,
    starts,
)
from strategy_lab.stats.rankings import cycles

# known

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


# alpha_rank


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


# components

TWO_HAWKS = [[-1, -1, 4], [-1, -1, 4], [0, 0, 2]]
"""The first two strategies are alike."""

HELD_OFF = [[0, 0, -1], [0, 0, -1], [-1, 0.5, 1]]
"""The first two earn the same; the third gains where the second has more than two thirds."""


def test_a_tie_is_one_equilibrium_whatever_errors_of_rounding_there_are() -> None:
    for tie in (np.zeros((2, 2)), 1 / 3 + 1e-17 * np.arange(4).reshape(2, 2) ** 5):
        found = equilibria(two_players(tie), 1)
        assert found.starts.tolist() == [1]
        np.testing.assert_array_equal(found.mixtures, [[0.5, 0.5]])
        assert found.tied.all()


def test_strategies_that_are_alike_share_a_part_in_any_way() -> None:
    found = equilibria(two_players(TWO_HAWKS), 1)
    assert found.starts.tolist() == [1]
    assert found.tied.tolist() == [[True, True, False]]
    assert found.mixtures[0, 2] == pytest.approx(1 / 3, abs=1e-4)


def test_where_a_third_gains_against_some_mixtures_only_the_others_are_equilibria() -> None:
    found = equilibria(two_players(HELD_OFF), 1)
    assert found.starts.sum() == 1
    of_third = found.mixtures[:, 2] == 1
    assert of_third.sum() == 1
    assert not found.tied[of_third].any()
    assert found.tied[~of_third].tolist() == [[True, True, False]]


@pytest.mark.parametrize("seed", range(2))
def test_a_game_without_ties_has_none(seed: int) -> None:
    for game in (random_game(4, 3, seed), random_game(3, 5, seed), two_players(HAWK_DOVE)):
        found = equilibria(game, 1)
        assert not found.tied.any()
        for number, one in enumerate(found.mixtures):
            for other in found.mixtures[:number]:
                assert np.abs(one - other).max() > 1e-3


# empirical

BATCHES = 100


def noisy(game: SymmetricGame, sd: float, seed: int = 1, batches: int = BATCHES) -> EmpiricalGame:
    noise = np.random.default_rng(seed).normal(0, sd, (batches, *game.payoffs.shape))
    return EmpiricalGame.of(game.of(game.payoffs + noise), seed)


def test_what_all_payoffs_have_in_common_makes_no_difference() -> None:
    """Batches that are good for all leave gains as they are: the same ones are drawn for all."""
    game = two_players(HAWK_DOVE)
    luck = np.random.default_rng(1).normal(0, 10, (BATCHES, 1, 1))
    played = EmpiricalGame.of(game.of(game.payoffs + luck), 1)
    gains = played.replicated_gains(pure(2)[1])
    np.testing.assert_allclose(gains, np.tile(game.gains(pure(2)[1]), (len(gains), 1)), atol=1e-9)


def test_intervals_of_weights_hold_the_equilibrium_about_as_often_as_they_should() -> None:
    held = 0
    for seed in range(40):
        low, high = noisy(two_players(HAWK_DOVE), 1.0, seed).weight_interval(np.array([2, 1]) / 3)
        held += low[0] <= 2 / 3 <= high[0]
        assert low[0] == pytest.approx(1 - high[1], abs=0.01)
    assert held >= 32


def test_where_nothing_is_known_weights_may_be_any() -> None:
    low, high = noisy(two_players(PRISONERS), 100.0).weight_interval(np.array([0.0, 1.0]))
    np.testing.assert_allclose([low, high], [[0, 0], [1, 1]], atol=1e-3)


@pytest.mark.parametrize("batches", [1, 2, FEWEST - 1])
def test_few_batches_tell_nothing_of_how_sure_they_are(batches: int) -> None:
    game = noisy(two_players(PRISONERS), 1.0, batches=batches)
    assert np.isnan(game.interval(game.replicated(game.by_batch.payoffs))).all()
    assert np.isnan(game.payoff_interval()).all()
    assert np.isnan(game.weight_interval(np.array([0.0, 1.0]))).all()


# invasions


def invades(matrix: object) -> np.ndarray:
    return invasion_gains(two_players(matrix).pairs()) > 0


def test_an_invader_gains_what_one_gains_who_leaves_the_others_there() -> None:
    game = random_game(4, 4)
    np.testing.assert_allclose(invasion_gains(game.pairs()), game.gains(pure(4)).T, atol=1e-12)


def test_rock_paper_and_scissors_replace_each_other_in_turn() -> None:
    found = invades(RPS)  # paper invades rock, and so on
    assert cycles(found & ~found.T) == [(0, 2, 1)]
    assert last_ones(found) == [(0, 1, 2)]


def test_hawks_and_doves_invade_each_other_without_a_cycle() -> None:
    found = invades(HAWK_DOVE)
    assert found[0, 1] and found[1, 0]
    assert cycles(found & ~found.T) == []
    assert last_ones(found) == [(0, 1)]


# least_exploitable

UNEVEN_RPS = [[0, -1, 3], [1, 0, -1], [-3, 1, 0]]
"""Rock, paper, scissors in which rock beats scissors by three: played 1/5, 3/5, 1/5."""


def only(found: Equilibria) -> np.ndarray:
    """The one mixture that all starts lead to."""
    assert found.starts.tolist() == [1]
    (mixture,) = found.mixtures
    return mixture


@pytest.mark.parametrize(
    ("matrix", "mixture"),
    [
        (HAWK_DOVE, [2 / 3, 1 / 3]),
        (PRISONERS, [0, 1]),
        (KIND_RPS, [1 / 3] * 3),
        (RPS, [1 / 3] * 3),
        (UNEVEN_RPS, [1 / 5, 3 / 5, 1 / 5]),
    ],
)
def test_known_equilibria_of_two_players(matrix: object, mixture: list[float]) -> None:
    np.testing.assert_allclose(least_exploitable(two_players(matrix), 1), mixture, atol=1e-4)
    if matrix not in (RPS, UNEVEN_RPS):  # where the dynamics go round
        np.testing.assert_allclose(only(equilibria(two_players(matrix), 1)), mixture, atol=1e-4)


def test_it_is_found_where_the_dynamics_go_round() -> None:
    assert not len(equilibria(two_players(UNEVEN_RPS), 1).mixtures)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_known_equilibrium_of_volunteers(players: int) -> None:
    waiting = 0.3 ** (1 / (players - 1))
    for found in (
        least_exploitable(volunteers(players, 0.3), 1),
        only(equilibria(volunteers(players, 0.3), 1)),
    ):
        np.testing.assert_allclose(found, [1 - waiting, waiting], atol=1e-4)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("players", "strategies"), [(3, 3), (4, 5), (6, 4)])
def test_every_game_has_an_equilibrium(players: int, strategies: int, seed: int) -> None:
    game = random_game(strategies, players, seed)
    mixture = least_exploitable(game, seed)
    assert mixture.sum() == pytest.approx(1)
    assert game.gains(mixture).max() <= 1e-4 * game.spread


# replicator


def test_what_is_worth_more_if_more_do_it_ends_either_way() -> None:
    found = equilibria(two_players(COORDINATION), 1)
    np.testing.assert_array_equal(found.mixtures, [[1, 0], [0, 1]])
    # From a third of the first strategy on, it spreads.
    begun = starts(2, 1)
    assert found.starts[0] == np.mean(begun[-DRAWN:, 0] > 1 / 3)


def test_a_pure_equilibrium_is_listed_though_no_start_leads_to_it() -> None:
    """The second strategy earns 0 among its like, as the first does, which spreads elsewhere."""
    found = equilibria(two_players([[1, 0], [0, 0]]), 1)
    np.testing.assert_array_equal(found.mixtures, [[1, 0], [0, 1]])
    assert found.starts.tolist() == [1, 0]


def test_rock_paper_scissors_goes_round_without_end() -> None:
    game, start = two_players(RPS), np.array([[0.6, 0.3, 0.1]])
    ends = follow(game, start)
    assert ends.settled.tolist() == [False]
    # On its way the product of the weights stays the same (Weibull 1995, 3.2).
    assert np.prod(ends.mixtures[0]) == pytest.approx(np.prod(start[0]), rel=0.02)
    found = equilibria(game, 1)
    np.testing.assert_allclose(found.mixtures, [[1 / 3] * 3])  # it was a start
    assert found.starts == [0]  # none that was drawn


@pytest.mark.parametrize("seed", range(3))
def test_where_it_settles_nobody_gains(seed: int) -> None:
    game = random_game(4, 3, seed)
    found = equilibria(game, 1)
    assert len(found.mixtures)
    assert game.gains(found.mixtures).max() < 100 * SETTLED
    np.testing.assert_allclose(found.mixtures.sum(axis=1), 1)
