"""What a player saw at their last moves of a past auction is known from what all remember."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from forsale_sim.engine.game import auctions_begun
from forsale_sim.engine.state import SEATS, STATE
from forsale_sim.reference.table import Game, deal_cards
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search.bidding_model import begin_past, close_past, open_past, turn_to
from numba import njit

from tests.play.positions import state_of

MOST_TURNS = 200


@njit
def _turns_again(starts):  # type: ignore[no-untyped-def]
    """Every last bid and pass: auction, seat, move, least bid, seats in, offer, coins and hand."""
    states = np.empty(1, STATE)
    states[0] = starts[0]
    known, state = starts[0], states[0]
    bought, turns, number = np.zeros(SEATS, np.int64), np.zeros((MOST_TURNS, 8), np.int64), 0
    begin_past(state)
    for auction in range(1, auctions_begun(known) + 1):
        offer = open_past(state, known, bought)
        for seat in range(1, state.players + 1):
            for passes in (False, True):
                move = 0 if passes else np.int64(known.past_bid[auction, seat])
                if move != 0 or (passes and known.past_declined[auction, seat] != 0):
                    turn_to(state, known, offer, bought, seat, passes)
                    turns[number, 0], turns[number, 1], turns[number, 2] = auction, seat, move
                    turns[number, 3], turns[number, 4] = state.least_bid, state.seats_in
                    turns[number, 5] = state.houses_on_offer
                    turns[number, 6], turns[number, 7] = state.coins[seat], state.hand[seat]
                    number += 1
        close_past(state, known, offer, bought)
    return turns[:number]


def played(ruleset: str, players: int, seed: int, moves: int) -> tuple[Game, list[list[int]]]:
    rules, chance = load_ruleset(ruleset).rules(players), Random(seed)
    game, last = Game(rules, deal_cards(rules, 1, seed)), {}
    for _ in range(moves):
        auction, seat = game.auction, game.to_act
        if auction is None:
            break
        least, coins = auction.least_bid, game.coins[seat]
        move = min(least + chance.choice([0, 0, 1, 3]), coins) if chance.random() < 0.7 else 0
        seats_in = sum(1 << (other - 1) for other in auction.bidders)
        last[game.round, seat, move == 0] = [
            game.round, seat, move, least, seats_in, auction.houses, coins, game.hands[seat]
        ]  # fmt: skip
        game.step(move)
    return game, [last[key] for key in sorted(last)]


@pytest.mark.parametrize("moves", [9, 40, 1000])
@pytest.mark.parametrize(
    ("ruleset", "players"), [("iello-en", 3), ("iello-en", 6), ("gryphon-2009", 4)]
)
def test_last_bids_and_passes_are_seen_again(ruleset: str, players: int, moves: int) -> None:
    for seed in range(5):
        game, made = played(ruleset, players, seed, moves)
        again = _turns_again(state_of(game, seed=1)).tolist()
        # Who cannot afford the least bid passes without being asked.
        asked = [turn for turn in again if turn[3] <= turn[6]]
        assert asked == made
