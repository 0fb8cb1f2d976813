"""Auctions of deeds and of scarce buildings, as in `monopoly_sim.reference.turns`."""

from __future__ import annotations

from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.caching import inlined, step
from strategy_lab.compiled.random import U64, begin_decision
from strategy_lab.compiled.views import arguments_at

from monopoly_sim.engine.buildings import (
    builders,
    can_place,
    could_place,
    highest_level,
    is_hotel_next,
    place_for,
    sell_building,
)
from monopoly_sim.engine.moves import (
    CARDS_GIVEN,
    CARDS_GOT,
    CASH,
    GIVEN,
    GOT,
    PARTNER,
    can_trade,
    hand_over,
    interest_on,
    is_alive,
    is_decided,
    is_no_trade,
    jail_cards,
    mortgageable,
    neighbour,
    pass_jail_card,
    pay,
    redeemable,
    redemption,
    set_level,
    set_mortgage,
)
from monopoly_sim.engine.state import (
    ANSWER,
    BID,
    CHOICES,
    MANAGE,
    PROPOSE,
    RAISE_CASH,
    TRADE,
    can_pay,
)
from monopoly_sim.engine.view import VIEWS
from monopoly_sim.reference.table import BANK, POT
from monopoly_sim.reference.turns import MOST_ACTIONS
from monopoly_sim.reference.view import DONE, HOTEL_LOT, HOUSE, SQUARES, Manage
from monopoly_sim.rules.board import members

# asking: The nine decisions: asks the players, and refuses answers that the rules do not allow.
#
# A refusal is an exception, which ends the game where it is: `state.decision` and `state.seat` tell
# whose answer it was, and the readable engine says what was wrong with it.

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


LIMITS, OPEN, NO_AUCTION = (CHOICES["auction"].index(kind) for kind in ("limits", "open", "none"))


@step
def auction_deed(state, square, last):
    """Auction a deed of the bank; the bids go round to `last`, from the left neighbour on."""
    kind = state.rules.auction
    if kind == NO_AUCTION:
        return
    if kind == OPEN:
        seat, price = open_auction(state, square, last)
    else:
        seat, price = auction_by_limits(state, square, last, state.alive, state.rules.min_bid, 1)
    if seat != 0:
        buy(state, seat, square, price, True)


@step
def buy(state, seat, square, price, auctioned):
    """Sell a deed of the bank to a player."""
    state.quiet_since = state.round
    pay(state, seat, BANK, price)
    detail = state.detail
    if detail.buyer[square] == 0:
        detail.buyer[square], detail.price[square] = seat, price
        detail.bought[square], detail.auctioned[square] = state.round, auctioned
    hand_over(state, square, seat)


@step
def auction_by_limits(state, lot, last, bidders, least, least_bidders):
    """Let each of a set of players name a limit; return who wins at which price, or seat 0.

    The bids go round to `last`, from the left neighbour on. The price is a step above the second
    limit, but not above the winner's; of equal limits the first wins. There is no sale among fewer
    than `least_bidders` who bid.
    """
    winner, best, second, number = 0, 0, 0, 0
    for steps in range(1, state.players + 1):
        seat = neighbour(state, last, steps)
        if bidders >> seat & 1 == 0:
            continue
        limit = ask_limit(state, seat, lot, least)
        if limit < least:
            continue
        number += 1
        if limit > best:
            winner, best, second = seat, limit, best
        else:
            second = max(second, limit)
    if number < least_bidders:
        return 0, 0
    return winner, least if number == 1 else min(best, second + state.rules.bid_step)


@step
def open_auction(state, lot, last):
    """Let players raise by a step in turn, as long as their limits of the moment allow.

    A player whose limit does not is out. Returns who wins at which price; seat 0 if nobody bid.
    """
    bidders, seat, standing, price = state.alive, last, 0, 0
    while bidders != 0 and bidders != 1 << standing:
        seat = neighbour(state, seat, 1)
        if bidders >> seat & 1 == 0:
            continue
        least = price + state.rules.bid_step if standing != 0 else state.rules.min_bid
        if ask_limit(state, seat, lot, least) >= least:
            standing, price = seat, least
        else:
            bidders &= ~(1 << seat)
    return standing, price


# management: Building, selling, mortgaging and redeeming, as in
# `monopoly_sim.reference.turns`.

BUILD, SELL, MORTGAGE, REDEEM = (
    int(kind) for kind in (Manage.BUILD, Manage.SELL, Manage.MORTGAGE, Manage.REDEEM)
)
AUCTION = CHOICES["scarce"].index("auction")


@step
def manage(state, seat):
    """Ask a player for actions, until there are no more."""
    for _ in range(MOST_ACTIONS):
        action = ask(state, seat, MANAGE)
        if action == DONE:
            return
        act_on(state, seat, action)


@step
def act_on(state, seat, action):
    """Do what a player asks for, if it is allowed."""
    require(SQUARES <= action < (REDEEM + 1) * SQUARES)
    kind, square = action // SQUARES, action % SQUARES
    require(square < state.rules.size)
    if kind == BUILD:
        build(state, seat, square)
    elif kind == SELL:
        sell(state, seat, square)
    elif kind == MORTGAGE:
        require(mortgageable(state, seat) >> square & 1 != 0)
        set_mortgage(state, square)
        pay(state, BANK, seat, state.rules.mortgage[square])
    else:
        require(redeemable(state, seat) >> square & 1 != 0)
        pay(state, seat, BANK, redemption(state, square))
        set_mortgage(state, square)


