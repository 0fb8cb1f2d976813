"""The rules of play as steps that change a state in place.

The same rules as `forsale_sim.reference.table`, which is the one to read. Each step is a small
function of a `STATE` record, so that a strategy that looks ahead can play on from a copy. No step
asks a strategy or draws a random number. Seats and cards are int64; the caller deals the cards.

Loops over seats run over all there could be, whatever the number of players: a fixed number of
turns costs less than the right number.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature, unwrap
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload, register_jitable
from strategy_lab.compiled import bits
from strategy_lab.compiled.bits import Generated
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.random import ONE, U64, key_game
from strategy_lab.rows import whole_win

from forsale_sim import cards
from forsale_sim.cards import count, highest, lowest, refusal, remove
from forsale_sim.engine.state import (
    GIFT_CODE,
    HIDDEN_CODE,
    HOUSES_CODE,
    LEFT,
    LOWEST,
    OPENER_CODE,
    REFUND_BITS,
    REFUND_CODE,
    SCORE_CODE,
    SEATS,
)

# cards: The functions of `forsale_sim.cards` for compiled code.
#
# Importing this module registers them with numba, so that a strategy's source serves both engines.
# Those that count bits become machine instructions. Sets are int64.


def population_of(cards):
    return bits.population(cards)


def lowest_of(cards):
    return 64 - bits.leading_zeros(cards & -cards)


def highest_of(cards):
    return 64 - bits.leading_zeros(cards)


def nth_of(cards, n):
    return lowest(bits.select(cards, n)) if 0 <= n < 64 else 0


def _of_a_set(function: Callable[..., Any], source: Callable[..., Any]) -> Callable[..., Any]:
    """Return what numba asks for the source of a function of sets."""

    def choose(cards: Any, *_: Any, **_named: Any) -> Callable[..., Any]:
        if not isinstance(cards, types.Integer | types.Boolean):
            raise TypeError(refusal(function, f"{cards}".partition("<")[0], is_number=False))
        return source

    vars(choose)["__signature__"] = signature(source)
    return choose


register_jitable(cards.only)
_SOURCES: dict[Any, Callable[..., Any]] = {
    cards.count: population_of,
    cards.lowest: lowest_of,
    cards.highest: highest_of,
    cards.nth: nth_of,
    **{each: unwrap(each) for each in (cards.has, cards.remove, cards.below, cards.above)},
}
for _function, _source in _SOURCES.items():
    overload(_function)(_of_a_set(_function, _source))


# members: `forsale_sim.cards.members` for compiled code: a set of cards that can be looped over.
#
# Python's `max`, `min` and `sorted` of a set that was not made iterable are refused: numba would
# take ``max(cards)`` for the set itself.

members_of = bits.members_from(1)


@overload(cards.members)
def _members(cards):
    def members(cards):
        return members_of(cards)

    return members


def _refuse_numbers(function: Callable[..., Any]) -> None:
    # More specific than numba's own overloads, so that it comes first; and an error that is none of
    # numba's, so that nothing else is tried.
    @overload(function, target="cpu")
    def refuse(iterable):
        if isinstance(iterable, types.Integer | types.Boolean):
            raise TypeError("'int' object is not iterable")


for _members_function in (max, min, sorted):
    _refuse_numbers(_members_function)


I64 = np.int64
parts_of_win = inlined(whole_win)  # `whole_win` for compiled code

MORE_THAN_COINS = 1 << 16
"""More than any player's coins: money times this, plus coins, orders players as the rules do."""


# house_rules: Rules of a ruleset's own code, and gifts, as the kernel looks their answers up.
#
# A state holds the addresses of their tables: 0 for a rule that is as its parameters say. A
# `PLAIN_STATE` has no such addresses, so the compiler leaves out all that is here.


@intrinsic
def table_address(typingctx: Any, state: Any, rule: Any) -> Generated:
    """Return the address of a rule's table (uint64); 0 if the rule has none."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        if "rule_tables" not in state.fields:
            return ir.Constant(word, 0)
        place = builder.add(
            builder.ptrtoint(args[0], word),
            builder.add(
                ir.Constant(word, state.offset("rule_tables")),
                builder.mul(builder.sext(args[1], word), ir.Constant(word, 8)),
            ),
        )
        return builder.load(builder.inttoptr(place, word.as_pointer()))

    return types.uint64(state, rule), generate


@intrinsic
def word_at(typingctx: Any, address: Any, index: Any) -> Generated:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(array, [args[1]]))

    return types.int64(types.uint64, types.int64), generate


@inlined
def answer(address, asked):
    """Return a rule's answer from the table at an address, to numbers in the order of the rule.

    A number that is larger than any in a game counts as the largest: a search may ask with it.
    """
    place = np.int64(0)
    for i in range(len(asked)):
        span = word_at(address, np.int64(i))
        place = place * (span + 1) + max(min(np.int64(asked[i]), span), np.int64(0))
    return word_at(address, np.int64(len(asked)) + place)


# Steps of a game.


@inlined
def first(numbers):
    return U64(bits.trailing_zeros(numbers)) + ONE


@inlined
def number_face_down(state):
    return count(state.face_down) if table_address(state, HIDDEN_CODE) != 0 else 0


@inlined
def houses_left(state):
    """Return how many houses of the auction nobody has taken yet, those face down included."""
    return count(state.houses_on_offer) + number_face_down(state)


@inlined
def last_house(state):
    """Return the house that the last player takes, or would, were those face down as they are."""
    return highest(state.face_down if number_face_down(state) != 0 else state.houses_on_offer)


@inlined
def refund_of(state, bid, houses):
    """Return what the rules give back of a bid to who passes and takes one of `houses` (int64)."""
    table = table_address(state, REFUND_CODE)
    if table != 0:
        offered = 1
        if state.houses_on_offer != 0:
            offered = count(state.houses_revealed) + number_face_down(state)
        place = offered + 1 - houses if houses != 0 else 1
        return answer(table, (bid, place, offered))
    return (bid * state.refund_rates[U64(houses)] + state.refund_rounding) >> REFUND_BITS


@inlined
def gift_of(state, bid, bidders):
    """Return the bank's coins for the pass of one of so many bidders, with a bid (int64)."""
    table = table_address(state, GIFT_CODE)
    return answer(table, (bid, state.players + 1 - bidders)) if table != 0 and bidders > 1 else 0


