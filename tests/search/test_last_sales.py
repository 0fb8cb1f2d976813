"""The last two sales solved: what they win, and how near to an equilibrium the solution is."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from forsale_sim.reference.table import Game
from forsale_sim.search import rollouts
from forsale_sim.search.sales import NEAR, largest_gain, match_regrets
from numpy.typing import NDArray

from tests.play.positions import state_of
from tests.search.sales import choosers, gain_by_definition, last_sale_games, tabulated, value_of

ALL = 1_000_000
"""More sets of cheques than there are."""


def table_of(game: Game, budget: int = ALL, seed: int = 1) -> NDArray[np.float64]:
    number = len(choosers(game))
    payoffs = np.empty((number, 2**number))
    rollouts.tabulate_sales(state_of(game, seed), budget, False, payoffs)
    return payoffs


def agreement(positions: int, seed: int) -> tuple[float, NDArray[np.float64]]:
    worst, gains = 0.0, []
    for game in last_sale_games(positions, seed):
        expected, found = tabulated(game), table_of(game)
        worst = max(worst, float(abs(expected - found).max()))
        chances = np.full(len(expected), 0.5)
        gains.append(match_regrets(found, chances))
        assert gains[-1] == pytest.approx(gain_by_definition(expected, chances), abs=1e-9)
        assert ((chances >= 0) & (chances <= 1)).all()
    return worst, np.array(gains)


@pytest.mark.thorough
def test_wins_are_those_of_brute_force_and_nobody_gains_much() -> None:
    worst, gains = agreement(positions=60, seed=1)
    assert worst < 1e-12
    assert gains.mean() < NEAR


@pytest.mark.parametrize("players", [7, 8])
def test_wins_at_large_tables_are_those_of_brute_force(players: int) -> None:
    for game in last_sale_games(4, seed=1, players=players):
        assert table_of(game) == pytest.approx(tabulated(game), abs=1e-12)


@pytest.mark.slow
def test_a_thousand_positions_agree_with_brute_force() -> None:
    worst, gains = agreement(positions=1_000, seed=2)
    print(
        f"\n{len(gains):,} positions: largest difference from brute force {worst:.1e}; gain of the "
        f"best deviation {gains.mean():.5f} on average, {np.quantile(gains, 0.99):.5f} or less "
        f"in 99 %, {gains.max():.5f} at most"
    )
    assert worst < 1e-12
    assert gains.mean() < NEAR / 2
    assert np.quantile(gains, 0.99) < 2 * NEAR
    assert gains.max() < 20 * NEAR


@pytest.mark.slow
def test_hardly_any_position_is_left_far_from_an_equilibrium() -> None:
    tables = [table_of(game) for game in last_sale_games(10_000, seed=8)]
    gains = np.array([match_regrets(table, np.full(len(table), 0.5)) for table in tables])
    print(
        f"\n{len(gains):,} positions: gain of the best deviation {gains.mean():.5f} on average, "
        f"above {NEAR} in {(gains > NEAR).sum()}, {gains.max():.5f} at most"
    )
    assert (gains > NEAR).mean() < 0.005
    assert gains.max() < 30 * NEAR


def losses(positions: int, seed: int) -> NDArray[np.float64]:
    found = []
    games = (game for game in last_sale_games(ALL, seed, players=2) if len(choosers(game)) == 2)
    for game in itertools.islice(games, positions):
        table, chances = table_of(game), np.full(2, 0.5)
        match_regrets(table, chances)
        sure = (table[0].reshape(2, 2) @ [1 - chances[0], chances[0]]).min()
        found.append(value_of(table) - sure)
    return np.array(found)


def test_two_players_have_what_a_linear_programme_finds() -> None:
    assert losses(positions=40, seed=3).max() < 2 * NEAR


def test_too_many_sets_of_cheques_are_drawn_at_random() -> None:
    games = last_sale_games(60, seed=5, players=2)
    game = next(game for game in games if game.rules.removed == 6 and len(choosers(game)) == 2)
    tables = [table_of(game, budget=20, seed=seed) for seed in range(400)]
    assert np.ptp(tables, axis=0).max() > 0
    assert np.mean(tables, axis=0) == pytest.approx(table_of(game), abs=0.03)


def test_a_gain_is_noticed() -> None:
    game = next(game for game in last_sale_games(60, seed=7) if len(choosers(game)) >= 3)
    table = table_of(game)
    for chances in np.random.default_rng(1).random((20, len(table))):
        assert largest_gain(table, chances) == pytest.approx(gain_by_definition(table, chances))
