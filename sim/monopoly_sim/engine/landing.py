"""What a square says to the player who has come to it, as in `monopoly_sim.reference.turns`."""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.caching import compiled, inlined, step
from strategy_lab.compiled.random import (
    DEAL,
    ONE,
    U64,
    ZERO,
    draw_batches,
    draw_lineup,
    invite,
    key_deal,
    key_game,
    philox,
    product,
    purpose_word,
    seat_strategies,
    shuffle,
    splitmix,
)
from strategy_lab.rows import whole_win

from monopoly_sim.engine.auctions import (
    ask,
    ask_about,
    auction_deed,
    buy,
    fine,
    open_window,
    owe_player,
    raise_cash,
    require,
)
from monopoly_sim.engine.buildings import RAILWAY, UTILITY, largest_bill, pays_rent, rent_of
from monopoly_sim.engine.moves import (
    HOTEL_LEVEL,
    advance,
    give_jail_card,
    go_back,
    go_to,
    imprison,
    is_alive,
    is_decided,
    jail_cards,
    neighbour,
    pass_jail_card,
    pay,
    put_under,
    take_top,
    uses_speed_die,
)
from monopoly_sim.engine.state import BUS as BUS_DECISION
from monopoly_sim.engine.state import (
    BUY,
    DECKS,
    JAIL,
    JUMP,
    SEATS,
    SQUARES,
    TRADE,
    can_pay,
    first,
    net_worth,
)
from monopoly_sim.reference.events import BUS, DICE, FACES, MR_MONOPOLY, Ending
from monopoly_sim.reference.table import BANK, FREE, POT
from monopoly_sim.reference.turns import FIRST_GO, IN_USE, MOST_DOUBLES, OVER
from monopoly_sim.reference.view import CARD, ROLL
from monopoly_sim.reference.view import PAY as ACTIONS_PAY
from monopoly_sim.rules.board import Code, Kind, members

ADVANCE, NEAREST_RAILWAY, NEAREST_UTILITY, BACK = (
    int(code) for code in (Code.ADVANCE, Code.NEAREST_RAILWAY, Code.NEAREST_UTILITY, Code.BACK)
)
TO_JAIL, JAIL_FREE, COLLECT, PAY, COLLECT_FROM_EACH, PAY_EACH, REPAIRS = (
    int(code)
    for code in (
        Code.JAIL,
        Code.JAIL_FREE,
        Code.COLLECT,
        Code.PAY,
        Code.COLLECT_FROM_EACH,
        Code.PAY_EACH,
        Code.REPAIRS,
    )
)
MOVING = BACK
"""The last of the codes that lead to another square."""


@step
def draw(state, seat, deck):
    """Draw a card and do what it says.

    Returns whether it led to another square; then, how many times the rent of a railway is due
    there, and how many times a throw of the dice on a utility (0 for the usual rent).
    """
    card = take_top(state, deck)
    code, amount = state.rules.code[deck, card], state.rules.amount[deck, card]
    if code == JAIL_FREE:
        give_jail_card(state, deck, seat)
        return False, 1, 0
    put_under(state, deck, card)
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
    """Move a token as a card says."""
    if code == ADVANCE:
        go_to(state, seat, amount)
    elif code == NEAREST_RAILWAY:
        go_to(state, seat, nearest(state, seat, state.rules.railways))
    elif code == NEAREST_UTILITY:
        go_to(state, seat, nearest(state, seat, state.rules.utilities))
    else:
        go_back(state, seat, amount)


@step
def nearest(state, seat, squares):
    """Return the next of some squares ahead of a token."""
    square = state.position[seat]
    for _ in range(state.rules.size):
        square += 1
        if square == state.rules.size:
            square = 0
        if squares >> square & 1 != 0:
            break
    return square


@step
def pay_by(state, seat, code, amount):
    """Pay or collect, or go to jail, as a card says."""
    if code == TO_JAIL:
        imprison(state, seat)
    elif code == COLLECT:
        pay(state, BANK, seat, amount)
    elif code == PAY:
        fine(state, seat, amount)
    else:
        pay_around(state, seat, amount, code == COLLECT_FROM_EACH)


@step
def pay_around(state, seat, amount, collects):
    """Collect an amount from each other player in turn order, or pay it to each."""
    for steps in range(1, state.players):
        other = neighbour(state, seat, steps)
        if is_alive(state, seat) and is_alive(state, other):
            if collects:
                owe_player(state, other, amount, seat)
            else:
                owe_player(state, seat, amount, other)


