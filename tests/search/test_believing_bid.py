"""Players whose bids all but prove a rule are expected to bid by it, and are answered."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.engine.state import STATE
from forsale_sim.play.playouts import state_of
from forsale_sim.reference.table import Game
from forsale_sim.search.auctions import CERTAIN, best_bid, bid_forecast, no_forecast
from numba import njit
from numpy.typing import NDArray

from tests.search.test_bidding_model import ME, NEVER, WEIGHTS, bid, game_of, step

PRIOR = np.full(3, 0.1)
BUDGET = 10_000
forecast_of = bid_forecast(bid)


@njit
def _forecast(starts):  # type: ignore[no-untyped-def]
    forecast = forecast_of(starts, np.empty(1, STATE), ME, WEIGHTS, 30, PRIOR)
    return forecast.by_rule, forecast.staying


@njit
def _bids(starts):  # type: ignore[no-untyped-def]
    forecast = forecast_of(starts, np.empty(1, STATE), ME, WEIGHTS, 30, PRIOR)
    return (
        best_bid(starts[0], ME, WEIGHTS, 30, 1.0, forecast, BUDGET),
        best_bid(starts[0], ME, WEIGHTS, 30, 1.0, no_forecast(), BUDGET),
    )


def my_turn(rounds: int) -> Game:
    """The game when seat 1 first acts in the auction after so many."""
    game = game_of(rounds)
    while game.to_act != ME:
        step(game)
    return game


def forecast_after(rounds: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    by_rule, staying = _forecast(state_of(my_turn(rounds), seed=1))
    return by_rule, staying


def test_nobody_is_expected_to_bid_by_a_rule_before_the_first_bid() -> None:
    assert not forecast_after(0)[0].any()


def test_rules_are_expected_of_those_who_have_bid_by_them() -> None:
    by_rule, staying = forecast_after(6)
    assert (by_rule[2:5] > CERTAIN).all()
    assert by_rule[ME] == 0.0
    in_auction = my_turn(6).auction
    assert in_auction is not None
    for seat in set(in_auction.bidders) - {ME}:
        assert (staying[seat, :, 0] == 1.0).all()
        assert (np.diff(staying[seat], axis=1) <= 0.0).all()


@pytest.mark.parametrize("rounds", [5, 6])
def test_who_never_bids_is_outbid_by_the_least(rounds: int) -> None:
    game = my_turn(rounds)
    staying = forecast_after(rounds)[1]
    assert (staying[2 + NEVER, :, 2:] < 0.1).all()
    expecting, rational = _bids(state_of(game, seed=1))
    assert 0 < expecting <= max(rational, game.legal_moves()[1])
