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
from strategy_lab.compiled.bits import copy_record, local_array
from strategy_lab.compiled.caching import inlined, shuffle_batches, step
from strategy_lab.compiled.random import (
    DEAL,
    U64,
    ZERO,
    begin_decision,
    draw_batches,
    key_deal,
    key_game,
    purpose_word,
    shuffle,
)
from strategy_lab.rows import MAX_SEATS

from forsale_sim.cards import MAX_CARDS, count, has, highest, lowest, nth, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.kernel import draw_lots, next_cards, view_of
from forsale_sim.engine.state import BATCHES as MOST_BATCHES
from forsale_sim.engine.state import (
    BID,
    CARDS,
    LOT,
    OPENER_CODE,
    SEATS,
    SELL,
    STATE,
    TABLE,
)
from forsale_sim.engine.view import I64, seat_of, state_of
from forsale_sim.search.bidding_model import (
    FEATURES,
    OPENS,
    can_gain,
    compile_into_caller,
    compile_policy,
    fill_weights,
    fill_weights_now,
    kernel_asking,
    kernel_with,
    strength,
    strength_with,
)
from forsale_sim.search.sales import (
    COLUMNS,
    MOST_MOVES,
    PROSPECTS,
    TOLD,
    TOLD_HOUSE,
    TOLD_MONEY,
    TOLD_MOVE,
    TOLD_PRICE,
    WORDS,
    add_move,
    begin_search,
    bids_to_try,
    chance_after,
    check_policy,
    fill_prospects,
    held_by_all,
    houses_to_try,
    match_regrets,
    matching_cheques,
    money_later,
    pay,
    worths,
)
from forsale_sim.search.traits import (
    OFTEN,
    OWN,
    PARTS,
    POINTS,
    bid_by_traits,
    deal_traits,
    draw_traits,
)

BATCHES = np.zeros((MAX_CARDS + 1, 2 * MOST_BATCHES, 3), np.uint64)
"""`shuffle_batches` by number of cards."""

for _cards in range(2, MAX_CARDS + 1):
    _batches = shuffle_batches(_cards)
    BATCHES[_cards, : len(_batches)] = _batches


@inlined
def shuffle_unseen(state, table):
    """Shuffle all cards that nobody has seen into the table, by the state's seed and deal.

    Lots, and the game's other random numbers follow from the deal, too.
    """
    purpose = purpose_word(DEAL, U64(state.players))
    words, seed, deal, n = table.words, state.seed, state.deal, ZERO
    unseen = state.unseen_houses
    cards = U64(count(unseen))
    n = draw_batches(cards, BATCHES[cards], words, seed, purpose, deal, n, table.drawn_houses)
    shuffle(unseen, cards, BATCHES[cards], table.drawn_houses, table.houses)
    if state.face_down != 0:  # the last ones, because the next auction begins with the first
        hidden = count(state.face_down)
        state.face_down = next_cards(table.houses, I64(cards) - hidden, hidden)
    unseen = state.unseen_cheques
    cards = U64(count(unseen))
    draw_batches(cards, BATCHES[cards], words, seed, purpose, deal, n, table.drawn_cheques)
    shuffle(unseen, cards, BATCHES[cards], table.drawn_cheques, table.cheques)
    if state.opener_rule == LOT and game.table_address(state, OPENER_CODE) == 0:
        draw_lots(state, table)
    key_deal(state)
    key_game(state)


BATCH = 16  # how many rollouts of each move come between two checks of the results
DOUBT = 1.0  # by how many standard errors a move must do better than the first to replace it
HOPELESS = 2.0  # by how many standard errors a move must do worse than the first to be dropped


@inlined
def outcome(state, seat):
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


