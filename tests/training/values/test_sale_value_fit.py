"""Constants are found again in sales that they decided."""

from __future__ import annotations

import numpy as np
from forsale_sim.training.values.fitting import CONSTANTS, fit_constants, log_chances, log_loss
from forsale_sim.training.values.self_play import Sales

PLANTED = np.array([0.6, 2.5, 0.4])


def planted(players: int, deals: int, seed: int, alike: int = 1) -> Sales:
    """Sales whose winners are drawn by the planted constants; of each, so many copies."""
    chance = np.random.default_rng(seed)
    tables = 3 * deals
    shape = tables, players
    sales = Sales(
        money=chance.normal(20.0, 4.0, shape),
        worth=chance.normal(30.0, 8.0, shape),
        units=np.full(tables, 0.1),
        to_come=chance.integers(2, 8, tables).astype(float),
        wins=np.zeros(shape),
        deals=np.repeat(np.arange(1, deals + 1), 3),
    )
    drawn = log_chances(sales, PLANTED) + chance.gumbel(size=shape)
    sales = sales._replace(wins=np.eye(players)[drawn.argmax(axis=1)])
    return Sales._make(array.repeat(alike, axis=0) for array in sales)


def test_planted_constants_lie_in_their_intervals_as_often_as_they_should() -> None:
    inside = np.zeros(len(CONSTANTS))
    for seed in range(8):
        found = fit_constants([planted(3, 60, seed), planted(4, 40, seed + 1000)])
        inside += (found.low <= PLANTED) & (found.high >= PLANTED)
    assert (inside >= 6).all()


def test_the_estimate_loses_least() -> None:
    sales = planted(4, 300, seed=3)
    found = fit_constants([sales]).values
    least = log_loss(sales, found)
    assert least < log_loss(sales, PLANTED) < np.log(4)
    for move in 0.05 * np.vstack([np.eye(3), -np.eye(3)]):
        assert log_loss(sales, found + move) > least
