from __future__ import annotations

import math

import numpy as np
import pytest
from strategy_lab.stats.sequential_tests import (
    mean_score,
    normalised_elo,
    score_of_elo,
)

PAIRS = np.linspace(0, 1, 5)


@pytest.mark.parametrize(
    ("counts", "published"),
    [
        ([34, 54, 63, 64, 75], 57.94),
        ([332, 433, 498, 333, 334], -9.17),
        ([7895, 8757, 5685, 568, 9999], -19.01),
        ([379, 10170, 21828, 10640, 343], 3.05),
        ([352, 579, 1264, 743, 464], 24.25),
        ([13, 37, 50, 25, 3], -63.97),
    ],
)
def test_published_normalised_elo_of_pairs_is_reproduced(
    counts: list[int], published: float
) -> None:
    found = normalised_elo(mean_score(PAIRS, counts), PAIRS, counts, games=2)
    assert found.value == pytest.approx(published, abs=0.0051)


def test_its_limits_are_nearly_the_published_ones() -> None:
    """Those leave out that the deviation is estimated, which matters little near a half."""
    counts = [352, 579, 1264, 743, 464]
    found = normalised_elo(mean_score(PAIRS, counts), PAIRS, counts, games=2)
    assert found.high - found.value == pytest.approx(8.26, rel=0.01)


def test_logistic_elo() -> None:
    assert score_of_elo(0) == 0.5
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert score_of_elo(-400) == pytest.approx(1 / 11)


@pytest.mark.parametrize("shape", [(6.0, 5.0), (40.0, 3.0)])
def test_intervals_cover_the_truth_as_often_as_they_say(shape: tuple[float, float]) -> None:
    random = np.random.default_rng(4)
    samples = random.beta(*shape, (2000, 400))
    a, b = shape
    mean, deviation = a / (a + b), math.sqrt(a * b / (a + b + 1)) / (a + b)
    elo = (mean - 0.5) / deviation * 800 / math.log(10)
    ones = np.ones(400)
    means = [mean_score(row, ones) for row in samples]
    elos = [normalised_elo(m, row, ones) for m, row in zip(means, samples, strict=True)]
    assert 0.94 <= np.mean([m.low <= mean <= m.high for m in means]) <= 0.96
    assert 0.935 <= np.mean([e.low <= elo <= e.high for e in elos]) <= 0.965