def auctions_played_on(play: Any) -> Any:
    """Return a function that makes a bid, or passes, and plays the auctions to their end.

    The function is ``bid_on(state, table, seat, phase, move)``, with the cards to come in the
    table; returns whether every move was legal.
    """
    hold_auction, hold_auctions = play.hold_auction, play.hold_auctions

    def bid_on(state, table, seat, phase, move):
        following = game.next_seat(state.seats_in, U64(seat))
        state.seat, state.move = seat, move
        if move != 0 and (move < state.least_bid or move > state.coins[seat]):
            return False
        game.bid_or_pass(state, U64(seat), move)
        if state.seats_in & (state.seats_in - 1) == 0:
            game.close_auction(state)
        elif not hold_auction(state, table, following):
            return False
        table.cards = count(state.unseen_houses)
        return hold_auctions(state, table, 0)

    return compile_into_caller(bid_on)


def played_on(play: Any) -> Any:
    """Return a function that makes a move and plays the game to its end.

    The function is ``play_on(state, table, seat, phase, move)``, with the cards to come in the
    table; returns whether every move was legal. An illegal move ends the game.
    """
    ask_seat, hold_sales, bid_on = play.ask_seat, play.hold_sales, auctions_played_on(play)

    def play_on(state, table, seat, phase, move):
        if phase == BID:
            if not bid_on(state, table, seat, phase, move):
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
                    state.seat, state.move = seller, house
                    return False
                houses |= only(house)
            game.settle_sale(state, houses)
        table.cards = count(state.unseen_cheques)
        return hold_sales(state, table, 0)

    return compile_into_caller(play_on)


def trial(play_on: Any, begin: Any, worth: Any) -> Any:
    """Return a function that tries moves in rollouts, and returns the best of them.

    It is ``best_of(view, starts, states, tables, seat, phase, moves, alive, budget, told)``. Of all
    rollouts, ``begin(table, rollout, players, told)`` begins each, and ``worth(state, seat, told)``
    says how well it ended. The first move stands unless another is clearly better.
    """

    def best_of(view, starts, states, tables, seat, phase, moves, alive, budget, told):
        start, state, table = starts[0], states[0], tables[0]
        gain, square = local_array(MOST_MOVES, np.float64), local_array(MOST_MOVES, np.float64)
        gain[:] = square[:] = 0.0
        rollout, spent = 0, 0
        while alive > 1 and spent + alive <= budget:
            start.deal = U64(rollout)
            shuffle_unseen(start, table)
            begin(table, rollout, start.players, told)
            standard = 0.0
            for i in range(alive):
                copy_record(states[0], starts[0])
                check_policy(view, state, play_on(state, table, seat, phase, moves[i]))
                won = worth(state, seat, told)
                if i == 0:
                    standard = won
                gain[i] += won - standard
                square[i] += (won - standard) ** 2
            rollout += 1
            spent += alive
            if rollout % BATCH == 0:
                alive = give_up(moves, gain, square, alive)
        best, most = 0, 0.0
        for i in range(1, alive):
            clear = gain[i] - DOUBT * np.sqrt(square[i])
            if clear > most:
                best, most = i, clear
        return moves[best]

    return compile_into_caller(best_of)


@inlined
def begin_alike(table, rollout, players, told):
    pass


@inlined
def share_of_win(state, seat, told):
    return outcome(state, seat)


@cache
def rollouts(bid: Callable[..., int], sell: Callable[..., int]) -> Any:
    """Return a function that chooses a move by rollouts over a policy.

    The function is ``choose(view, phase, budget) -> int64``: the policy's own move, unless another
    is clearly better. Raises ValueError if the policy makes an illegal move.
    """
    play = kernel_asking(bid, sell)
    best_of, ask = trial(played_on(play), begin_alike, share_of_win), play.ask

    def try_moves(view, starts, states, tables, seat, phase, budget):
        moves = local_array(MOST_MOVES, np.int64)
        first = ask(ZERO, phase, starts[0], U64(seat), ZERO)
        if phase == BID:
            number = bids_to_try(starts[0], seat, first, moves)
        else:
            number = houses_to_try(starts[0], seat, first, moves)
        return best_of(view, starts, states, tables, seat, phase, moves, number, budget, 0)

    try_moves = compile_into_caller(try_moves)

    def choose(view, phase, budget):
        starts, states = local_array(1, STATE), local_array(1, STATE)
        tables = local_array(1, TABLE)
        begin_search(view, starts)
        return try_moves(view, starts, states, tables, int(seat_of(view)), phase, budget)

    return compile_into_caller(choose)


