"""The nine decisions: asks the players, and refuses answers that the rules do not allow.

A refusal is an exception, which ends the game where it is: `state.decision` and `state.seat` tell
whose answer it was, and the readable engine says what was wrong with it.
"""

from __future__ import annotations

from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.draws import begin_decision
from strategy_lab.compiled.random import U64
from strategy_lab.compiled.views import arguments_at

from monopoly_sim.engine.state import BID
from monopoly_sim.engine.view import VIEWS

call_or_raise, view_of = VIEWS.call_or_raise, VIEWS.view_of


@inlined
def ask(state, seat, decision):
    """Return the answer (int64) of a player to a decision."""
    place = U64(seat)
    begin_decision(state, place)
    state.seat, state.decision = seat, decision
    return call_or_raise(
        state.functions[decision, place],
        view_of(state, place),
        arguments_at(state.arguments[decision, place]),
    )


@inlined
def require(allowed):
    """Refuse an answer that is not allowed."""
    if unlikely(not allowed):
        raise ValueError("an answer that the rules do not allow")


@inlined
def ask_about(state, seat, decision, first, second):
    """Return a player's answer to a decision about one or two numbers."""
    state.asked[0], state.asked[1] = first, second
    return ask(state, seat, decision)


@inlined
def ask_limit(state, seat, lot, least):
    """Return the most that a player pays for a lot, of the cash that is there."""
    state.least_bid = least
    limit = ask_about(state, seat, BID, lot, 0)
    require(limit >= 0)
    state.least_bid = 0
    return min(limit, state.cash[seat])
