"""Who bids by a rule is recognised, and who does not is not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from forsale_sim.engine.state import SEATS, STATE
from forsale_sim.play.playouts import state_of
from forsale_sim.reference.table import Game, deal_cards
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search.bidding_model import (
    COINS,
    FEATURES,
    ROOTS,
    bidding_model,
    bids_by_rule,
    moves_rationally,
)
from numba import njit
from numpy.typing import NDArray

THREE, HALF, NEVER, RATIONAL = range(4)
"""Up to three coins; up to half of the coins; never; by no rule."""
ME = 1
WEIGHTS = np.zeros((12, FEATURES))
WEIGHTS[:, :30] = np.linspace(0.0, 1.5, 30)
WEIGHTS[:, COINS] = WEIGHTS[:, ROOTS] = 0.1


def bid(view, number):  # type: ignore[no-untyped-def]
    least = view.least_bid
    stays = least <= 3 if number == THREE else 2 * least <= view.coins
    return least if stays and number != NEVER else 0


weigh = bidding_model(bid)


@njit
def _seen(starts):  # type: ignore[no-untyped-def]
    seen = np.empty((SEATS, 4))
    weigh(starts, np.empty(1, STATE), ME, WEIGHTS, 30, seen)
    return seen


def step(game: Game) -> None:
    """Seat 2 bids up to three coins, seat 3 up to half, seat 4 never; seat 1 now and then jumps."""
    assert game.auction is not None
    least, coins = game.auction.least_bid, game.coins[game.to_act]
    limit = {1: min(2 + game.round % 4, coins), 2: 3, 3: coins // 2, 4: 0}[game.to_act]
    jump = 2 if game.to_act == 1 else 0
    game.step(min(least + jump, limit) if least <= min(limit, coins) else 0)


def game_of(rounds: int) -> Game:
    """A game after so many auctions."""
    rules = load_ruleset("iello-en").rules(4)
    game = Game(rules, deal_cards(rules, 1, 3))
    while game.round <= rounds and game.auction is not None:
        step(game)
    return game


def seen_after(rounds: int) -> NDArray[np.float64]:
    """The likelihoods by seat and rule after so many auctions."""
    seen: NDArray[np.float64] = _seen(state_of(game_of(rounds), seed=1))
    return seen


def test_nothing_is_known_before_the_first_bid() -> None:
    assert (seen_after(0)[1:5] == 1.0).all()


def test_who_bids_by_a_rule_is_recognised() -> None:
    seen = seen_after(7)
    assert seen[2:5].argmax(axis=1).tolist() == [THREE, HALF, NEVER]
    for seat in (2, 3, 4):
        others = np.delete(seen[seat], seat - 2)
        assert (others < 0.2).all(), seat
    assert (seen[ME] == 1.0).all()


def test_the_more_auctions_the_clearer() -> None:
    rational = [seen_after(rounds)[2:5, RATIONAL].max() for rounds in (1, 4, 7)]
    assert rational[0] > rational[1] > rational[2]


def bids_rationally(limit: int, price: int) -> float:
    return 1.0 - float(moves_rationally.py_func(limit, price, 0))


@pytest.mark.parametrize("bids", [bids_by_rule.py_func, bids_rationally])
def test_a_higher_price_is_paid_less_often(bids: Callable[[int, int], float]) -> None:
    for limit in (0, 3, 12):
        likely = np.array([bids(limit, price) for price in range(1, 25)])
        assert (np.diff(likely) <= 0).all() and likely[0] > likely[limit + 1]
        assert (likely > 0.0).all() and (likely < 1.0).all()
    assert bids(8, 6) > bids(5, 6)


def test_rational_players_jump_where_bids_are_cheap() -> None:
    moves = moves_rationally.py_func
    jump, raise_ = moves(20, 2, 3), moves(20, 2, 2)
    assert jump + moves(20, 2, 4) > raise_ / 2
    assert moves(20, 13, 14) < 0.2 * moves(20, 13, 13)
    assert moves(20, 2, 3) > moves(20, 2, 6) > moves(20, 2, 20) > 0.0
    everything = moves(20, 8, 0) + sum(moves(20, 8, bid) for bid in range(8, 30))
    assert everything == pytest.approx(1.0, abs=0.05)