@step
def sell(state, seat, square):
    """Sell a building on a street to the bank."""
    require(state.deeds[seat] & state.built & 1 << square != 0)
    require(state.level[square] == highest_level(state, state.rules.group[square]))
    value = sell_building(state, square) * (state.rules.house_price[square] // 2)
    state.detail.buildings[square] -= value
    pay(state, BANK, seat, value)


@step
def build(state, seat, square):
    """Build on a street, or auction the building if it is scarce."""
    price = state.rules.house_price[square]
    require(can_place(state, seat, square) and state.cash[seat] >= price)
    if state.rules.scarce != AUCTION or not auction_building(state, seat, square):
        place_building(state, seat, square, price)


@step
def place_building(state, seat, square, price):
    """Sell a player the next building on a street."""
    state.quiet_since = state.round
    pay(state, seat, BANK, price)
    state.detail.buildings[square] += price
    set_level(state, square, state.level[square] + 1)


@step
def auction_building(state, seat, square):
    """Auction the building that a player wants, if it is scarce and another wants it, too.

    Returns whether it was auctioned, whoever got it.
    """
    hotel = is_hotel_next(state, square)
    bidders = bidders_for(state, hotel)
    if bidders & (bidders - 1) == 0:
        return False
    lot, last = HOTEL_LOT if hotel else HOUSE, neighbour(state, seat, state.players - 1)
    winner, price = auction_by_limits(state, lot, last, bidders, state.rules.scarce_min, 2)
    if winner == 0:
        return False
    state.detail.contests += 1
    street = square if winner == seat else place_for(state, winner, hotel)
    place_building(state, winner, street, price)
    return True


@inlined
def bidders_for(state, hotel):
    """Return the set of players who compete for a kind of building that is too scarce for all."""
    wanted, bidders = 0, builders(state)
    if bidders & (bidders - 1) == 0:
        return 0
    for each in members(bidders):
        number = could_place(state, each, hotel)
        wanted += number
        if number == 0:
            bidders &= ~(1 << each)
    if wanted <= (state.hotels if hotel else state.houses):
        return 0
    for each in members(bidders):
        if place_for(state, each, hotel) < 0:
            bidders &= ~(1 << each)
    return bidders


# debts: Debts and bankruptcy, as in `monopoly_sim.reference.turns`.
#
# A debt to a player may end in one to the bank, for the interest on what the player inherits, but
# not the other way round. So nothing here calls itself.


@step
def raise_cash(state, seat, amount):
    """Let a player sell and mortgage until an amount is there; return False if it cannot be."""
    if not can_pay(state, seat, amount):
        return False
    while state.cash[seat] < amount:
        action = ask_about(state, seat, RAISE_CASH, amount - state.cash[seat], 0)
        kind = action // SQUARES
        require(kind in (SELL, MORTGAGE))
        act_on(state, seat, action)
    return True


@step
def owe_bank(state, debtor, amount, creditor):
    """Let a player pay a debt to the bank, or the pot, or go bankrupt to it."""
    if raise_cash(state, debtor, amount):
        pay(state, debtor, creditor, amount)
        return
    deeds = leave(state, debtor, creditor)
    if not is_decided(state):
        for square in members(deeds):
            auction_deed(state, square, debtor)


@step
def fine(state, seat, amount):
    """Let a player pay what goes to the bank, or to the jackpot if there is one."""
    owe_bank(state, seat, amount, POT if state.rules.free_parking_jackpot != 0 else BANK)


@step
def owe_player(state, debtor, amount, creditor):
    """Let a player pay a debt to another, or go bankrupt; return whether it was paid."""
    if raise_cash(state, debtor, amount):
        pay(state, debtor, creditor, amount)
        return True
    deeds = leave(state, debtor, creditor)
    if not is_decided(state):
        settle(state, creditor, deeds)
    return False


@step
def leave(state, debtor, creditor):
    """Let a player sell and mortgage everything, give all to the creditor, and be out.

    Returns the deeds.
    """
    liquidate(state, debtor)
    pay(state, debtor, creditor, state.cash[debtor])
    heir = max(creditor, BANK)
    while jail_cards(state, debtor) > 0:
        pass_jail_card(state, debtor, heir)
    deeds = state.deeds[debtor]
    for square in members(deeds):
        hand_over(state, square, heir)
    state.alive &= ~(1 << debtor)
    state.touched &= ~(1 << debtor)
    state.bankrupt += 1
    state.out[debtor] = state.bankrupt
    return deeds


@step
def liquidate(state, seat):
    """Sell all of a player's buildings, and mortgage all deeds."""
    rules = state.rules
    for square in members(state.deeds[seat] & state.built):
        value = state.level[square] * (rules.house_price[square] // 2)
        set_level(state, square, 0)
        state.detail.buildings[square] -= value
        pay(state, BANK, seat, value)
    for square in members(state.deeds[seat] & ~state.mortgaged):
        set_mortgage(state, square)
        pay(state, BANK, seat, rules.mortgage[square])


@step
def settle(state, seat, deeds):
    """Let a player redeem what was just got with a mortgage, or pay interest on it."""
    state.received = deeds & state.mortgaged
    if state.received == 0:
        return
    manage(state, seat)
    due = interest_on(state, state.received & state.deeds[seat])
    state.received = 0
    owe_bank(state, seat, due, BANK)


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
