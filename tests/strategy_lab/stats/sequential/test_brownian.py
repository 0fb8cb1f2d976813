from __future__ import annotations

import math

import numpy as np
import pytest
from strategy_lab.stats.sequential_tests import worse_outcome

LOWER, UPPER = -3.0, 3.6


def simulated(
    drift: float, variance: float, time: float, position: float, *, paths: int = 20_000
) -> float:
    """The share of worse outcomes among random walks; steps across a bound and back are seen."""
    random = np.random.default_rng(1)
    step = time / 200
    at, outcome = np.zeros(paths), np.zeros(paths, int)
    for _ in range(200):
        after = at + random.normal(drift * step, math.sqrt(variance * step), paths)
        crossed = []
        for bound in (LOWER, UPPER):
            chance = np.exp(-2 * (bound - at) * (bound - after) / (variance * step))
            crossed.append((random.random(paths) < chance) | ((bound - at) * (bound - after) <= 0))
        going = outcome == 0
        outcome[going & crossed[0]] = -1
        outcome[going & crossed[1] & ~crossed[0]] = 1
        at = np.where(going, after, at)
    return float(np.mean((outcome == -1) | ((outcome == 0) & (at <= position))))


@pytest.mark.parametrize(("drift", "variance"), [(-0.5, 1.3), (0.0, 1.0), (0.4, 0.7), (2.0, 1.0)])
@pytest.mark.parametrize("time", [0.5, 4.0, 30.0])
@pytest.mark.filterwarnings("ignore:overflow")  # in the simulation, where a walk has stopped
def test_it_is_how_often_walks_do_worse(drift: float, variance: float, time: float) -> None:
    for position in (LOWER, -1.0, 0.5, UPPER):
        found = worse_outcome(drift, variance, LOWER, UPPER, time=time, position=position)
        assert found == pytest.approx(simulated(drift, variance, time, position), abs=0.012)


@pytest.mark.parametrize("drift", [-0.4, 0.1, 0.7])
def test_in_the_long_run_it_is_walds_probability(drift: float) -> None:
    rate = 2 * drift
    expected = (1 - math.exp(-rate * UPPER)) / (math.exp(-rate * LOWER) - math.exp(-rate * UPPER))
    found = worse_outcome(drift, 1.0, LOWER, UPPER, time=1e6, position=0.0)
    assert found == pytest.approx(expected, abs=1e-9)
