"""Plays a chunk of games: every deal under every seating of its lineup, one row a game."""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.caching import compiled, inlined, step
from strategy_lab.compiled.draws import key_deal
from strategy_lab.compiled.lineups import draw_lineup, invite, seat_strategies
from strategy_lab.compiled.random import ONE, U64, ZERO
from strategy_lab.rows import whole_win

from monopoly_sim.engine.chance import deal
from monopoly_sim.engine.endings import pass_dice
from monopoly_sim.engine.moves import is_alive
from monopoly_sim.engine.setup import begin_game
from monopoly_sim.engine.turns import play_turn
from monopoly_sim.engine.worth import net_worth

parts_of_win = inlined(whole_win)


@step
def play_game(state):
    """Play one game of the state's deal to its end; return whether all answers were legal."""
    begin_game(state)
    try:
        while state.ending == 0:
            play_turn(state, state.turn)
            pass_dice(state)
    except Exception:
        return False
    return True


@inlined
def ranks_above(state, row, one, other):
    """Return whether a seat is placed before another: by worth, then by who was bankrupt last."""
    if is_alive(state, one) and is_alive(state, other):
        return row.score[one - 1] > row.score[other - 1]
    if is_alive(state, one) or is_alive(state, other):
        return is_alive(state, one)
    return state.out[one] > state.out[other]


@step
def write_row(state, row):
    """Write the outcome of a game that is over as a record of `ROW`."""
    players, winners = state.players, 0
    for seat in range(1, players + 1):
        row.score[seat - 1] = net_worth(state, seat)
    for seat in range(1, players + 1):
        better = 0
        for other in range(1, players + 1):
            better += int(ranks_above(state, row, other, seat))
        row.place[seat - 1] = better + 1
        winners += int(better == 0)
    share = parts_of_win(players) // winners
    for position in range(players):
        row.win[position] = share if row.place[position] == 1 else 0
    row.rounds, row.ending = state.round, state.ending


@compiled
def play_chunk(state, functions, arguments, lineup, first_deal, deals, seatings, rows, detail):
    """Play some deals under every seating of their lineups.

    Parameters
    ----------
    state : (1,) records of `STATE`
        From `new_state`. After an illegal answer it is the state in which it was given.
    functions, arguments : uint64[:, ::1]
        (9, strategies): addresses of decision functions and of their parameters' values.
    lineup : uint8[::1]
        (players,) indices into the field by seat in the first seating; (0,) to draw one a deal.
    first_deal, deals, seatings : int64
    rows : (deals * seatings,) records of `ROW`
        Filled in place.
    detail : (deals * seatings,) records of `DETAIL`
        Filled in place; (0,) where nobody wants them.

    Returns
    -------
    int64
        How many games were played to the end: all of them, or those before an illegal answer.
    """
    state = state[0]
    players = U64(state.players)
    drawn = len(lineup) == 0
    seated = np.zeros(players, np.uint8) if drawn else lineup.copy()
    pool = np.zeros(functions.shape[1], np.uint8)
    played = ZERO
    if not drawn:
        invite(state, functions, arguments, seated, players)
    for number in range(first_deal, first_deal + deals):
        state.deal = U64(number)
        deal(state)
        key_deal(state)
        if drawn:
            draw_lineup(state, state, pool, seated)
            invite(state, functions, arguments, seated, players)
        for seating in range(1, seatings + 1):
            state.seating = U64(seating)
            row = rows[played]
            seat_strategies(state, U64(seating), players, row)
            if not play_game(state):
                return int(played)
            write_row(state, row)
            if len(detail) != 0:
                detail[played] = state.detail
            played += ONE
    return int(played)