@inlined
def coins_for(state, bid, houses):
    """Return what a pass brings that takes one of `houses`, as many as there are bidders."""
    return refund_of(state, bid, houses) + gift_of(state, bid, houses)


@inlined
def bid_to_raise(state, highest_bid):
    """Return the highest bid; where there is none, one whose least raise is the opening bid."""
    return highest_bid if highest_bid != 0 else state.opening_bid - state.least_raise


@inlined
def least_raised(state, to_raise, own_bid):
    return max(to_raise + state.least_raise, own_bid + 1)


@inlined
def least_bid(state, highest_bid, own_bid):
    return least_raised(state, bid_to_raise(state, highest_bid), own_bid)


@inlined
def pass_takes_house(state):
    """Return whether the next passer takes a house: not where there are fewer than bidders."""
    return houses_left(state) == count(state.seats_in)


@inlined
def pass_house(state):
    return lowest(state.houses_on_offer) if pass_takes_house(state) else 0


@inlined
def pass_brings(state, seat):
    """Return the coins that a pass of `seat` brings now: back of the bid, and from the bank."""
    bid, bidders = state.bid[seat], count(state.seats_in)
    if pass_takes_house(state):
        return coins_for(state, bid, bidders)
    return bid + gift_of(state, bid, bidders)


@inlined
def next_seat(seats, seat):
    later = seats & (-1 << int(seat))
    return first(later if later != 0 else seats)


@inlined
def clear(numbers):
    for i in range(len(numbers)):
        numbers[i] = 0


@inlined
def clear_seats(numbers):
    for seat in range(ONE, U64(SEATS)):
        numbers[seat] = 0


@inlined
def begin_game(state):
    key_game(state)
    for seat in range(ONE, U64(SEATS)):
        state.coins[seat] = state.starting_coins[seat]
    clear_seats(state.bid)
    clear_seats(state.hand)
    clear_seats(state.cheques)
    state.unseen_houses = state.deck_houses
    state.unseen_cheques = state.deck_cheques
    state.cheques_on_offer = 0
    clear(state.buyer)
    clear(state.price)
    clear(state.cheque)
    clear(state.sale)
    state.opener = 1
    state.round = 0


@inlined
def opener_by_code(state, table):
    richest = poorest = 1
    for seat in range(2, state.players + 1):
        if state.coins[seat] > state.coins[richest]:
            richest = seat
        if state.coins[seat] < state.coins[poorest]:
            poorest = seat
    lowest_taker = I64(state.buyer[first(state.houses_revealed)])
    return answer(table, (state.opener, lowest_taker, richest, poorest, state.round))


@inlined
def number_on_offer(state, auction, left):
    table = table_address(state, HOUSES_CODE)
    number = answer(table, (auction, left)) if table != 0 else state.houses_per_round
    return min(number, left)


@inlined
def number_hidden(state, auction, houses):
    """Return how many of the houses of an auction lie face down at first: one never does."""
    table = table_address(state, HIDDEN_CODE)
    return min(answer(table, (auction, houses)), houses - 1) if table != 0 else 0


@inlined
def auctions_for(state, houses):
    if table_address(state, HOUSES_CODE) == 0:
        return (houses + state.houses_per_round - 1) // state.houses_per_round
    auctions, left = 0, count(state.deck_houses) - state.removed
    while houses > 0:
        auctions += 1
        number = number_on_offer(state, auctions, left)
        left -= number
        houses -= number
    return auctions


@inlined
def auctions_begun(state):
    return auctions_for(state, count(state.deck_houses & ~state.unseen_houses))


@inlined
def auctions_to_come(state):
    left = count(state.unseen_houses) - number_face_down(state) - state.removed
    if table_address(state, HOUSES_CODE) == 0:
        return (left + state.houses_per_round - 1) // state.houses_per_round
    dealt = count(state.deck_houses) - state.removed
    return auctions_for(state, dealt) - auctions_for(state, dealt - left)


