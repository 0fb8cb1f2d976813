"""Weights are found again in games that they decided."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.search.bidding_model import COINS, OPENS, ROOTS
from forsale_sim.training.values.fitting import fit
from forsale_sim.training.values.self_play import Record


def record_of(games: int, true: float) -> Record:
    chance, players = np.random.default_rng(3), 3
    coins = chance.integers(0, 12, (games, 1, players))
    hands = 1 << chance.integers(0, 5, (games, 1, players))
    strengths = true * coins[:, 0] + np.log2(hands[:, 0])
    winners = (strengths + chance.gumbel(size=(games, players))).argmax(axis=1)
    return Record(coins, hands, np.ones((games, 1), np.int64), np.eye(players)[winners])


def test_weights_are_found_again() -> None:
    true = 0.4
    weights = fit(record_of(4_000, true), [1, 2, 3, 4, 5])[0]
    # The coins' weight is shared with that of their root.
    worth = weights[COINS] * 6 + weights[ROOTS] * (np.sqrt(10) - 2)
    assert worth == pytest.approx(6 * true, abs=0.2)
    assert np.diff(weights[:5]) == pytest.approx(np.ones(4), abs=0.2)
    assert weights[OPENS] == pytest.approx(0.0, abs=0.15)


@pytest.mark.parametrize("true", [0.4, -0.4])
def test_more_is_never_worth_less_however_few_the_games(true: float) -> None:
    weights = fit(record_of(30, true), [1, 2, 3, 4, 5])[0]
    assert (np.diff(weights[:5]) >= 0.0).all()
    assert (weights[[COINS, ROOTS]] >= 0.0).all()
    assert (weights[5:COINS] == 0.0).all()
