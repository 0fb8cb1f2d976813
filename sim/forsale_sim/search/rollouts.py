"""One-step lookahead: each move is tried many times, and a policy plays each game to its end.

A policy improved by its own rollouts is stronger than the policy [1]_. The same shuffles follow
every move (common random numbers). The first move, which is the policy's own, stands unless another
has won clearly more often: among many nearly equal moves, the luckiest is rarely the best.

References
----------
.. [1] Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 1996.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.local_arrays import copy_record, local_array
from strategy_lab.compiled.random import U64, ZERO

from forsale_sim.cards import count, has, lowest, only
from forsale_sim.engine import game
from forsale_sim.engine.state import BID, CARDS, SELL, STATE, TABLE
from forsale_sim.engine.view import seat_of, state_of
from forsale_sim.search.candidate_moves import MOST_MOVES, bids_to_try, houses_to_try
from forsale_sim.search.policy_kernel import compile_into_caller, kernel_asking
from forsale_sim.search.positions import forget
from forsale_sim.search.unseen_cards import shuffle_unseen

BATCH = 16
"""How many rollouts of each move come between two checks of the results."""
DOUBT = 1.0
"""By how many standard errors a move must do better than the first to replace it."""
HOPELESS = 2.0
"""By how many standard errors a move must do worse than the first to be dropped."""


@inlined
def outcome(state, seat):
    """Return the share of the win, 0 to 1, that `seat` has in a finished game."""
    own = game.money(state, seat)
    coins, tied = state.coins[seat], 1
    for other in range(1, state.players + 1):
        money = game.money(state, other)
        if money > own or (money == own and state.coins[other] > coins):
            return 0.0
        if other != seat and money == own and state.coins[other] == coins:
            tied += 1
    return 1.0 / tied


@inlined
def give_up(moves, gain, square, alive):
    """Drop the hopeless ones of the first `alive` moves, in place; return how many are left."""
    kept = 1
    for i in range(1, alive):
        if gain[i] + HOPELESS * np.sqrt(square[i]) > 0.0:
            moves[kept], gain[kept], square[kept] = moves[i], gain[i], square[i]
            kept += 1
    return kept


@inlined
def clearest(gain, square, alive):
    """Return the index of the move that is most clearly better than the first; 0 if none is."""
    best, most = 0, 0.0
    for i in range(1, alive):
        clear = gain[i] - DOUBT * np.sqrt(square[i])
        if clear > most:
            best, most = i, clear
    return best


def played_on(play: Any) -> Any:
    """Return a function that makes a move and plays the game to its end.

    `play`: from `kernel_asking`: how everyone plays on.

    The function is ``play_on(state, table, seat, phase, move)``, with the cards to come in the
    table; returns whether every move was legal. An illegal move ends the game.
    """
    hold_auction, hold_auctions = play.hold_auction, play.hold_auctions
    ask_seat, hold_sales = play.ask_seat, play.hold_sales

    def play_on(state, table, seat, phase, move):
        if phase == BID:
            following = game.next_seat(state.seats_in, U64(seat))
            if move != 0 and (move < state.least_bid or move > state.coins[seat]):
                return False
            if move == 0:
                game.pass_auction(state, U64(seat))
            else:
                game.place_bid(state, seat, move)
            if state.seats_in & (state.seats_in - 1) == 0:
                game.close_auction(state)
            elif not hold_auction(state, table, following):
                return False
            table.cards = count(state.unseen_houses)
            if not hold_auctions(state, table, 0):
                return False
            game.begin_selling(state)
        else:
            houses, sellers = 0, game.holders(state)
            while sellers != 0:
                seller = lowest(sellers)
                sellers &= sellers - 1
                hand = state.hand[seller]
                house = lowest(hand)
                if seller == seat:
                    house = move
                elif hand & (hand - 1) != 0:
                    house = ask_seat(state, table, U64(seller), SELL)
                if house < 1 or house >= CARDS or not has(hand, house):
                    return False
                houses |= only(house)
            game.settle_sale(state, houses)
        table.cards = count(state.unseen_cheques)
        return hold_sales(state, table, 0)

    return compile_into_caller(play_on)


@cache
def rollouts(bid: Callable[..., int], sell: Callable[..., int]) -> Any:
    """Return a function that chooses a move by rollouts over a policy.

    `bid`, `sell`: the policy: functions of a view that numba can compile.

    The function is ``choose(view, phase, budget) -> int64``: the policy's own move, unless another
    is clearly better. Raises ValueError if the policy makes an illegal move.
    """
    play = kernel_asking(bid, sell)
    play_on, ask = played_on(play), play.ask

    def try_moves(starts, states, tables, seat, phase, budget):
        start, state, table = starts[0], states[0], tables[0]
        moves = local_array(MOST_MOVES, np.int64)
        first = ask(ZERO, phase, start, U64(seat), ZERO)
        if phase == BID:
            alive = bids_to_try(start, seat, first, moves)
        else:
            alive = houses_to_try(start, seat, first, moves)
        gain, square = local_array(MOST_MOVES, np.float64), local_array(MOST_MOVES, np.float64)
        gain[:] = square[:] = 0.0
        rollout, spent = 0, 0
        while alive > 1 and spent + alive <= budget:
            start.deal = U64(rollout)
            shuffle_unseen(start, table)
            standard = 0.0
            for i in range(alive):
                copy_record(states[0], starts[0])
                if not play_on(state, table, seat, phase, moves[i]):
                    raise ValueError("the policy of the rollouts made an illegal move")
                won = outcome(state, seat)
                if i == 0:
                    standard = won
                gain[i] += won - standard
                square[i] += (won - standard) ** 2
            rollout += 1
            spent += alive
            if rollout % BATCH == 0:
                alive = give_up(moves, gain, square, alive)
        return moves[clearest(gain, square, alive)]

    try_moves = compile_into_caller(try_moves)

    def choose(view, phase, budget):
        starts, states = local_array(1, STATE), local_array(1, STATE)
        tables = local_array(1, TABLE)
        copy_record(starts[0], state_of(view))
        forget(starts[0], view.random_below(2**32))
        return try_moves(starts, states, tables, int(seat_of(view)), phase, budget)

    return compile_into_caller(choose)