# fitted_rollouts: Bids tried in auctions against players of traits.
#
# All auctions to come are played out, and a value function says what they leave is worth.


@inlined
def begin_with_traits(table, rollout, players, told):
    deal_traits(told[0], players, rollout, table.arguments[BID])


@inlined
def valued(state, seat, told):
    total, own = 0.0, strength(told[1], state.coins[seat], state.hand[seat])
    for other in range(1, state.players + 1):
        total += np.exp(strength(told[1], state.coins[other], state.hand[other]) - own)
    return 1.0 / total


@cache
def fitted_rollouts(rule: Callable[..., int]) -> Any:
    """Return a function that chooses a bid by rollouts against players of rules or traits.

    It is ``choose(view, starts, states, seat, weights, houses, budget, likely, fits, jumps)``: what
    the others are taken to be follows from the last three, as `forsale_sim.search.bidding_model`
    fills them in. The player itself goes on by rule 0.
    """
    bid_by_rule, bid_on = fitted_auctions(rule)
    best_of = trial(bid_on, begin_with_traits, valued)

    def choose(view, starts, states, seat, weights, houses, budget, likely, fits, jumps):
        tables, start = local_array(1, TABLE), starts[0]
        drawn = local_array((SEATS, PARTS), np.uint64)
        draw_traits(likely, fits, jumps, seat, start.players, drawn)
        row = local_array(FEATURES, np.float64)
        fill_weights(start.deck_houses, weights[0], houses, row)
        start.keeps_past = 0
        moves = local_array(MOST_MOVES, np.int64)
        first = bid_by_rule(view_of(start, U64(seat)), 0)
        number = bids_to_try(start, seat, first, moves)
        told = drawn, row
        return best_of(view, starts, states, tables, seat, BID, moves, number, budget, told)

    return compile_into_caller(choose)


@cache
def fitted_auctions(rule: Callable[..., int]) -> Any:
    """Return a rule as it is compiled, and `auctions_played_on` by players of rules and traits."""
    bid_by_rule = compile_policy(rule)

    def ask(function, phase, state, seat, traits):
        number = traits % OFTEN
        if number < U64(POINTS):
            return bid_by_traits(state, seat, traits)
        rule = 0 if traits == OWN else I64(number) - POINTS
        return bid_by_rule(view_of(state, seat), rule)

    return bid_by_rule, auctions_played_on(kernel_with(ask))


@cache
def told_rollouts(rule: Callable[..., int]) -> Any:
    """Return a function that tells what becomes of bids in the same rollouts, each in all of them.

    It is ``tell(view, starts, states, seat, weights, houses, made, likely, fits, jumps, told)``:
    `made` is tried, too, and `told`, (`MOST_TRIED`, rollouts, `TOLD`) float64, is filled; the other
    parameters are those of `fitted_rollouts`.
    """
    bid_by_rule, bid_on = fitted_auctions(rule)

    def tell(view, starts, states, seat, weights, houses, made, likely, fits, jumps, told):
        tables, start, state = local_array(1, TABLE), starts[0], states[0]
        drawn = local_array((SEATS, PARTS), np.uint64)
        draw_traits(likely, fits, jumps, seat, start.players, drawn)
        row = local_array(FEATURES, np.float64)
        fill_weights(start.deck_houses, weights[0], houses, row)
        start.keeps_past = 0
        moves, brings = local_array(MOST_MOVES, np.int64), local_array(MAX_CARDS, np.float64)
        number = bids_to_try(start, seat, bid_by_rule(view_of(start, U64(seat)), 0), moves)
        number = add_move(moves, number, made)
        for rollout in range(told.shape[1]):
            start.deal = U64(rollout)
            shuffle_unseen(start, tables[0])
            deal_traits(drawn, start.players, rollout, tables[0].arguments[BID])
            for i in range(number):
                copy_record(states[0], starts[0])
                check_policy(view, state, bid_on(state, tables[0], seat, BID, moves[i]))
                offer = start.houses_on_offer | start.face_down
                tell_end(state, offer, seat, row, brings, told[i, rollout])
                told[i, rollout, TOLD_MOVE] = moves[i]

    return compile_into_caller(tell)


