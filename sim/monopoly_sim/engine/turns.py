"""A player's turn, auctions, debts and trades, as in `monopoly_sim.reference.turns`; the kernel."""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled import random
from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.caching import compiled, inlined, step
from strategy_lab.compiled.random import DEAL, ONE, U64, ZERO
from strategy_lab.compiled.views import arguments_at
from strategy_lab.rows import whole_win

from monopoly_sim.engine import table
from monopoly_sim.engine.state import CHOICES, DECKS, SEATS, TRADE
from monopoly_sim.engine.table import CARDS_GIVEN, CARDS_GOT, CASH, GIVEN, GOT, PARTNER, first
from monopoly_sim.engine.view import VIEWS
from monopoly_sim.reference.events import BUS, DICE, FACES, MR_MONOPOLY, Ending
from monopoly_sim.reference.table import BANK, FREE, POT
from monopoly_sim.reference.turns import FIRST_GO, IN_USE, MOST_ACTIONS, MOST_DOUBLES, OVER
from monopoly_sim.reference.view import CARD, DONE, HOTEL_LOT, HOUSE, ROLL, SQUARES, Manage
from monopoly_sim.reference.view import PAY as ACTIONS_PAY
from monopoly_sim.rules.board import Code, Kind, members

# asking: The nine decisions: asks the players, and refuses answers that the rules do not allow.
#
# A refusal is an exception, which ends the game where it is: `state.decision` and `state.seat` tell
# whose answer it was, and the readable engine says what was wrong with it.

call_or_raise, view_of = VIEWS.call_or_raise, VIEWS.view_of


@inlined
def ask(state, seat, decision):
    """Return the answer (int64) of a player to a decision."""
    place = U64(seat)
    random.begin_decision(state, place)
    state.seat, state.decision = seat, decision
    return call_or_raise(
        state.functions[decision, place],
        view_of(state, place),
        arguments_at(state.arguments[decision, place]),
    )


@inlined
def require(allowed):
    if unlikely(not allowed):
        raise ValueError("an answer that the rules do not allow")


@inlined
def ask_about(state, seat, decision, first, second):
    state.asked[0], state.asked[1] = first, second
    return ask(state, seat, decision)


@inlined
def ask_limit(state, seat, lot, least):
    state.least_bid = least
    limit = ask_about(state, seat, table.BID, lot, 0)
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
    state.quiet_since = state.round
    table.pay(state, seat, BANK, price)
    detail = state.detail
    if detail.buyer[square] == 0:
        detail.buyer[square], detail.price[square] = seat, price
        detail.bought[square], detail.auctioned[square] = state.round, auctioned
    table.hand_over(state, square, seat)


@step
def auction_by_limits(state, lot, last, bidders, least, least_bidders):
    """Let each of a set of players name a limit; return who wins at which price, or seat 0.

    The bids go round to `last`, from the left neighbour on. The price is a step above the second
    limit, but not above the winner's; of equal limits the first wins. There is no sale among fewer
    than `least_bidders` who bid.
    """
    winner, best, second, number = 0, 0, 0, 0
    for steps in range(1, state.players + 1):
        seat = table.neighbour(state, last, steps)
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
        seat = table.neighbour(state, seat, 1)
        if bidders >> seat & 1 == 0:
            continue
        least = price + state.rules.bid_step if standing != 0 else state.rules.min_bid
        if ask_limit(state, seat, lot, least) >= least:
            standing, price = seat, least
        else:
            bidders &= ~(1 << seat)
    return standing, price


_, BUILD, SELL, MORTGAGE, REDEEM = map(int, Manage)
AUCTION = CHOICES["scarce"].index("auction")


@step
def manage(state, seat):
    for _ in range(MOST_ACTIONS):
        action = ask(state, seat, table.MANAGE)
        if action == DONE:
            return
        act_on(state, seat, action)


