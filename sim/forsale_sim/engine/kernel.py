"""Plays a chunk of games: every deal under every seating of its lineup, one row a game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import ir
from numba.core.errors import TypingError
from numba.core.rewrites.registry import Rewrite, register_rewrite
from strategy_lab.compiled import random
from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.caching import compiled, inlined
from strategy_lab.compiled.random import DEAL, LOTS, ONE, U64, ZERO
from strategy_lab.compiled.views import RAISED, arguments_at, arguments_type
from strategy_lab.rows import MAX_SEATS

from forsale_sim import cards
from forsale_sim.cards import MAX_CARDS, SETS_OF_A_VIEW, count, refusal
from forsale_sim.engine import game
from forsale_sim.engine.state import BID, LOT, OPENER_CODE, SELL, WINNER
from forsale_sim.engine.view import VIEWS, view_type
from forsale_sim.records import MOST_TURNS

__all__ = ["RAISED", "arguments_at", "arguments_type", "ask", "call", "call_or_raise", "view_of"]

view_of, call, call_or_raise = VIEWS.view_of, VIEWS.call, VIEWS.call_or_raise


@inlined
def ask(function, phase, state, seat, arguments):
    """Return the move (int64) of a seat; `RAISED` if its strategy raised an exception.

    `function` and `arguments` are addresses: of the decision's entry, and of its float64 arguments.
    `phase` is for kernels that are compiled with their strategies.
    """
    return call(function, view_of(state, seat), arguments_at(arguments))


@inlined
def deal_cards(state, table):
    random.key_deal(state)
    cards, purpose = U64(table.cards), random.purpose_word(DEAL, U64(state.players))
    batches, words, seed, deal, n = table.batches, table.words, state.seed, state.deal, ZERO
    drawn = table.drawn_houses, table.drawn_cheques
    n = random.draw_batches(cards, batches, words, seed, purpose, deal, n, drawn[0])
    random.draw_batches(cards, batches, words, seed, purpose, deal, n, drawn[1])
    decks, dealt = (state.deck_houses, state.deck_cheques), (table.houses, table.cheques)
    random.shuffle_both(decks, cards, batches, drawn, dealt)
    if state.opener_rule == LOT and game.table_address(state, OPENER_CODE) == 0:
        draw_lots(state, table)


@inlined
def draw_lots(state, table):
    purpose, n = random.purpose_word(LOTS, U64(state.players)), ZERO
    cards = count(state.deck_houses) - state.removed
    for auction in range(2, 1 + game.auctions_for(state, cards)):
        drawn, n = random.draw_below(
            U64(state.players), table.words, state.seed, purpose, state.deal, n
        )
        table.lots[auction] = drawn + ONE


@inlined
def next_cards(dealt_cards, dealt, number):
    return dealt_cards[U64(dealt + number)] ^ dealt_cards[U64(dealt)]


@inlined
def ask_seat(state, table, seat, phase):
    random.begin_decision(state, seat)
    return ask(table.functions[phase, seat], phase, state, seat, table.arguments[phase, seat])


@inlined
def hold_auction(state, table, seat):
    """Play an auction to its end from the turn of `seat` (uint64); return whether all was legal."""
    # As in the state, from which the compiler would have to read them again after each ask.
    to_raise, seats_in = game.bid_to_raise(state, state.highest_bid), state.seats_in
    turns, passed, forced = 0, 0, 0  # turns so far; those at which players passed; forced passes
    while seats_in & (seats_in - 1) != 0:
        least = game.least_raised(state, to_raise, state.bid[seat])
        move = 0
        turns += 1
        if state.coins[seat] >= least:
            state.least_bid = least
            move = ask_seat(state, table, seat, BID)
        else:
            forced += 1
        following = game.next_seat(seats_in, seat)
        if move == least:
            # The processor foresees this and plays on, while the strategy still computes the move.
            to_raise = least
            game.place_bid(state, seat, least)
        elif move == 0:
            game.pass_auction(state, seat)
            seats_in = state.seats_in
            passed += turns
        elif unlikely(move < least or move > state.coins[seat]):
            state.seat, state.move = int(seat), move
            return False
        else:
            to_raise = move
            game.place_bid(state, seat, move)
        seat = following
    table.turns += turns
    table.decisions += turns - forced
    table.watched += (state.players - 1) * turns - passed
    game.close_auction(state)
    return True


@inlined
def hold_sale(state, table, sellers):
    houses = 0
    seats = sellers
    while seats != 0:
        seat = game.first(seats)
        seats &= seats - 1
        hand = state.hand[seat]
        sold = hand & -hand
        if hand != sold and sellers & (sellers - 1) != 0:
            table.decisions += 1
            house = ask_seat(state, table, seat, SELL)
            sold = 1 << ((house - 1) & 63)
            if unlikely(house < 1 or house > MAX_CARDS or hand & sold == 0):
                state.seat, state.move = int(seat), house
                return False
        houses |= sold
    game.settle_sale(state, houses)
    return True


@inlined
def begin_auction(state, table, dealt):
    """Reveal the houses after the first `dealt` for an auction; return how many are dealt then."""
    code = game.table_address(state, OPENER_CODE) != 0
    if (state.opener_rule != WINNER or code) and state.round != 0:
        game.change_opener(state, table.lots)
    left = table.cards - state.removed - dealt
    number = game.number_on_offer(state, state.round + 1, left)
    shown = number - game.number_hidden(state, state.round + 1, number)
    hidden = next_cards(table.houses, dealt + shown, number - shown)
    game.open_auction(state, next_cards(table.houses, dealt, shown), hidden)
    return dealt + number


@inlined
def hold_auctions(state, table, dealt):
    while dealt < table.cards - state.removed:
        dealt = begin_auction(state, table, dealt)
        if not hold_auction(state, table, U64(state.opener)):
            return False
    return True


@inlined
def hold_sales(state, table, dealt):
    cards = table.cards - state.removed
    while dealt < cards:
        sellers = game.holders(state)
        number = count(sellers)
        game.reveal_cheques(state, next_cards(table.cheques, dealt, number))
        dealt += number
        if not hold_sale(state, table, sellers):
            return False
    return True


@inlined
def play_game(state, table):
    game.begin_game(state)
    table.turns = table.decisions = table.watched = 0
    if not hold_auctions(state, table, 0):
        return False
    game.begin_selling(state)
    return hold_sales(state, table, 0)


@compiled
def write_row(state, table, row):
    game.score(state, row)
    row.turns = min(table.turns, MOST_TURNS)
    row.decisions, row.watched = min(table.decisions, MOST_TURNS), table.watched
    for position in range(U64(MAX_SEATS)):
        row.coins[position] = state.coins[position + ONE]
        row.score[position] = game.money(state, position + ONE)


@compiled
def write_houses(state, table, houses):
    for i in range(U64(MAX_CARDS)):
        houses.buyer[i] = state.buyer[i + ONE]
        houses.price[i] = state.price[i + ONE]
        houses.cheque[i] = state.cheque[i + ONE]
        houses.sold[i] = state.sale[i + ONE]
        houses.bought[i] = 0
    dealt, auction = 0, 0
    cards = table.cards - state.removed
    while dealt < cards:
        auction += 1
        number = game.number_on_offer(state, auction, cards - dealt)
        offer = next_cards(table.houses, dealt, number)
        dealt += number
        while offer != 0:
            houses.bought[game.first(offer) - ONE] = auction
            offer &= offer - 1


@compiled
def play_chunk(
    states, tables, functions, arguments, lineup, first_deal, deals, seatings, rows, houses
):
    """Play some deals under every seating of their lineups; return how many games were finished.

    `states`: (1,) records of `STATE`, from `new_state`; after an illegal move it is the state in
    which that was made, with the move in ``move``. `tables`: (1,) of `TABLE`, from `new_table`;
    scratch. `functions`, `arguments`: uint64 (2, strategies), addresses of decision functions and
    of their parameters' values, for bidding and selling. `lineup`: uint8 (players,), by seat in the
    first seating; (0,) to draw one a deal. `rows`: (deals * seatings,) records of `ROW`, filled in
    place, as is `houses`, of `HOUSES`, which is (0,) where nobody wants it.
    """
    state, table = states[0], tables[0]
    players = U64(state.players)
    drawn = len(lineup) == 0
    seated = np.zeros(players, np.uint8) if drawn else lineup.copy()
    pool = np.zeros(functions.shape[1], np.uint8)
    played = ZERO
    if not drawn:
        random.invite(table, functions, arguments, seated, players)
    for deal in range(first_deal, first_deal + deals):
        state.deal = U64(deal)
        deal_cards(state, table)
        if drawn:
            random.draw_lineup(state, table, pool, seated)
            random.invite(table, functions, arguments, seated, players)
        for seating in range(1, seatings + 1):
            state.seating = U64(seating)
            row = rows[played]
            random.seat_strategies(table, U64(seating), players, row)
            if not play_game(state, table):
                return int(played)
            write_row(state, table, row)
            if len(houses) != 0:
                write_houses(state, table, houses[played])
            played += ONE
    return int(played)


# quantities: Compiled code that takes a quantity of a view for a set of cards is refused, as in
# plain Python. Both are int64 for numba: what a variable was made from tells them apart.

OF_SETS = tuple(
    getattr(cards, name)
    for name in ("count", "lowest", "highest", "members", "nth", "has", "remove", "below", "above")
)


@register_rewrite("after-inference")
class RefuseQuantities(Rewrite):
    """Refuses ``members(view.bidders)``; numba calls it for all that it compiles."""

    def match(self, function: Any, block: Any, types: Any, calls: Any) -> bool:
        for call in block.find_exprs("call"):
            called: Any = getattr(types[call.func.name], "typing_key", None)
            if called in OF_SETS:
                taken = call.args[0] if call.args else dict(call.kws)["cards"]
                name = _name_in_view(function, types, taken)
                if name is not None and name not in SETS_OF_A_VIEW:
                    raise TypingError(refusal(called, f"view.{name}"), loc=call.loc)
        return False


def _name_in_view(function: Any, types: Any, variable: Any) -> str | None:
    """Return what of a view a variable was assigned once; None for all else."""
    try:
        made = function.get_definition(variable)
        if isinstance(made, ir.Expr) and made.op == "call":
            made = function.get_definition(made.func)
    except KeyError:
        return None
    is_of_view = isinstance(made, ir.Expr) and made.op == "getattr"
    return str(made.attr) if is_of_view and types[made.value.name] == view_type else None
