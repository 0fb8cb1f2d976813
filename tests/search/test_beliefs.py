"""What is believed of players follows from Bayes' theorem, with priors that they share in part."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.engine.state import SEATS
from forsale_sim.search.beliefs import ALIKE, PASSES, fill_posterior
from numba import njit
from numpy.typing import NDArray

KINDS, PLAYERS, ME = 4, 5, 2


@njit
def _filled(prior, seen, me, players):  # type: ignore[no-untyped-def]
    likely = np.zeros(prior.shape)
    fill_posterior(prior, seen, me, players, likely)
    return likely


def posterior_by_definition(
    prior: NDArray[np.float64], seen: NDArray[np.float64], me: int, players: int
) -> NDArray[np.float64]:
    """Bayes' theorem, again and again, with what the others are in the prior.

    The first time, that is what they are if all are of one kind.
    """
    others = [seat for seat in range(1, players + 1) if seat != me]
    common = prior[others].mean(axis=0) * seen[others].prod(axis=0)
    common /= common.sum()
    for _ in range(PASSES):
        likely = ((1 - ALIKE) * prior + ALIKE * common) * seen
        likely /= likely.sum(axis=1, keepdims=True)
        common = likely[others].mean(axis=0)
    return likely


def test_the_posterior_is_that_of_the_definition() -> None:
    chance = np.random.default_rng(1)
    prior = chance.dirichlet(np.ones(KINDS), SEATS)
    seen = chance.uniform(size=(SEATS, KINDS))
    likely = _filled(prior, seen, ME, PLAYERS)[1 : PLAYERS + 1]
    expected = posterior_by_definition(prior, seen, ME, PLAYERS)[1 : PLAYERS + 1]
    assert likely == pytest.approx(expected)
    assert likely.sum(axis=1) == pytest.approx(1.0)


def test_a_player_who_has_shown_nothing_is_taken_to_be_like_the_others() -> None:
    prior, seen = np.full((SEATS, KINDS), 1 / KINDS), np.ones((SEATS, KINDS))
    seen[[1, 4, 5], 1:] = 0.01
    likely = _filled(prior, seen, ME, PLAYERS)
    assert (likely[[1, 4, 5], 0] > 0.95).all()
    assert likely[3, 0] > 0.6
    seen[ME, :3] = 0.0
    assert (_filled(prior, seen, ME, PLAYERS)[3] == likely[3]).all()  # me is no evidence
