"""The time before a roll, as in `monopoly_sim.reference.windows`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.asking import ask, require
from monopoly_sim.engine.debts import settle
from monopoly_sim.engine.deeds import (
    CARDS_GIVEN,
    CARDS_GOT,
    CASH,
    GIVEN,
    GOT,
    PARTNER,
    can_trade,
    is_no_trade,
)
from monopoly_sim.engine.management import manage
from monopoly_sim.engine.moves import hand_over, is_alive, neighbour, pass_jail_card, pay
from monopoly_sim.engine.state import ANSWER, CHOICES, PROPOSE, TRADE
from monopoly_sim.rules.square_sets import members

EVERY_ROLL = CHOICES["windows"].index("every_roll")


@step
def open_window(state, seat):
    """Ask the player who is going to roll, and others if the rules say so, what they want to do."""
    number = state.players if state.rules.windows == EVERY_ROLL else 1
    for steps in range(number):
        each = neighbour(state, seat, steps)
        if state.touched >> each & 1 != 0:
            manage(state, each)
            state.touched &= ~(1 << each)
            propose(state, each)


@step
def propose(state, seat):
    """Ask a player for a trade, and the partner whether to accept it."""
    ask(state, seat, PROPOSE)
    trade = state.trade
    if is_no_trade(trade):
        return
    require(can_trade(state, seat, trade))
    if is_refused(state, seat):
        return
    partner = trade[PARTNER]
    show(state, seat)
    state.detail.proposals += 1
    if ask(state, partner, ANSWER) != 0:
        state.detail.trades += 1
        exchange(state, seat, partner, trade[GIVEN], trade[GOT])
    else:
        for number in range(TRADE):
            state.refused[seat, number] = trade[number]


@inlined
def is_refused(state, seat):
    """Return whether a player's trade is the last of this round that was refused."""
    for number in range(TRADE):
        if state.trade[number] != state.refused[seat, number]:
            return False
    return True


@inlined
def show(state, seat):
    """Set the offer to a player's proposal as its partner sees it."""
    trade, offer = state.trade, state.offer
    offer[PARTNER], offer[CASH] = seat, -trade[CASH]
    offer[GIVEN], offer[GOT] = trade[GOT], trade[GIVEN]
    offer[CARDS_GIVEN], offer[CARDS_GOT] = trade[CARDS_GOT], trade[CARDS_GIVEN]


@step
def exchange(state, seat, partner, given, got):
    """Carry the proposed trade out."""
    trade = state.trade
    state.quiet_since = state.round
    pay(state, seat, partner, trade[CASH])
    for square in members(given):
        hand_over(state, square, partner)
    for square in members(got):
        hand_over(state, square, seat)
    for _ in range(trade[CARDS_GIVEN]):
        pass_jail_card(state, seat, partner)
    for _ in range(trade[CARDS_GOT]):
        pass_jail_card(state, partner, seat)
    settle(state, seat, got)
    if is_alive(state, partner):
        settle(state, partner, given)