@inlined
def tell_end(state, offer, seat, weights, brings, told):
    """Write what the end of the auctions is worth, and which house of an offer `seat` bought."""
    total = 0.0
    for other in range(1, state.players + 1):
        told[other] = np.exp(strength(weights, state.coins[other], state.hand[other]))
        total += told[other]
    for other in range(1, state.players + 1):
        told[other] /= total
    houses = held_by_all(state)
    matching_cheques(state, count(houses), brings)
    told[TOLD_MONEY] = money_later(state, seat, houses, brings)
    told[TOLD_HOUSE] = told[TOLD_PRICE] = 0.0
    bought = state.hand[seat] & offer
    if bought != 0:
        told[TOLD_HOUSE], told[TOLD_PRICE] = lowest(bought), state.price[U64(lowest(bought))]


# last_sales: The last two sales, solved as one simultaneous game.
#
# Once nobody holds more than two houses, the choice of which to sell now settles the last sale too,
# except for its cheques. All hands are public, and all choose at the same time: what each
# combination of choices wins is a mean over the cheques that may come, and regret matching finds
# the mixtures.


@inlined
def most_houses(state):
    most = 0
    for seat in range(1, SEATS):
        most = max(most, count(state.hand[seat]))
    return most


@inlined
def choosers(state):
    number = 0
    for seat in range(1, SEATS):
        number += count(state.hand[seat]) == 2
    return number


@inlined
def sold(state, choices):
    """Return the houses that everyone sells: of two, the higher where the bit of `choices` is set.

    The lowest bit belongs to the first seat that holds two houses.
    """
    houses = 0
    for seat in range(1, SEATS):
        hand = state.hand[seat]
        if count(hand) == 2:
            hand = only(highest(hand) if choices & 1 else lowest(hand))
            choices >>= 1
        houses |= hand
    return houses


@inlined
def ways_to_draw(cards, number):
    ways = 1
    for i in range(number):
        ways = ways * (cards - i) // (i + 1)
    return ways