@step
def repair(state, seat, house, hotel):
    """Pay for each house and each hotel of a player."""
    due = 0
    for square in members(state.deeds[seat] & state.built):
        level = state.level[square]
        due += hotel if level == HOTEL_LEVEL else house * level
    fine(state, seat, due)


PURPOSE = U64(DICE)
OUTCOMES = U64(FACES**3)


@step
def deal(state):
    """Shuffle both decks of the state's deal, and key the dice of its seats."""
    rules, players = state.rules, U64(state.players)
    purpose, n = purpose_word(DEAL, players), ZERO
    for deck in range(DECKS):
        cards, batches = rules.cards[deck], rules.batches[deck]
        size = U64(cards)
        n = draw_batches(
            size, batches, state.words, state.seed, purpose, state.deal, n, state.drawn
        )
        shuffle((1 << cards) - 1, size, batches, state.drawn, state.shuffled)
        for place in range(cards):
            state.dealt[deck, place] = first(state.shuffled[place + 1] ^ state.shuffled[place])
    key = philox(state.seed, ONE, purpose_word(PURPOSE, players), state.deal)[0]
    for seat in range(1, state.players + 1):
        state.dice_key[seat] = splitmix(key, U64(seat))


@inlined
def dice_of(word):
    """Return all three dice of a random word."""
    outcome = int(product(word, OUTCOMES)[0])
    return 1 + outcome // FACES**2, 1 + outcome // FACES % FACES, 1 + outcome % FACES


@inlined
def numbers(first, second, third):
    """Return the sum of the dice that show numbers."""
    return first + second + (third if third < BUS else 0)


@inlined
def roll(state, seat, speed_die):
    """Roll a player's dice."""
    state.rolls[seat] += 1
    state.throws = 0
    one, two, three = dice_of(splitmix(state.dice_key[seat], U64(state.rolls[seat])))
    if not speed_die:
        three = 0
    state.thrown = numbers(one, two, three)
    return one, two, three


@inlined
def throw(state, seat, speed_die):
    """Throw a player's dice for the rent of a utility, and return their numbers."""
    state.throws += 1
    key = splitmix(state.dice_key[seat], U64(state.rolls[seat]))
    one, two, three = dice_of(splitmix(key, U64(state.throws)))
    return numbers(one, two, three if speed_die else 0)


DECK_A, DECK_B, TAX, PARKING, GO_TO_JAIL = (
    int(kind) for kind in (Kind.DECK_A, Kind.DECK_B, Kind.TAX, Kind.PARKING, Kind.GO_TO_JAIL)
)


@step
def act(state, seat):
    """Do what the square of a player's token says, and what those say that cards lead to."""
    railway, utility = 1, 0
    while True:
        square = state.position[seat]
        if state.rules.deeds >> square & 1 != 0:
            visit(state, seat, square, railway, utility)
            return
        kind = state.rules.kind[square]
        if kind not in (DECK_A, DECK_B):
            act_on_plain(state, seat, square, kind)
            return
        moved, railway, utility = draw(state, seat, kind - DECK_A)
        if not moved:
            return


@step
def act_on_plain(state, seat, square, kind):
    """Do what a square says that is neither a deed nor a deck's."""
    if kind == TAX:
        fine(state, seat, tax(state, seat, square))
    elif kind == PARKING:
        pay(state, POT, seat, state.pot)
    elif kind == GO_TO_JAIL:
        imprison(state, seat)


