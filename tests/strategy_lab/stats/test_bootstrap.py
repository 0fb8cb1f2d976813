from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.stats.batches import percentile_interval, resamples


def test_every_replicate_draws_as_many_units_as_there_are() -> None:
    drawn = resamples(7, units=13, replicates=50)
    assert drawn.shape == (50, 13)
    assert (drawn.sum(axis=1) == 13).all()
    assert (drawn >= 0).all()


def test_a_seed_decides_every_draw() -> None:
    assert resamples(7, 4, replicates=3).tolist() == [[0, 2, 1, 1], [0, 1, 2, 1], [0, 2, 0, 2]]
    assert (resamples(2**64 - 1, 40) != resamples(0, 40)).any()


def test_units_are_drawn_equally_often_and_independently() -> None:
    drawn = resamples(1, units=40, replicates=20_000)
    np.testing.assert_allclose(drawn.mean(axis=0), 1, atol=5 / np.sqrt(20_000))
    np.testing.assert_allclose(drawn.var(axis=0), 1 - 1 / 40, atol=0.06)
    together = np.corrcoef(drawn[:, 0], drawn[:, 1])[0, 1]
    assert together == pytest.approx(-1 / 39, abs=0.03)


def test_an_interval_holds_the_middle_of_the_replicates() -> None:
    replicated = np.arange(1001.0)[:, None] * [1, -1]
    low, high = percentile_interval(replicated)
    np.testing.assert_allclose(low, [25, -975])
    np.testing.assert_allclose(high, [975, -25])