@step
def act_on(state, seat, action):
    require(SQUARES <= action < (REDEEM + 1) * SQUARES)
    kind, square = action // SQUARES, action % SQUARES
    require(square < state.rules.board.size)
    if kind == BUILD:
        build(state, seat, square)
    elif kind == SELL:
        sell(state, seat, square)
    elif kind == MORTGAGE:
        require(table.mortgageable(state, seat) >> square & 1 != 0)
        table.set_mortgage(state, square)
        table.pay(state, BANK, seat, state.rules.board.mortgages[square])
    else:
        require(table.redeemable(state, seat) >> square & 1 != 0)
        table.pay(state, seat, BANK, table.redemption(state, square))
        table.set_mortgage(state, square)


@step
def sell(state, seat, square):
    require(state.deeds[seat] & state.built & 1 << square != 0)
    require(state.level[square] == table.highest_level(state, state.rules.board.group[square]))
    value = table.sell_building(state, square) * (state.rules.board.house_prices[square] // 2)
    state.detail.buildings[square] -= value
    table.pay(state, BANK, seat, value)


@step
def build(state, seat, square):
    price = state.rules.board.house_prices[square]
    require(table.can_place(state, seat, square) and state.cash[seat] >= price)
    if state.rules.scarce != AUCTION or not auction_building(state, seat, square):
        place_building(state, seat, square, price)


@step
def place_building(state, seat, square, price):
    state.quiet_since = state.round
    table.pay(state, seat, BANK, price)
    state.detail.buildings[square] += price
    table.set_level(state, square, state.level[square] + 1)


@step
def auction_building(state, seat, square):
    hotel = table.is_hotel_next(state, square)
    bidders = bidders_for(state, hotel)
    if bidders & (bidders - 1) == 0:
        return False
    lot, last = HOTEL_LOT if hotel else HOUSE, table.neighbour(state, seat, state.players - 1)
    winner, price = auction_by_limits(state, lot, last, bidders, state.rules.scarce_min, 2)
    if winner == 0:
        return False
    state.detail.contests += 1
    street = square if winner == seat else table.place_for(state, winner, hotel)
    place_building(state, winner, street, price)
    return True


@inlined
def bidders_for(state, hotel):
    wanted, bidders = 0, table.builders(state)
    if bidders & (bidders - 1) == 0:
        return 0
    for each in members(bidders):
        number = table.could_place(state, each, hotel)
        wanted += number
        if number == 0:
            bidders &= ~(1 << each)
    if wanted <= (state.hotels if hotel else state.houses):
        return 0
    for each in members(bidders):
        if table.place_for(state, each, hotel) < 0:
            bidders &= ~(1 << each)
    return bidders


# debts: A debt to a player may end in one to the bank, for the interest on what is inherited, but
# not the other way round. So nothing here calls itself.


@step
def raise_cash(state, seat, amount):
    if not table.can_pay(state, seat, amount):
        return False
    while state.cash[seat] < amount:
        action = ask_about(state, seat, table.RAISE_CASH, amount - state.cash[seat], 0)
        kind = action // SQUARES
        require(kind in (SELL, MORTGAGE))
        act_on(state, seat, action)
    return True


@step
def owe_bank(state, debtor, amount, creditor):
    if raise_cash(state, debtor, amount):
        table.pay(state, debtor, creditor, amount)
        return
    deeds = leave(state, debtor, creditor)
    if not table.is_decided(state):
        for square in members(deeds):
            auction_deed(state, square, debtor)


@step
def fine(state, seat, amount):
    owe_bank(state, seat, amount, POT if state.rules.free_parking_jackpot != 0 else BANK)


@step
def owe_player(state, debtor, amount, creditor):
    """Let a player pay a debt to another, or go bankrupt; return whether it was paid."""
    if raise_cash(state, debtor, amount):
        table.pay(state, debtor, creditor, amount)
        return True
    deeds = leave(state, debtor, creditor)
    if not table.is_decided(state):
        settle(state, creditor, deeds)
    return False


@step
def leave(state, debtor, creditor):
    """Let a player sell and mortgage everything, give all to the creditor, and be out.

    Returns the deeds.
    """
    liquidate(state, debtor)
    table.pay(state, debtor, creditor, state.cash[debtor])
    heir = max(creditor, BANK)
    while table.jail_cards(state, debtor) > 0:
        table.pass_jail_card(state, debtor, heir)
    deeds = state.deeds[debtor]
    for square in members(deeds):
        table.hand_over(state, square, heir)
    state.alive &= ~(1 << debtor)
    state.touched &= ~(1 << debtor)
    state.bankrupt += 1
    state.out[debtor] = state.bankrupt
    return deeds


@step
def liquidate(state, seat):
    rules = state.rules
    for square in members(state.deeds[seat] & state.built):
        value = state.level[square] * (rules.board.house_prices[square] // 2)
        table.set_level(state, square, 0)
        state.detail.buildings[square] -= value
        table.pay(state, BANK, seat, value)
    for square in members(state.deeds[seat] & ~state.mortgaged):
        table.set_mortgage(state, square)
        table.pay(state, BANK, seat, rules.board.mortgages[square])


@step
def settle(state, seat, deeds):
    state.received = deeds & state.mortgaged
    if state.received == 0:
        return
    manage(state, seat)
    due = table.interest_on(state, state.received & state.deeds[seat])
    state.received = 0
    owe_bank(state, seat, due, BANK)


EVERY_ROLL = CHOICES["windows"].index("every_roll")


@step
def open_window(state, seat):
    number = state.players if state.rules.windows == EVERY_ROLL else 1
    for steps in range(number):
        each = table.neighbour(state, seat, steps)
        if state.touched >> each & 1 != 0:
            manage(state, each)
            state.touched &= ~(1 << each)
            propose(state, each)


@step
def propose(state, seat):
    ask(state, seat, table.PROPOSE)
    trade = state.trade
    if table.is_no_trade(trade):
        return
    require(table.can_trade(state, seat, trade))
    if is_refused(state, seat):
        return
    partner = trade[PARTNER]
    show(state, seat)
    state.detail.proposals += 1
    if ask(state, partner, table.ANSWER) != 0:
        state.detail.trades += 1
        exchange(state, seat, partner, trade[GIVEN], trade[GOT])
    else:
        for number in range(TRADE):
            state.refused[seat, number] = trade[number]


@inlined
def is_refused(state, seat):
    for number in range(TRADE):
        if state.trade[number] != state.refused[seat, number]:
            return False
    return True


@inlined
def show(state, seat):
    trade, offer = state.trade, state.offer
    offer[PARTNER], offer[CASH] = seat, -trade[CASH]
    offer[GIVEN], offer[GOT] = trade[GOT], trade[GIVEN]
    offer[CARDS_GIVEN], offer[CARDS_GOT] = trade[CARDS_GOT], trade[CARDS_GIVEN]


@step
def exchange(state, seat, partner, given, got):
    trade = state.trade
    state.quiet_since = state.round
    table.pay(state, seat, partner, trade[CASH])
    for square in members(given):
        table.hand_over(state, square, partner)
    for square in members(got):
        table.hand_over(state, square, seat)
    for _ in range(trade[CARDS_GIVEN]):
        table.pass_jail_card(state, seat, partner)
    for _ in range(trade[CARDS_GOT]):
        table.pass_jail_card(state, partner, seat)
    settle(state, seat, got)
    if table.is_alive(state, partner):
        settle(state, partner, given)


(ADVANCE, NEAREST_RAILWAY, NEAREST_UTILITY, BACK) = map(int, list(Code)[:4])
(TO_JAIL, JAIL_FREE, COLLECT, PAY, COLLECT_FROM_EACH, PAY_EACH, REPAIRS) = map(int, list(Code)[4:])
MOVING = BACK  # the last of the codes that lead to another square


@step
def draw(state, seat, deck):
    """Draw a card and do what it says.

    Returns whether it led to another square; then, how many times the rent of a railway is due
    there, and how many times a throw of the dice on a utility (0 for the usual rent).
    """
    card = table.take_top(state, deck)
    code, amount = state.rules.code[deck, card], state.rules.amount[deck, card]
    if code == JAIL_FREE:
        table.give_jail_card(state, deck, seat)
        return False, 1, 0
    table.put_under(state, deck, card)
    if code <= MOVING:
        move_by(state, seat, code, amount)
        railway = amount if code == NEAREST_RAILWAY else 1
        return True, railway, amount if code == NEAREST_UTILITY else 0
    if code == REPAIRS:
        repair(state, seat, amount, state.rules.hotel[deck, card])
    else:
        pay_by(state, seat, code, amount)
    return False, 1, 0


@inlined
def move_by(state, seat, code, amount):
    if code == ADVANCE:
        table.go_to(state, seat, amount)
    elif code == BACK:
        table.go_back(state, seat, amount)
    else:
        board = state.rules.board
        squares = board.railways if code == NEAREST_RAILWAY else board.utilities
        table.advance(state, seat, ahead(state, seat, squares))


@step
def pay_by(state, seat, code, amount):
    if code == TO_JAIL:
        table.imprison(state, seat)
    elif code == COLLECT:
        table.pay(state, BANK, seat, amount)
    elif code == PAY:
        fine(state, seat, amount)
    else:
        pay_around(state, seat, amount, code == COLLECT_FROM_EACH)


@step
def pay_around(state, seat, amount, collects):
    for steps in range(1, state.players):
        other = table.neighbour(state, seat, steps)
        if table.is_alive(state, seat) and table.is_alive(state, other):
            if collects:
                owe_player(state, other, amount, seat)
            else:
                owe_player(state, seat, amount, other)


@step
def repair(state, seat, house, hotel):
    due = 0
    for square in members(state.deeds[seat] & state.built):
        level = state.level[square]
        due += hotel if level == table.HOTEL_LEVEL else house * level
    fine(state, seat, due)


PURPOSE = U64(DICE)
OUTCOMES = U64(FACES**3)


@step
def deal(state):
    rules, players = state.rules, U64(state.players)
    purpose, n = random.purpose_word(DEAL, players), ZERO
    for deck in range(DECKS):
        cards, batches = rules.cards[deck], rules.batches[deck]
        size = U64(cards)
        n = random.draw_batches(
            size, batches, state.words, state.seed, purpose, state.deal, n, state.drawn
        )
        random.shuffle((1 << cards) - 1, size, batches, state.drawn, state.shuffled)
        for place in range(cards):
            state.dealt[deck, place] = first(state.shuffled[place + 1] ^ state.shuffled[place])
    key = random.philox(state.seed, ONE, random.purpose_word(PURPOSE, players), state.deal)[0]
    for seat in range(1, state.players + 1):
        state.dice_key[seat] = random.splitmix(key, U64(seat))


@inlined
def dice_of(word):
    outcome = int(random.product(word, OUTCOMES)[0])
    return 1 + outcome // FACES**2, 1 + outcome // FACES % FACES, 1 + outcome % FACES


@inlined
def numbers(first, second, third):
    return first + second + (third if third < BUS else 0)


@inlined
def roll(state, seat, speed_die):
    state.rolls[seat] += 1
    state.throws = 0
    one, two, three = dice_of(random.splitmix(state.dice_key[seat], U64(state.rolls[seat])))
    if not speed_die:
        three = 0
    state.thrown = numbers(one, two, three)
    return one, two, three


@inlined
def throw(state, seat, speed_die):
    state.throws += 1
    key = random.splitmix(state.dice_key[seat], U64(state.rolls[seat]))
    one, two, three = dice_of(random.splitmix(key, U64(state.throws)))
    return numbers(one, two, three if speed_die else 0)


_, _, RAILWAY, UTILITY, DECK_A, DECK_B, TAX, _, PARKING, GO_TO_JAIL = map(int, Kind)


@step
def act(state, seat):
    railway, utility = 1, 0
    while True:
        square = state.position[seat]
        if state.rules.board.deeds >> square & 1 != 0:
            visit(state, seat, square, railway, utility)
            return
        kind = state.rules.board.kinds[square]
        if kind not in (DECK_A, DECK_B):
            break
        moved, railway, utility = draw(state, seat, kind - DECK_A)
        if not moved:
            return
    if kind == TAX:
        fine(state, seat, tax(state, seat, square))
    elif kind == PARKING:
        table.pay(state, POT, seat, state.pot)
    elif kind == GO_TO_JAIL:
        table.imprison(state, seat)


@inlined
def tax(state, seat, square):
    whole = state.rules.board.taxes[square]
    if square != state.rules.income_tax:
        return whole
    return min(whole, table.net_worth(state, seat) * state.rules.income_tax_percent // 100)


@step
def visit(state, seat, square, railway, utility):
    owner = state.owner[square]
    if owner == BANK:
        offer(state, seat, square)
    elif table.pays_rent(state, square, seat):
        rent = rent_due(state, seat, square, railway, utility)
        if owe_player(state, seat, rent, owner) and rent != 0:
            state.detail.visits[square] += 1
            state.detail.rent[square] += rent


@step
def rent_due(state, seat, square, railway, utility):
    """Return the rent of a deed: see `draw` for what cards demand."""
    kind, dice = state.rules.board.kinds[square], state.thrown
    if kind == UTILITY and (utility != 0 or state.rules.utility_rolls_again != 0):
        dice = throw(state, seat, table.uses_speed_die(state, seat))
    if kind == UTILITY and utility != 0:
        return dice * utility
    return table.rent_of(state, square, dice) * (railway if kind == RAILWAY else 1)


@step
def offer(state, seat, square):
    price = state.rules.board.prices[square]
    if table.can_pay(state, seat, price) and ask_about(state, seat, table.BUY, square, 0) != 0:
        raise_cash(state, seat, price)
        buy(state, seat, square, price, False)
    else:
        auction_deed(state, square, seat)


@step
def play_turn(state, seat):
    if state.speed[seat] == FIRST_GO:
        state.speed[seat] = IN_USE
    doubles = 0
    while doubles != OVER:
        open_window(state, seat)
        if is_stopped(state, seat):
            return
        if state.jail[seat] != FREE:
            doubles = roll_in_jail(state, seat)
        else:
            doubles = roll_free(state, seat, doubles)
        if is_stopped(state, seat) or state.jail[seat] != FREE:
            return


@inlined
def is_stopped(state, seat):
    return table.is_decided(state) or not table.is_alive(state, seat)


@step
def roll_free(state, seat, doubles):
    """Roll and move; return how many doubles there have been if another roll follows."""
    first, second, third = roll(state, seat, table.uses_speed_die(state, seat))
    if first == second and first == third and third < BUS:
        square = ask(state, seat, table.JUMP)
        require(0 <= square < state.rules.board.size)
        table.go_to(state, seat, square)
        act(state, seat)
        return doubles if state.rules.triple_rolls_again != 0 else OVER
    if first == second and doubles == MOST_DOUBLES - 1:
        table.imprison(state, seat)
        return OVER
    walk(state, seat, first, second, third)
    return doubles + 1 if first == second else OVER


@step
def walk(state, seat, first, second, third):
    steps = first + second
    if third == BUS:
        steps = ask_about(state, seat, table.BUS, first, second)
        require(steps in (first, second, first + second))
    elif third < BUS:
        steps += third
    table.advance(state, seat, steps)
    act(state, seat)
    if third >= MR_MONOPOLY and not is_stopped(state, seat) and state.jail[seat] == FREE:
        go_on(state, seat)


@step
def go_on(state, seat):
    steps = ahead(state, seat, state.deeds[BANK])
    if steps != 0:
        table.advance(state, seat, steps)
        offer(state, seat, state.position[seat])
        return
    steps = ahead(state, seat, state.rules.board.deeds & ~state.deeds[seat] & ~state.mortgaged)
    if steps != 0:
        table.advance(state, seat, steps)
        visit(state, seat, state.position[seat], 1, 0)


@step
def ahead(state, seat, squares):
    square = state.position[seat]
    for steps in range(1, state.rules.board.size):
        square += 1
        if square == state.rules.board.size:
            square = 0
        if squares >> square & 1 != 0:
            return steps
    return 0


@step
def roll_in_jail(state, seat):
    way = ask(state, seat, table.JAIL)
    if way == ROLL:
        return roll_for_freedom(state, seat)
    if way == ACTIONS_PAY:
        require(state.cash[seat] >= state.rules.jail_fee)
        fine(state, seat, state.rules.jail_fee)
    else:
        require(way == CARD and table.jail_cards(state, seat) > 0)
        table.pass_jail_card(state, seat, BANK)
    state.jail[seat] = FREE
    return roll_free(state, seat, 0)


@step
def roll_for_freedom(state, seat):
    first, second, _ = roll(state, seat, False)
    if first != second:
        if state.jail[seat] < FREE + state.rules.jail_rolls:
            state.jail[seat] += 1
            return OVER
        fine(state, seat, state.rules.jail_fee)
        if is_stopped(state, seat):
            return OVER
    state.jail[seat] = FREE
    table.advance(state, seat, first + second)
    act(state, seat)
    return 1 if first == second and state.rules.jail_double_rolls_again != 0 else OVER


@step
def begin_game(state):
    """Set up the table: the state's deal is dealt, nobody has anything but the starting cash."""
    random.key_game(state)
    rules = state.rules
    state.cash[BANK] = 0
    for seat in range(1, SEATS):
        begin_seat(state, seat)
    state.deeds[BANK] = rules.board.deeds
    for square in range(SQUARES):
        state.owner[square] = BANK
        state.level[square] = 0
    state.mortgaged = state.built = state.received = 0
    state.houses, state.hotels = rules.houses, rules.hotels
    lay_decks(state)
    state.alive = state.touched = (1 << state.players + 1) - 2
    state.pot = state.bankrupt = state.thrown = state.throws = 0
    state.least_bid = 0
    state.round = state.turn = 1
    state.quiet_since = state.ending = 0
    forget_refusals(state)
    clear_detail(state.detail)


@step
def lay_decks(state):
    """Lay down the decks as they are dealt, without the cards that players hold."""
    for deck in range(DECKS):
        held = 0
        for seat in range(1, SEATS):
            held += state.held[deck, seat]
        state.top[deck] = state.left[deck] = 0
        for place in range(state.rules.cards[deck]):
            card = state.dealt[deck, place]
            if held > 0 and state.rules.code[deck, card] == JAIL_FREE:
                held -= 1
            else:
                table.put_under(state, deck, card)


@inlined
def begin_seat(state, seat):
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
    for seat in range(SEATS):
        for number in range(TRADE):
            state.refused[seat, number] = 0


@inlined
def clear_detail(detail):
    for square in range(len(detail.buyer)):
        detail.group_seat[square] = detail.buyer[square] = detail.auctioned[square] = 0
        detail.group_round[square] = detail.bought[square] = detail.visits[square] = 0
        detail.price[square] = detail.rent[square] = detail.buildings[square] = 0
    detail.proposals = detail.trades = detail.contests = detail.shortage = 0


_, BANKRUPTCY, ROUNDS, STALEMATE = map(int, Ending)


@step
def pass_dice(state):
    later = state.alive & -1 << state.turn + 1
    if table.is_decided(state):
        state.ending = BANKRUPTCY
    elif later != 0:
        state.turn = first(later)
    elif state.round == state.rules.max_rounds:
        state.ending = ROUNDS
    elif is_stalemate(state):
        state.ending = STALEMATE
    else:
        state.round += 1
        state.turn = first(state.alive)
        forget_refusals(state)


@step
def is_stalemate(state):
    quiet = state.rules.quiet_rounds
    if quiet == 0 or state.round - state.quiet_since < quiet:
        return False
    for number in range(state.rules.number_of_groups):
        if not is_divided(state, state.rules.board.groups[number]):
            return False
    enough = 2 * table.largest_bill(state)
    for seat in range(1, state.players + 1):
        if table.is_alive(state, seat) and state.cash[seat] <= enough:
            return False
    return True


@step
def is_divided(state, group):
    owners = 0
    for square in members(group & ~state.deeds[BANK]):
        owners |= 1 << state.owner[square]
    return owners & (owners - 1) != 0


parts_of_win = inlined(whole_win)


@step
def play_game(state):
    """Play one game of the state's deal to its end; return whether all answers were legal."""
    begin_game(state)
    return finish_game(state)


@step
def finish_game(state):
    try:
        while state.ending == 0:
            play_turn(state, state.turn)
            pass_dice(state)
    except Exception:
        return False
    return True


@inlined
def ranks_above(state, row, one, other):
    if table.is_alive(state, one) and table.is_alive(state, other):
        return row.score[one - 1] > row.score[other - 1]
    if table.is_alive(state, one) or table.is_alive(state, other):
        return table.is_alive(state, one)
    return state.out[one] > state.out[other]


@step
def write_row(state, row):
    players, winners = state.players, 0
    for seat in range(1, players + 1):
        row.score[seat - 1] = table.net_worth(state, seat)
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
    """Play some deals under every seating of their lineups; return how many games were finished.

    `state` is (1,), from `new_state`; after an illegal answer it is the state in which that was
    given. `functions`, `arguments`: uint64 (9, strategies), addresses of decision functions and of
    their parameters' values. `lineup`: uint8 (players,), by seat in the first seating; (0,) to draw
    one a deal. `rows`: (deals * seatings,) records of `ROW`, filled in place, as is `detail`, which
    is (0,) where nobody wants it.
    """
    state = state[0]
    players = U64(state.players)
    drawn = len(lineup) == 0
    seated = np.zeros(players, np.uint8) if drawn else lineup.copy()
    pool = np.zeros(functions.shape[1], np.uint8)
    played = ZERO
    if not drawn:
        random.invite(state, functions, arguments, seated, players)
    for number in range(first_deal, first_deal + deals):
        state.deal = U64(number)
        deal(state)
        random.key_deal(state)
        if drawn:
            random.draw_lineup(state, state, pool, seated)
            random.invite(state, functions, arguments, seated, players)
        for seating in range(1, seatings + 1):
            state.seating = U64(seating)
            row = rows[played]
            random.seat_strategies(state, U64(seating), players, row)
            if not play_game(state):
                return int(played)
            write_row(state, row)
            if len(detail) != 0:
                detail[played] = state.detail
            played += ONE
    return int(played)


@compiled
def play_on(start, state, functions, arguments, lineup, first_deal, rows):
    """Play a game on from the start of a turn, once a row; return how many times it was finished.

    Each time, the dice are those of another deal, and the decks lie as dealt there. `start`: (1,),
    where the game stands. `state`: (1,), scratch. `lineup`: uint8 (players,), by seat. All else is
    as for `play_chunk`.
    """
    begun, game, players = start[0], state[0], U64(start[0].players)
    random.invite(begun, functions, arguments, lineup, players)
    for number in range(len(rows)):
        state[0] = begun
        game.deal, game.seating = U64(first_deal + number), ONE
        deal(game)
        random.key_deal(game)
        random.key_game(game)
        lay_decks(game)
        random.seat_strategies(game, ONE, players, rows[number])
        if not finish_game(game):
            return number
        write_row(game, rows[number])
    return len(rows)