@inlined
def change_opener(state, lots):
    table = table_address(state, OPENER_CODE)
    if table != 0:
        state.opener = opener_by_code(state, table)
    elif state.opener_rule == LEFT:
        state.opener = next_seat((1 << state.players) - 1, U64(state.opener))
    elif state.opener_rule == LOWEST:
        state.opener = state.buyer[first(state.houses_revealed)]
    else:
        state.opener = lots[U64(state.round) + ONE]


@inlined
def refund_only_first(state, houses):
    for left in range(1, SEATS):
        state.refund_rates[left] = state.refund_rates[0] if left == houses else 0


@inlined
def open_auction(state, houses, hidden):
    """Put up the set `houses`, and the set `hidden` face down."""
    state.round += 1
    state.houses_on_offer = state.houses_revealed = houses
    state.face_down = hidden
    if state.only_first_refunded != 0:
        refund_only_first(state, count(houses | hidden))
    state.unseen_houses &= ~houses
    state.highest_bid = 0
    state.seats_in = (1 << state.players) - 1
    clear_seats(state.bid)
    if state.keeps_past != 0:
        for seat in range(ONE, U64(SEATS)):
            state.past_bid[state.round, seat] = state.past_least_bid[state.round, seat] = 0
            state.past_declined[state.round, seat] = 0
        houses |= hidden
        while houses != 0:
            state.auction[first(houses)] = state.round
            houses &= houses - 1


@inlined
def place_bid(state, seat, amount):
    if state.keeps_past != 0:
        least = least_bid(state, state.highest_bid, state.bid[seat])
        state.past_least_bid[state.round, seat] = least
        state.past_bid[state.round, seat] = amount
    state.bid[seat] = amount
    state.highest_bid = amount


@inlined
def take_house(state, seat, price):
    offer = state.houses_on_offer
    house = first(offer)
    state.houses_on_offer = offer & (offer - 1)
    if state.houses_on_offer == 0 and number_face_down(state) != 0:
        state.houses_on_offer = state.face_down
        state.houses_revealed |= state.face_down
        state.unseen_houses &= ~state.face_down
        state.face_down = 0
    state.hand[seat] |= offer & -offer
    state.coins[seat] -= price
    state.buyer[house] = seat
    state.price[house] = price


@inlined
def pass_auction(state, seat):
    if state.keeps_past != 0:
        declined = least_bid(state, state.highest_bid, state.bid[seat])
        state.past_declined[state.round, seat] = declined
    bid = state.bid[seat]
    state.coins[seat] += gift_of(state, bid, count(state.seats_in))
    if pass_takes_house(state):
        take_house(state, seat, bid - refund_of(state, bid, houses_left(state)))
    state.seats_in = remove(state.seats_in, int(seat))


@inlined
def bid_or_pass(state, seat, move):
    if move == 0:
        pass_auction(state, seat)
    else:
        place_bid(state, seat, move)


@inlined
def close_auction(state):
    seat = first(state.seats_in)
    take_house(state, seat, state.bid[seat])
    state.opener = seat


@inlined
def begin_selling(state):
    state.round = 0
    state.highest_bid = 0
    state.least_bid = 1
    state.seats_in = 0
    clear_seats(state.bid)


@inlined
def holders(state):
    seats = 0
    for seat in range(ONE, U64(SEATS)):
        seats |= int(state.hand[seat] != 0) << int(seat - ONE)
    return seats


@inlined
def reveal_cheques(state, cheques):
    state.round += 1
    state.cheques_on_offer = cheques
    state.unseen_cheques &= ~cheques


@inlined
def settle_sale(state, houses):
    """Exchange the set `houses`, one a seller, for the cheques on offer: highest for highest."""
    cheques = state.cheques_on_offer
    while houses != 0:
        house = first(houses)
        seat = U64(state.buyer[house])
        value = state.cheque_value[first(cheques)]
        state.hand[seat] ^= houses & -houses
        state.cheques[seat] += I64(value)
        state.cheque[house] = value
        state.sale[house] = state.round
        houses &= houses - 1
        cheques &= cheques - 1
    state.cheques_on_offer = 0


@inlined
def money(state, seat):
    """Return what `seat` has, were the game over: cheques, and coins at what they count."""
    table = table_address(state, SCORE_CODE)
    if table != 0:
        most = 0
        for other in range(ONE, U64(SEATS)):
            most = max(most, state.coins[other])
        return answer(table, (state.cheques[seat], state.coins[seat], most))
    return state.cheques[seat] + state.coin_value * state.coins[seat]


@inlined
def score(state, row):
    for seat in range(ONE, U64(SEATS)):
        state.score[seat] = money(state, seat) * MORE_THAN_COINS + state.coins[seat]
    winners = 0
    for seat in range(1, state.players + 1):
        better = 0
        for other in range(ONE, U64(SEATS)):
            better += state.score[other] > state.score[seat]
        row.place[seat - 1] = better + 1
        winners += better == 0
    share = parts_of_win(state.players) // winners
    for position in range(state.players):
        row.win[position] = share if row.place[position] == 1 else 0