@inlined
def tax(state, seat, square):
    """Return what a tax square takes from a player."""
    whole = state.rules.tax[square]
    if square != state.rules.income_tax:
        return whole
    return min(whole, net_worth(state, seat) * state.rules.income_tax_percent // 100)


@step
def visit(state, seat, square, railway, utility):
    """Let a player on a deed buy it, or pay rent."""
    owner = state.owner[square]
    if owner == BANK:
        offer(state, seat, square)
    elif pays_rent(state, square, seat):
        rent = rent_due(state, seat, square, railway, utility)
        if owe_player(state, seat, rent, owner) and rent != 0:
            state.detail.visits[square] += 1
            state.detail.rent[square] += rent


@step
def rent_due(state, seat, square, railway, utility):
    """Return the rent of a deed: see `draw` for what cards demand."""
    kind, dice = state.rules.kind[square], state.thrown
    if kind == UTILITY and (utility != 0 or state.rules.utility_rolls_again != 0):
        dice = throw(state, seat, uses_speed_die(state, seat))
    if kind == UTILITY and utility != 0:
        return dice * utility
    return rent_of(state, square, dice) * (railway if kind == RAILWAY else 1)


@step
def offer(state, seat, square):
    """Let a player buy an unowned deed at its price, or have it auctioned."""
    price = state.rules.price[square]
    if can_pay(state, seat, price) and ask_about(state, seat, BUY, square, 0) != 0:
        raise_cash(state, seat, price)
        buy(state, seat, square, price, False)
    else:
        auction_deed(state, square, seat)


@step
def play_turn(state, seat):
    """Play a turn: as many rolls as doubles give."""
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
    """Return whether a player cannot go on: bankrupt, or the last one."""
    return is_decided(state) or not is_alive(state, seat)


@step
def roll_free(state, seat, doubles):
    """Roll and move; return how many doubles there have been if another roll follows."""
    first, second, third = roll(state, seat, uses_speed_die(state, seat))
    if first == second and first == third and third < BUS:
        square = ask(state, seat, JUMP)
        require(0 <= square < state.rules.size)
        go_to(state, seat, square)
        act(state, seat)
        return doubles if state.rules.triple_rolls_again != 0 else OVER
    if first == second and doubles == MOST_DOUBLES - 1:
        imprison(state, seat)
        return OVER
    walk(state, seat, first, second, third)
    return doubles + 1 if first == second else OVER


@step
def walk(state, seat, first, second, third):
    """Move by the dice, and act where that leads."""
    steps = first + second
    if third == BUS:
        steps = ask_about(state, seat, BUS_DECISION, first, second)
        require(steps in (first, second, first + second))
    elif third < BUS:
        steps += third
    advance(state, seat, steps)
    act(state, seat)
    if third >= MR_MONOPOLY and not is_stopped(state, seat) and state.jail[seat] == FREE:
        go_on(state, seat)


@step
def go_on(state, seat):
    """Go on to the next unowned deed; if there is none, to the next one that pays another rent."""
    steps = ahead(state, seat, state.deeds[BANK])
    if steps != 0:
        advance(state, seat, steps)
        offer(state, seat, state.position[seat])
        return
    steps = ahead(state, seat, state.rules.deeds & ~state.deeds[seat] & ~state.mortgaged)
    if steps != 0:
        advance(state, seat, steps)
        visit(state, seat, state.position[seat], 1, 0)


@step
def ahead(state, seat, squares):
    """Return how far it is to the next of some squares other than a token's own; 0 for none."""
    square = state.position[seat]
    for steps in range(1, state.rules.size):
        square += 1
        if square == state.rules.size:
            square = 0
        if squares >> square & 1 != 0:
            return steps
    return 0


@step
def roll_in_jail(state, seat):
    """Let a player in jail pay, play a card or try for doubles; return as `roll_free`."""
    way = ask(state, seat, JAIL)
    if way == ROLL:
        return roll_for_freedom(state, seat)
    if way == ACTIONS_PAY:
        require(state.cash[seat] >= state.rules.jail_fee)
        fine(state, seat, state.rules.jail_fee)
    else:
        require(way == CARD and jail_cards(state, seat) > 0)
        pass_jail_card(state, seat, BANK)
    state.jail[seat] = FREE
    return roll_free(state, seat, 0)


@step
def roll_for_freedom(state, seat):
    """Try for doubles; after the last failure, pay and move by it; return as `roll_free`."""
    first, second, _ = roll(state, seat, False)
    if first != second:
        if state.jail[seat] < FREE + state.rules.jail_rolls:
            state.jail[seat] += 1
            return OVER
        fine(state, seat, state.rules.jail_fee)
        if is_stopped(state, seat):
            return OVER
    state.jail[seat] = FREE
    advance(state, seat, first + second)
    act(state, seat)
    return 1 if first == second and state.rules.jail_double_rolls_again != 0 else OVER


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


BANKRUPTCY, ROUNDS, STALEMATE = (
    int(ending) for ending in (Ending.BANKRUPTCY, Ending.ROUNDS, Ending.STALEMATE)
)


@step
def pass_dice(state):
    """Let the next player have the turn, or end the game."""
    later = state.alive & -1 << state.turn + 1
    if is_decided(state):
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
    """Return whether a game can no longer move: see the rule `quiet_rounds`."""
    quiet = state.rules.quiet_rounds
    if quiet == 0 or state.round - state.quiet_since < quiet:
        return False
    for number in range(state.rules.number_of_groups):
        if not is_divided(state, state.rules.groups[number]):
            return False
    enough = 2 * largest_bill(state)
    for seat in range(1, state.players + 1):
        if is_alive(state, seat) and state.cash[seat] <= enough:
            return False
    return True


@step
def is_divided(state, group):
    """Return whether two or more players own a group's streets."""
    owners = 0
    for square in members(group & ~state.deeds[BANK]):
        owners |= 1 << state.owner[square]
    return owners & (owners - 1) != 0


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
