"""The evolution strategy of the library `cmaes`, drawing the same points on every machine.

To draw from a covariance matrix takes a root of it. The library's is made of the eigenvectors, each
by the root of its eigenvalue. Where eigenvalues are equal, as most are in the first generations,
any of many eigenvectors will do, and which of them come out depends on the machine's linear
algebra: so did all that was drawn, and what a search found. The symmetric root is one and the same,
and draws from the same distribution.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from forsale_sim.errors import UsageError
from forsale_sim.training.space import Point


def evolution(start: Point, *, step: float, seed: int, population: int) -> Any:
    """Return a search of the unit cube, which is to be asked for points and told their values.

    Parameters
    ----------
    start
        (dimensions,): the mean of the first points.
    step
        Their standard deviation.
    seed
        Decides what is drawn, with what is told.
    population
        How many points a generation has.

    Raises
    ------
    UsageError
        If the library is not installed.
    """
    return _evolution()(
        mean=start.copy(),
        sigma=step,
        bounds=np.array([[0.0, 1.0]] * len(start)),
        seed=seed % 2**32,
        population_size=population,
    )


def optimiser() -> str:
    """Return the name and version of the library: another may draw other points.

    Raises
    ------
    UsageError
        If it is not installed.
    """
    return f"cmaes {_library().__version__}"


def _library() -> Any:
    try:
        import cmaes
    except ImportError:
        raise UsageError(
            "tuning needs the library cmaes: pip install 'forsale-sim[tune]'"
        ) from None
    return cmaes


@cache
def _evolution() -> Any:
    class Evolution(_library().CMA):  # type: ignore[misc]
        """CMA-ES with the symmetric root of the covariance matrix."""

        def _sample_solution(self) -> Point:
            vectors, roots = self._eigen_decomposition()
            normal = self._rng.randn(self._n_dim)
            point: Point = self._mean + self._sigma * (vectors * roots) @ (vectors.T @ normal)
            return point

    return Evolution