@inlined
def following_places(places):
    last = places & -places
    carried = places + last
    return carried | ((places ^ carried) // last >> 2)


@inlined
def cards_in(cards, places):
    subset = 0
    while places != 0:
        subset |= only(nth(cards, lowest(places) - 1))
        places &= places - 1
    return subset


@inlined
def pay_both(state, sold, last, times):
    """Add to everyone's cheques what the sale of the set `sold` brings, and the one after it.

    In that one, all other houses bring the set `last` of cheques. It counts so many times: -1 takes
    it back. To copy the state for each pair of sales would take longer than all the rest.
    """
    pay(state, sold, state.cheques_on_offer, times)
    pay(state, held_by_all(state) & ~sold, last, times)


@step
def tabulate_sales(starts, budget, of_money, payoffs):
    """Fill a table with what each combination of choices wins each chooser, on average.

    `starts`, (1,) records of `STATE`: a state with cheques on offer in which nobody holds more than
    two houses. Its seed is that of the draws; its deal is changed. `budget`, int64: how many sets
    of cheques are tried for the last sale: all possible ones, or a random sample of this size if
    there are more. `payoffs`, float64[:, ::1]: (choosers, 2**choosers or more): shares of the win,
    0 to 1, or, `of_money`, money in the end, by chooser in the order of the seats, and by choices
    as in `sold`; filled in place.
    """
    tables, state = local_array(1, TABLE), starts[0]
    players, unseen = payoffs.shape[0], state.unseen_cheques
    ways = ways_to_draw(count(unseen), players)
    draws, places = min(ways, budget), (1 << players) - 1
    payoffs[:] = 0.0
    for draw in range(draws):
        if ways <= budget:
            last = cards_in(unseen, places)
            places = following_places(places)
        else:
            state.deal = U64(draw)
            shuffle_unseen(state, tables[0])
            last = next_cards(tables[0].cheques, 0, players)
        for choices in range(1 << players):
            pay_both(state, sold(state, choices), last, 1)
            chooser = 0
            for seat in range(1, SEATS):
                if count(state.hand[seat]) == 2:
                    if of_money:
                        payoffs[chooser, choices] += game.money(state, seat) / draws
                    else:
                        payoffs[chooser, choices] += outcome(state, seat) / draws
                    chooser += 1
            pay_both(state, sold(state, choices), last, -1)


@inlined
def bind(payoffs, player, low, high):
    """Replace a player's moves 0 and 1 by mixtures: move 1 with probability `low` and `high`."""
    bit = 1 << player
    for choices in range(1 << payoffs.shape[0]):
        if choices & bit == 0:
            for other in range(payoffs.shape[0]):
                without, with_ = payoffs[other, choices], payoffs[other, choices | bit]
                payoffs[other, choices] = without + low * (with_ - without)
                payoffs[other, choices | bit] = without + high * (with_ - without)


@inlined
def bind_all(state, seat, expected, payoffs):
    """Bind all choosers but `seat` to what they are expected to sell; return which `seat` is."""
    own, chooser = 0, 0
    for other in range(1, SEATS):
        hand = state.hand[other]
        if count(hand) == 2:
            if other == seat:
                own = chooser
            else:
                rarely, often = expected[other, highest(hand)], 1.0 - expected[other, lowest(hand)]
                bind(payoffs, chooser, rarely, often)
            chooser += 1
    return own


@inlined
def solved_sale(starts, seat, word, budget, first, expected, told):
    """Return the house that `seat` sells, drawn from an equilibrium of the last two sales.

    `starts`, (1,) records of `STATE`: as for `tabulate_sales`. `seat`, int64. `word`, int64: the
    random number below `WORDS` that draws the house. `budget`, int64: as for `tabulate_sales`.
    `first`, int64[::1]: by seat, the house that it sells in the mixtures from which regret matching
    begins. `expected`, (`SEATS`, `CARDS`) float64: by seat and house, the probability that the
    model of this player sells it. `told`, (2 or more, rounds, `TOLD`) float64: if there are rounds,
    the first is filled with what each of its two houses brings `seat`.
    """
    start = starts[0]
    players, hand = choosers(start), start.hand[seat]
    payoffs = local_array((MAX_SEATS, COLUMNS), np.float64)[:players]
    chances = local_array(MAX_SEATS, np.float64)[:players]
    scratch = local_array(COLUMNS, np.float64)
    chooser = 0
    for other in range(1, SEATS):
        if count(start.hand[other]) == 2:
            chances[chooser] = first[other] == highest(start.hand[other])
            chooser += 1
    tabulate_sales(starts, budget, False, payoffs)
    own = bind_all(start, seat, expected, payoffs)
    match_regrets(payoffs, chances)
    if told.shape[1] != 0:
        told[0, :, seat], told[1, :, seat] = worths(payoffs, chances, own, scratch)
        tabulate_sales(starts, budget, True, payoffs)
        bind_all(start, seat, expected, payoffs)
        told[0, :, TOLD_MONEY], told[1, :, TOLD_MONEY] = worths(payoffs, chances, own, scratch)
    return highest(hand) if word < chances[own] * WORDS else lowest(hand)


@cache
def last_sales_solver(sell: Callable[..., int]) -> Any:
    """Compile ``choose(view, budget)``: it sells by a policy, and solves the last two sales.

    Regret matching begins with what the policy would sell at each seat. So of several equilibria it
    finds one near the policy, and a player who has nothing to lose sells as the policy does.
    """
    sold = compile_policy(sell)

    def choose(view, budget):
        if most_houses(state_of(view)) > 2:
            return sold(view)
        starts = local_array(1, STATE)
        word = begin_search(view, starts)
        first = local_array(SEATS, np.int64)
        for other in range(1, SEATS):
            if count(starts[0].hand[other]) == 2:
                first[other] = sold(view_of(starts[0], U64(other)))
        expected = local_array((SEATS, CARDS), np.float64)
        expected[:] = 0.0
        told = local_array((2, 1, TOLD), np.float64)[:, :0]
        return solved_sale(starts, int(seat_of(view)), word, budget, first, expected, told)

    return compile_into_caller(choose, allocates=False)


# foresight: Answers to opponents whose strategy is known: it is asked what they would do.
#
# A strategy is a function of what everyone sees, and of its draws. So a player who knows it
# foresees every auction: after each bid of its own, the strategy is asked for the others' moves up
# to its next turn. What is left is a search over its own bids alone, to the end of the auction,
# where a value function gives the chance to win. A sale is foreseen likewise: the others are asked
# what they sell.
#
# Only its draws are not known. If the strategy draws random numbers, or a mixture draws its member,
# the moves are compared over several samples of draws, each of which is foreseen.

MOST_OWN_TURNS = 64  # after so many bids of its own in one auction, the player passes
MOST_BIDS = 64  # the most bids that are tried at a turn
LAST_CHEQUES = 64  # how many samples of the last cheques the last sale but one is tried with


@inlined
def begin_sample(state, sample):
    state.deal = U64(sample)
    key_deal(state)
    key_game(state)


@inlined
def bids_that_pay(state, seat, weights, bids):
    """Write a pass, and all bids that may be better, into `bids`; return how many there are."""
    rivals = 0
    for other in range(1, SEATS):
        if other != seat and has(state.seats_in, other):
            rivals = max(rivals, state.coins[other])
    least = game.least_bid(state, state.highest_bid, state.bid[seat])
    most = min(state.coins[seat], max(least, rivals + 1))
    bids[0], number = 0, 1
    for bid in range(least, most + 1):
        if number == bids.shape[0] or not can_gain(state, seat, bid, weights):
            break
        bids[number] = bid
        number += 1
    return number


@inlined
def own_chance(state, seat, weights):
    last = lowest(state.seats_in)
    house, price = lowest(state.houses_on_offer), state.bid[last]
    total = own = 0.0
    for other in range(1, state.players + 1):
        if other == last:
            add = strength_with(state, other, house, price, weights) + weights[OPENS]
        else:
            add = strength(weights, state.coins[other], state.hand[other])
        power = np.exp(add)
        total += power
        if other == seat:
            own = power
    return own / total


@cache
def moves_of_others(bid: Callable[..., int]) -> Any:
    ask = compile_policy(bid)

    def others_move(view, state, seat):
        drew, other = False, game.next_seat(state.seats_in, U64(seat))
        while state.seats_in & (state.seats_in - 1) != 0 and other != seat:
            least = game.least_bid(state, state.highest_bid, state.bid[other])
            move = 0
            if state.coins[other] >= least:
                state.least_bid = least
                begin_decision(state, other)
                state.drawing = ZERO
                move = ask(view_of(state, other))
                drew |= state.drawing != ZERO
            state.seat, state.move = I64(other), move
            check_policy(view, state, move == 0 or least <= move <= state.coins[other])
            game.bid_or_pass(state, other, move)
            other = game.next_seat(state.seats_in, other)
        return drew

    return compile_into_caller(others_move, allocates=False)


@cache
def foreseen_bid(bid: Callable[..., int]) -> Any:
    """Return a function that chooses the bid against players who bid by a known policy.

    The function is ``choose(view, least, most, weights, houses)``:
    `forsale_sim.search.bid_by_foresight`.
    """
    others_move = moves_of_others(bid)

    def foresee(view, states, seat, weights, bids, numbers, tried, best, worth):
        depth, drew = 0, False
        numbers[0] = bids_that_pay(states[0], seat, weights, bids[0])
        tried[0] = 0
        while True:
            if tried[depth] < numbers[depth]:
                move = bids[depth, tried[depth]]
                tried[depth] += 1
                copy_record(states[depth + 1], states[depth])
                state = states[depth + 1]
                game.bid_or_pass(state, U64(seat), move)
                drew |= others_move(view, state, seat)
                if state.seats_in & (state.seats_in - 1) != 0:
                    depth += 1
                    numbers[depth] = 1
                    if depth + 2 < states.shape[0]:
                        numbers[depth] = bids_that_pay(state, seat, weights, bids[depth])
                    tried[depth], best[depth] = 0, -1.0
                    continue
                value = own_chance(state, seat, weights)
            else:
                value = best[depth]
                depth -= 1
            if depth == 0:
                worth[tried[0] - 1] += value
                if tried[0] == numbers[0]:
                    return drew
            best[depth] = max(best[depth], value)

    foresee = compile_into_caller(foresee, allocates=False)

    def choose(view, least, most, weights, houses):
        deepest = min(int(state_of(view).coins[seat_of(view)]), MOST_OWN_TURNS) + 2
        states = np.empty(deepest + 1, STATE)
        begin_search(view, states)
        state, seat = states[0], int(seat_of(view))
        row = local_array(FEATURES, np.float64)
        fill_weights_now(state, weights, houses, row)
        bids = np.empty((deepest, MOST_BIDS), np.int64)
        numbers, tried = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
        best, worth = np.empty(deepest), np.zeros(MOST_BIDS)
        for sample in range(most):
            begin_sample(state, sample)
            drew = foresee(view, states, seat, row, bids, numbers, tried, best, worth)
            if not drew and sample + 1 >= least:
                break
        return bids[0, np.argmax(worth[: numbers[0]])]

    return compile_into_caller(choose)


@inlined
def add_ends(state, table, seat, houses, number, sold, worth):
    """Add the chance to win with each house after a sale: the last one, or the last but one."""
    deal, unsold = state.deal, held_by_all(state)
    for draw in range(LAST_CHEQUES):
        state.deal = deal * U64(LAST_CHEQUES) + U64(draw)
        shuffle_unseen(state, table)
        for i in range(number):
            sale = sold | only(houses[i])
            last = next_cards(table.cheques, 0, count(unsold & ~sale))
            pay_both(state, sale, last, 1)
            worth[i] += outcome(state, seat) / LAST_CHEQUES
            pay_both(state, sale, last, -1)
    state.deal = deal


@inlined
def add_estimates(state, seat, houses, number, sold, worth):
    prospects = local_array(1, PROSPECTS)[0]
    fill_prospects(state, prospects)
    for i in range(number):
        worth[i] += chance_after(state, sold | only(houses[i]), seat, prospects)


@cache
def foreseen_sale(sell: Callable[..., int]) -> Any:
    """Return a function that chooses the sale against players who sell by a known policy.

    The function is ``choose(view, least, most)``: see `forsale_sim.search.sale_by_foresight`.
    """
    ask = compile_policy(sell)

    def others_sale(view, state, seat):
        houses, drew, sellers = 0, False, remove(game.holders(state), seat)
        while sellers != 0:
            other = lowest(sellers)
            sellers &= sellers - 1
            hand = state.hand[other]
            house = lowest(hand)
            if hand & (hand - 1) != 0:
                begin_decision(state, U64(other))
                state.drawing = ZERO
                house = ask(view_of(state, U64(other)))
                drew |= state.drawing != ZERO
                state.seat, state.move = other, house
                check_policy(view, state, 0 < house < CARDS and has(hand, house))
            houses |= only(house)
        return houses, drew

    others_sale = compile_into_caller(others_sale, allocates=False)

    def choose(view, least, most):
        states, tables = local_array(1, STATE), local_array(1, TABLE)
        begin_search(view, states)
        state, seat = states[0], int(seat_of(view))
        houses, worth = local_array(MAX_CARDS, np.int64), local_array(MAX_CARDS, np.float64)
        worth[:] = 0.0
        number = houses_to_try(state, seat, lowest(state.hand[seat]), houses)
        for sample in range(most):
            begin_sample(state, sample)
            sold, drew = others_sale(view, state, seat)
            if most_houses(state) > 2:
                add_estimates(state, seat, houses, number, sold, worth)
            else:
                add_ends(state, tables[0], seat, houses, number, sold, worth)
            if not drew and sample + 1 >= least:
                break
        return houses[np.argmax(worth[:number])]

    return compile_into_caller(choose)
