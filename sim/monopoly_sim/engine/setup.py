"""The beginning of a game, as in `monopoly_sim.reference.table`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step
from strategy_lab.compiled.draws import key_game

from monopoly_sim.engine.state import DECKS, SEATS, SQUARES, TRADE
from monopoly_sim.reference.table import BANK, FREE


@step
def begin_game(state):
    """Set up the table: the state's deal is dealt, nobody has anything but the starting cash."""
    key_game(state)
    rules = state.rules
    state.cash[BANK] = 0
    for seat in range(1, SEATS):
        begin_seat(state, seat)
    state.deeds[BANK] = rules.deeds
    for square in range(SQUARES):
        state.owner[square] = BANK
        state.level[square] = 0
    state.mortgaged = state.built = state.received = 0
    state.houses, state.hotels = rules.houses, rules.hotels
    for deck in range(DECKS):
        state.top[deck], state.left[deck] = 0, rules.cards[deck]
        for place in range(rules.cards[deck]):
            state.order[deck, place] = state.dealt[deck, place]
    state.alive = state.touched = (1 << state.players + 1) - 2
    state.pot = state.bankrupt = state.thrown = state.throws = 0
    state.least_bid = 0
    state.round = state.turn = 1
    state.quiet_since = state.ending = 0
    forget_refusals(state)
    clear_detail(state.detail)


@inlined
def begin_seat(state, seat):
    """Give a seat its starting cash, which the bank pays, and nothing else."""
    state.cash[seat] = state.rules.start_cash[seat]
    state.cash[BANK] -= state.cash[seat]
    state.position[seat] = state.deeds[seat] = state.speed[seat] = 0
    state.whole[seat] = state.missing[seat] = 0
    state.jail[seat] = FREE
    state.rolls[seat] = state.out[seat] = 0
    for deck in range(DECKS):
        state.held[deck, seat] = 0


@inlined
def forget_refusals(state):
    """Let every player propose any trade again."""
    for seat in range(SEATS):
        for number in range(TRADE):
            state.refused[seat, number] = 0


@inlined
def clear_detail(detail):
    """Count from 0 again."""
    for square in range(len(detail.buyer)):
        detail.group_seat[square] = detail.buyer[square] = detail.auctioned[square] = 0
        detail.group_round[square] = detail.bought[square] = detail.visits[square] = 0
        detail.price[square] = detail.rent[square] = detail.buildings[square] = 0
    detail.proposals = detail.trades = detail.contests = detail.shortage = 0
