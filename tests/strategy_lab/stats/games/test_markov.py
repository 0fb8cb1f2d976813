from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.stats.game_theory import stationary


@pytest.mark.parametrize("states", [2, 3, 7])
def test_it_is_the_left_eigenvector_of_the_chain(states: int) -> None:
    rates = np.random.default_rng(states).random((states, states)) / states
    steps = rates - np.diag(np.diag(rates))
    steps += np.diag(1 - steps.sum(axis=1))
    eigenvalues, vectors = np.linalg.eig(steps.T)
    vector = vectors[:, np.argmax(eigenvalues.real)].real
    np.testing.assert_allclose(stationary(np.log(rates)), vector / vector.sum(), atol=1e-12)


def test_rates_that_no_number_can_hold_still_count() -> None:
    logs = np.array([[0.0, -10_000.0], [-10_000.0 - np.log(3), 0.0]])
    np.testing.assert_allclose(stationary(logs), [0.25, 0.75])
