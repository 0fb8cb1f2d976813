"""Points are drawn from the library's distribution, and are the same on every machine."""

from __future__ import annotations

from typing import Any

import cmaes
import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.experiments.fields import LEAST_POPULATION
from strategy_lab.training.search import evolution

Floats = NDArray[np.float64]
START, POPULATION = np.array([0.3, 0.4, 0.5, 0.6]), 8


def value(point: Floats) -> float:
    """What is to be made small: a long valley."""
    return float(((point - 0.5) ** 2 * [1, 4, 16, 64]).sum())


def generations(search: Any, number: int) -> Floats:
    """Return the points that a search draws in so many generations."""
    drawn = []
    for _ in range(number):
        points = [search.ask() for _ in range(POPULATION)]
        search.tell([(point, value(point)) for point in points])
        drawn += points
    return np.array(drawn)


def new_search() -> Any:
    return evolution(START, step=0.1, seed=2**40 + 3, population=POPULATION)


def test_points_do_not_depend_on_which_eigenvectors_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = generations(new_search(), 12)
    real, rng = np.linalg.eigh, np.random.default_rng(1)

    def elsewhere(matrix: Floats) -> tuple[Floats, Floats]:
        values, vectors = real(matrix)
        for first in range(len(values)):
            equal = np.isclose(values, values[first], rtol=1e-9)
            turned = np.linalg.qr(rng.normal(size=(equal.sum(), equal.sum())))[0]
            vectors[:, equal] = vectors[:, equal] @ turned
        return values, vectors

    monkeypatch.setattr(np.linalg, "eigh", elsewhere)
    assert generations(new_search(), 12) == pytest.approx(here, abs=1e-9)


def test_points_have_the_spread_that_the_library_has_learned() -> None:
    theirs = cmaes.CMA(mean=START.copy(), sigma=0.1, seed=1, population_size=POPULATION)
    ours = evolution(START, step=0.1, seed=1, population=POPULATION)
    points = generations(theirs, 3)
    for one in np.split(points, 3):
        ours.tell([(point, value(point)) for point in one])
    assert ours.mean == pytest.approx(theirs.mean)
    spreads = [np.cov(np.array([each.ask() for _ in range(20_000)]).T) for each in (ours, theirs)]
    scale = np.sqrt(np.outer(*[spreads[1].diagonal()] * 2))
    assert (np.abs(spreads[0] - spreads[1]) / scale).max() < 0.05
    assert spreads[0].diagonal().max() > 1.5 * spreads[0].diagonal().min(), "it has learned"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dimensions", [1, 2, 5])
def test_the_least_population_finds_a_valley(dimensions: int) -> None:
    start = np.full(dimensions, 0.3)
    search = evolution(start, step=0.1, seed=2, population=LEAST_POPULATION)
    for _ in range(40):
        points = [search.ask() for _ in range(LEAST_POPULATION)]
        search.tell([(point, float(((point - 0.5) ** 2).sum())) for point in points])
    assert search.mean == pytest.approx(np.full(dimensions, 0.5), abs=0.1)
