"""Past auctions are played again as they were, if bids were as small as they can be."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from forsale_sim.engine import game as rules_of_play
from forsale_sim.engine.random import U64
from forsale_sim.engine.state import SEATS, STATE
from forsale_sim.engine.view import auctions_begun
from forsale_sim.play.compiled_playouts import state_of
from forsale_sim.reference.deals import deal_cards
from forsale_sim.reference.game import Game
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search.past_auctions import (
    WAITS,
    begin_past,
    leave_past,
    open_past,
    past_move,
)
from numba import njit
from numpy.typing import NDArray

MOST_MOVES = 1000


@njit
def _moves_again(starts):  # type: ignore[no-untyped-def]
    """Every move: auction, seat, move, the seat's coins, and the houses on offer before it."""
    states = np.empty(1, STATE)
    states[0] = starts[0]
    known, state = starts[0], states[0]
    last_bids, passers = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    moves, number = np.zeros((MOST_MOVES, 5), np.int64), 0
    begin_past(state)
    for auction in range(1, auctions_begun(known) + 1):
        passes, passed = open_past(state, known, last_bids, passers), 0
        seat = state.opener
        while passed < passes:
            move = past_move(state, seat, last_bids, passers[passed])
            least = rules_of_play.least_bid(state, state.highest_bid, state.bid[seat])
            if least <= state.coins[seat]:  # else nobody was asked
                moves[number] = (auction, seat, move, state.coins[seat], state.houses_on_offer)
                number += 1
            if move == WAITS:
                return moves[:number]
            if move == 0:
                leave_past(state, known, seat)
                passed += 1
            else:
                state.bid[seat] = state.highest_bid = move
            seat = np.int64(rules_of_play.next_seat(state.seats_in, U64(seat)))
        state.opener = seat
        leave_past(state, known, seat)
    return moves[:number]


def played(ruleset: str, players: int, jump: int = 0) -> tuple[Game, NDArray[np.int64]]:
    """A game after all auctions, in which nobody but seat `jump` jumps; and its moves."""
    rules, chance = load_ruleset(ruleset).rules(players), Random(players)
    game, moves = Game(rules, deal_cards(rules, 1, 1)), []
    while game.phase == "buying":
        auction, seat = game.auction, game.to_act
        assert auction is not None
        least = auction.least_bid
        move = least if least <= game.coins[seat] and chance.random() < 0.7 else 0
        if move and seat == jump:
            move = min(least + 2, game.coins[seat])
        moves.append((game.round, seat, move, game.coins[seat], auction.houses))
        game.step(move)
    return game, np.array(moves)


@pytest.mark.parametrize(
    ("ruleset", "players"), [("iello-en", 3), ("iello-en", 6), ("gryphon-2009", 4)]
)
def test_least_raises_are_played_again(ruleset: str, players: int) -> None:
    game, moves = played(ruleset, players)
    assert (moves[:, 2] > 0).sum() > 20
    assert _moves_again(state_of(game, seed=1)).tolist() == moves.tolist()


def test_a_last_bid_that_nobody_answered_is_a_jump() -> None:
    rules = load_ruleset("iello-en").rules(3)
    game = Game(rules, deal_cards(rules, 1, 1))
    opener = game.to_act
    for move in (5, 0, 0):
        game.step(move)
    again = _moves_again(state_of(game, seed=1))[:3]
    assert again[:, 1].tolist() == [opener, opener % 3 + 1, (opener + 1) % 3 + 1]
    assert again[:, 2].tolist() == [5, 0, 0]


def test_last_bids_passes_and_prices_are_kept_where_players_jump() -> None:
    game, moves = played("iello-en", 4, jump=2)
    again = _moves_again(state_of(game, seed=1))
    first = again[again[:, 0] == 1]
    true = moves[moves[:, 0] == 1]
    assert first[first[:, 2] == 0][:, 1].tolist() == true[true[:, 2] == 0][:, 1].tolist()
