"""Weights are found again in games that they decided."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.search.value_function import COINS, OPENS
from forsale_sim.training.values.self_play import Record
from forsale_sim.training.values.value_function_fit import fit


def test_weights_are_found_again() -> None:
    chance = np.random.default_rng(3)
    games, players, true = 4_000, 3, 0.4
    coins = chance.integers(0, 12, (games, 1, players))
    hands = 1 << chance.integers(0, 5, (games, 1, players))
    strengths = true * coins[:, 0] + np.log2(hands[:, 0])
    winners = (strengths + chance.gumbel(size=(games, players))).argmax(axis=1)
    record = Record(coins, hands, np.ones((games, 1), np.int64), np.eye(players)[winners])
    weights = fit(record, [1, 2, 3, 4, 5])[0]
    # The coins' weight is shared with that of their root.
    worth = weights[COINS] * 6 + weights[COINS + 1] * (np.sqrt(10) - 2)
    assert worth == pytest.approx(6 * true, abs=0.2)
    assert np.diff(weights[:5]) == pytest.approx(np.ones(4), abs=0.2)
    assert weights[OPENS] == pytest.approx(0.0, abs=0.15)
