"""The scale of skill: a lottery is 0, the best always winning is 1, and half of each is 1/2."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from strategy_lab.stats.skill import best_rates, skill


@pytest.mark.parametrize(("strategies", "players"), [(8, 3), (8, 4), (5, 5), (6, 4), (3, 3)])
def test_the_rates_of_the_best_are_those_of_all_lineups(strategies: int, players: int) -> None:
    lineups = list(combinations(range(strategies), players))
    wins = [sum(min(lineup) == one for lineup in lineups) for one in range(strategies)]
    seats = [sum(one in lineup for lineup in lineups) for one in range(strategies)]
    assert best_rates(strategies, players) == pytest.approx(np.array(wins) / seats)


def test_with_few_strategies_copies_share_the_win() -> None:
    assert best_rates(2, 4).tolist() == [0.5, 0.0]
    assert best_rates(2, 3).tolist() == [2 / 3, 0.0]


def simulated(share: float, games: int, seed: int, strategies: int = 8, players: int = 4) -> float:
    """Skill as measured where a share of the games goes to the best and the rest to anybody."""
    random = np.random.default_rng(seed)
    lineups = random.permuted(np.tile(np.arange(strategies), (games, 1)), axis=1)[:, :players]
    best = lineups.min(axis=1)
    winner = np.where(random.random(games) < share, best, lineups[:, 0])
    seats = np.bincount(lineups.ravel(), minlength=strategies)
    rates = np.bincount(winner, minlength=strategies) / seats
    return skill(rates, np.sqrt(rates * (1 - rates) / seats), players).value


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.75, 1.0])
def test_skill_is_the_share_of_games_that_it_decides(share: float) -> None:
    measured = np.array([simulated(share, 20_000, seed) for seed in range(20)])
    assert np.median(measured) == pytest.approx(share, abs=0.015)


def test_a_short_lottery_takes_no_skill_either() -> None:
    measured = np.array([simulated(0.0, 500, seed) ** 2 for seed in range(200)])
    assert np.median(measured) < 0.002
    naive = 4 / 500 / sum((best_rates(8, 4) - 0.25) ** 2)  # what noise alone would come to
    assert np.mean(measured) < 0.7 * naive


def test_intervals_cover_the_truth() -> None:
    random = np.random.default_rng(4)
    truth = 0.25 + 0.4 * (best_rates(8, 4) - 0.25)
    error = np.full(8, 0.01)
    covered = 0
    for _ in range(1000):
        found = skill(truth + error * random.standard_normal(8), error, 4)
        covered += found.low <= 0.4 <= found.high
    assert 920 <= covered <= 975
