"""What is believed of players follows from Bayes' theorem, with players who may be alike."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from forsale_sim.engine.state import SEATS
from forsale_sim.search.bidding_model import ALIKE, fill_posterior
from numba import njit
from numpy.typing import NDArray

KINDS, PLAYERS, ME = 4, 5, 2
OTHERS = [1, 3, 4, 5]


@njit
def _filled(prior, seen, me, players):  # type: ignore[no-untyped-def]
    likely = np.zeros(prior.shape)
    fill_posterior(prior, seen, me, players, likely)
    return likely


def posterior_by_definition(
    prior: NDArray[np.float64], seen: NDArray[np.float64], me: int, players: int
) -> NDArray[np.float64]:
    others, kinds = [seat for seat in range(1, players + 1) if seat != me], prior.shape[1]
    likely = np.zeros(prior.shape)
    for table, *own in product(range(kinds), repeat=players):
        chance = prior[others, table].mean()
        for seat, kind in zip(others, own, strict=True):
            chance *= ALIKE * (kind == table) + (1 - ALIKE) * prior[seat, kind]
            chance *= seen[seat, kind]
        likely[others, own] += chance
    likely[others] /= likely[others].sum(axis=1, keepdims=True)
    return likely


def test_the_posterior_is_that_of_the_definition() -> None:
    chance = np.random.default_rng(1)
    prior = chance.dirichlet(np.ones(KINDS), SEATS)
    seen = chance.uniform(size=(SEATS, KINDS)) ** 4
    likely = _filled(prior, seen, ME, PLAYERS)[OTHERS]
    assert likely == pytest.approx(posterior_by_definition(prior, seen, ME, PLAYERS)[OTHERS])
    assert likely.sum(axis=1) == pytest.approx(1.0)


def test_a_player_who_has_shown_nothing_is_taken_to_be_like_the_others() -> None:
    prior, seen = np.full((SEATS, KINDS), 1 / KINDS), np.ones((SEATS, KINDS))
    seen[[1, 4, 5], 1:] = 0.01
    likely = _filled(prior, seen, ME, PLAYERS)
    assert (likely[[1, 4, 5], 0] > 0.95).all()
    assert likely[3, 0] == pytest.approx(ALIKE + (1 - ALIKE) / KINDS, abs=0.01)


def test_what_nobody_can_do_is_believed_of_nobody() -> None:
    prior, seen = np.full((SEATS, KINDS), 1 / KINDS), np.ones((SEATS, KINDS))
    prior[:, 0], prior[:, 1] = 0.0, 0.5
    seen[3, :2] = 0.0
    likely = _filled(prior, seen, ME, PLAYERS)
    assert (likely[OTHERS, 0] == 0.0).all() and likely[3, 1] == 0.0
    assert likely[OTHERS].sum(axis=1) == pytest.approx(1.0)
