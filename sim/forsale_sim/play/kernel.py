"""Playouts in compiled code: a game played to its end from the middle, many times for each move."""

from __future__ import annotations

from strategy_lab.compiled.caching import compiled
from strategy_lab.compiled.draws import begin_decision
from strategy_lab.compiled.local_arrays import copy_record
from strategy_lab.compiled.random import U64

from forsale_sim.engine import game, kernel
from forsale_sim.engine.state import BID, SELL
from forsale_sim.search.rollouts import outcome, played_on
from forsale_sim.search.unseen_cards import shuffle_unseen

play_on = played_on(kernel)
"""The rollout of look-ahead searches, here with another strategy in every seat."""


@compiled
def play_out(starts, states, tables, seat, moves, first, wins):
    """Play a game to its end from the same position, often and for each of some moves.

    Parameters
    ----------
    starts : (1,) records of `STATE`
        The position.
    states, tables : (1,) records of `STATE` and `TABLE`
        Scratch; the table says which strategy sits where.
    seat : int64
        The seat to act.
    moves : int64[::1]
        Its legal moves to try.
    first : int64
        The number of the first playout, which names its random numbers.
    wins : uint16[:, ::1]
        (moves, playouts): the seat's share of the win, in parts of a win; filled in place. A
        playout has the same order of the cards for each move.

    Returns
    -------
    bool
        False if a strategy made an illegal move or raised an exception.
    """
    start, state, table = starts[0], states[0], tables[0]
    phase = BID if start.seats_in != 0 else SELL
    whole = game.parts_of_win(start.players)
    for playout in range(wins.shape[1]):
        start.deal = U64(first + playout)
        shuffle_unseen(start, table)
        begin_decision(start, U64(seat))
        for i in range(len(moves)):
            copy_record(states[0], starts[0])
            if not play_on(state, table, seat, phase, moves[i]):
                return False
            wins[i, playout] = round(whole * outcome(state, seat))
    return True
