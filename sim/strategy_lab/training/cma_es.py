"""CMA-ES from the library `cmaes`, made to draw the same points on every machine.

Drawing from a covariance matrix takes a root of it. The library scales the eigenvectors by the
roots of their eigenvalues. Where eigenvalues are equal, as most are in the first generations, the
eigenvectors are not unique, and the machine's linear algebra decides which are found, and with them
what is drawn. The symmetric root is unique, and draws from the same distribution.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from strategy_lab.training.parameter_space import Point

LIBRARIES = ("cmaes",)
"""What decides which points are drawn."""


def evolution(start: Point, *, step: float, seed: int, population: int) -> Any:
    """Return a search of the unit cube, with the library's interface `ask` and `tell`.

    `start` is the mean of the first points.
    """
    return _evolution()(
        mean=start.copy(),
        sigma=step,
        bounds=np.array([[0.0, 1.0]] * len(start)),
        seed=seed % 2**32,
        population_size=population,
    )


@cache
def _evolution() -> Any:
    import cmaes

    class Evolution(cmaes.CMA):  # type: ignore[misc]
        """CMA-ES with the symmetric root of the covariance matrix."""

        def _sample_solution(self) -> Point:
            vectors, roots = self._eigen_decomposition()
            normal = self._rng.randn(self._n_dim)
            point: Point = self._mean + self._sigma * (vectors * roots) @ (vectors.T @ normal)
            return point

    return Evolution
