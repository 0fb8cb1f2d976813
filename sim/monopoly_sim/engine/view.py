"""What a compiled strategy may see: the names of `monopoly_sim.reference.view.View`, no others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core.errors import TypingError
from numba.extending import overload, overload_method, register_jitable
from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.random import register_random_numbers
from strategy_lab.compiled.views import Views

from monopoly_sim.engine import buildings, moves
from monopoly_sim.engine import moves as rules_of_deeds
from monopoly_sim.engine import state as worth
from monopoly_sim.engine.moves import can_trade, is_no_trade
from monopoly_sim.engine.state import CHOICES, NUMBERS, STATE, TRADE, count, members_of, nth
from monopoly_sim.reference.table import BANK, Trade
from monopoly_sim.rules.ruleset import FLAG, Parameters

I64 = np.int64
HOTEL_LEVEL = moves.HOTEL_LEVEL
UTILITY_DICE = 7
state_type = from_dtype(STATE)


class ViewType(types.Type):
    """The numba type of a view."""


view_type = ViewType("View")
VIEWS = Views(view_type, state_type)
state_of, seat_of = VIEWS.state_of, VIEWS.seat_of
attribute, method = VIEWS.attribute, VIEWS.method


@inlined
def checked_seat(state, seat):
    """Return `seat`, which must be 1 to the number of players."""
    if unlikely(seat < 1 or seat > state.players):
        raise IndexError("a seat is a number from 1 to view.players")
    return seat


@inlined
def checked_square(state, square):
    """Return `square`, which must be on the board."""
    if unlikely(square < 0 or square >= state.rules.size):
        raise IndexError("a square is a number from 0 on the board")
    return square


@inlined
def checked_level(level):
    """Return `level`, which must be one of a street."""
    if unlikely(level < 0 or level > HOTEL_LEVEL):
        raise IndexError("a level is a number from 0 to 5")
    return level


@attribute
def players(view):
    return state_of(view).players


@attribute
def seat(view):
    return I64(seat_of(view))


@attribute
def seats(view):
    return members_of(state_of(view).alive)


@attribute
def cash(view):
    return state_of(view).cash[seat_of(view)]


@method
def cash_of(view, seat):
    state = state_of(view)
    return state.cash[checked_seat(state, seat)]


@attribute
def deeds(view):
    return state_of(view).deeds[seat_of(view)]


@method
def deeds_of(view, seat):
    state = state_of(view)
    return state.deeds[seat if seat == BANK else checked_seat(state, seat)]


@method
def worth_of(view, seat):
    state = state_of(view)
    return worth.net_worth(state, checked_seat(state, seat))


@method
def position_of(view, seat):
    state = state_of(view)
    return state.position[checked_seat(state, seat)]


@method
def in_jail(view, seat):
    state = state_of(view)
    return state.jail[checked_seat(state, seat)]


@method
def jail_cards_of(view, seat):
    state = state_of(view)
    return moves.jail_cards(state, checked_seat(state, seat))


@attribute
def can_raise(view):
    return worth.can_raise(state_of(view), I64(seat_of(view)))


@attribute
def round(view):
    return state_of(view).round


@method
def owner_of(view, square):
    state = state_of(view)
    return state.owner[checked_square(state, square)]


@method
def owns(view, square):
    state = state_of(view)
    return state.deeds[seat_of(view)] >> checked_square(state, square) & 1 != 0


@method
def level_of(view, square):
    state = state_of(view)
    return state.level[checked_square(state, square)]


@attribute
def mortgaged(view):
    return state_of(view).mortgaged


@method
def group_of(view, square):
    state = state_of(view)
    return state.rules.group[checked_square(state, square)]


@method
def price_of(view, square):
    state = state_of(view)
    return state.rules.price[checked_square(state, square)]


@method
def house_price_of(view, square):
    state = state_of(view)
    return state.rules.house_price[checked_square(state, square)]


@method
def rent_with(view, square, level):
    state = state_of(view)
    return state.rules.rents[checked_square(state, square), checked_level(level)]


@method
def group_rent(view, square, level):
    state = state_of(view)
    return state.rules.group_rents[checked_square(state, square), checked_level(level)]


@method
def rent_of(view, square):
    state = state_of(view)
    place = checked_square(state, square)
    if not buildings.pays_rent(state, place, BANK):
        return 0
    return buildings.rent_of(state, place, UTILITY_DICE)


@method
def redemption_of(view, square):
    state = state_of(view)
    return rules_of_deeds.redemption(state, checked_square(state, square))


@attribute
def houses(view):
    return state_of(view).houses


@attribute
def hotels(view):
    return state_of(view).hotels


@attribute
def pot(view):
    return state_of(view).pot


@method
def missing_of(view, seat):
    state = state_of(view)
    return state.missing[checked_seat(state, seat)]


@attribute
def buildable(view):
    return buildings.buildable(state_of(view), I64(seat_of(view)))


@attribute
def sellable(view):
    return buildings.sellable(state_of(view), I64(seat_of(view)))


@attribute
def mortgageable(view):
    return rules_of_deeds.mortgageable(state_of(view), I64(seat_of(view)))


@attribute
def redeemable(view):
    return rules_of_deeds.redeemable(state_of(view), I64(seat_of(view)))


@attribute
def received(view):
    state = state_of(view)
    return state.received & state.mortgaged & state.deeds[seat_of(view)]


@attribute
def least_bid(view):
    return state_of(view).least_bid


register_random_numbers(VIEWS)


@method
def random_member(view, squares):
    if unlikely(squares <= 0):
        raise ValueError("random_member takes a set that is not empty")
    return nth(squares, view.random_below(count(squares)))


# passing: What decisions are asked about, and what they answer, between strategies and the kernel.
#
# Both pass through the state: so all decision functions are of one type. What is written here is
# compiled into them.


def first_number(view):
    """Return what a decision is asked about."""
    return state_of(view).asked[0]


def second_number(view):
    """Return the second number that a decision is asked about."""
    return state_of(view).asked[1]


def offered_trade(view):
    """Return the trade that a decision is asked about."""
    offer = state_of(view).offer
    return Trade(offer[0], offer[1], offer[2], offer[3], offer[4], offer[5])


asked: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("square", "lot", "need", "first"), first_number),
    "second": second_number,
    "offer": offered_trade,
}
"""By the name of an argument: what the kernel passes for it."""


def yes_or_no(answer: Any) -> int:
    """Return a strategy's yes or no as 1 or 0; known to compiled code only."""
    raise NotImplementedError


@overload(yes_or_no)
def _yes_or_no(answer):
    if isinstance(answer, types.Integer | types.Boolean):
        return lambda answer: I64(answer != 0)
    raise TypingError(f"an answer is a bool, not of type {answer}")


def numbers_of(trade: Any) -> tuple[int, ...]:
    """Return the numbers of a trade; known to compiled code only."""
    raise NotImplementedError


@overload(numbers_of)
def _numbers_of(trade):
    is_trade = isinstance(trade, types.BaseTuple) and len(trade) == TRADE
    if not is_trade or not all(isinstance(each, types.Integer) for each in trade):
        raise TypingError(f"a proposal is a Trade, or NO_TRADE, not of type {trade}")
    return lambda trade: (
        I64(trade[0]), I64(trade[1]), I64(trade[2]), I64(trade[3]), I64(trade[4]), I64(trade[5])
    )  # fmt: skip


def say_yes_or_no(view, answer):
    """Return a yes or no as the number that the kernel reads."""
    return yes_or_no(answer)


def propose_trade(view, answer):
    """Write a proposal to where the kernel reads it."""
    numbers, trade = numbers_of(answer), state_of(view).trade
    for place in range(TRADE):
        trade[place] = numbers[place]
    return 0


answers: dict[str, Callable[[Any, Any], int]] = {
    "buy": say_yes_or_no,
    "answer": say_yes_or_no,
    "propose": propose_trade,
}
"""By decision: what makes the number that the kernel reads of an answer that is no number."""

for _function in (first_number, second_number, offered_trade, say_yes_or_no, propose_trade):
    register_jitable(_function)


@overload_method(ViewType, "can_trade")
def _can_trade(view, trade):
    def choose(view, trade):
        numbers = numbers_of(trade)
        if is_no_trade(numbers):
            return True
        return can_trade(state_of(view), I64(seat_of(view)), numbers)

    return choose


# rules_view: `view.rules` for compiled code: the parameters that are numbers, and some facts of
# the board.


class RulesType(types.Type):
    """The numba type of `view.rules`."""


class BoardType(types.Type):
    """The numba type of `view.rules.board`."""


RULES, BOARD = Views(RulesType("Rules"), state_type), Views(BoardType("Board"), state_type)


VIEWS.show("rules", RULES)
RULES.show("board", BOARD)
state_of_rules, state_of_board = RULES.state_of, BOARD.state_of


def _number_of_rules(key: str) -> Callable[[Any], Any]:
    def number(rules):
        return getattr(state_of_rules(rules).rules, key)

    def flag(rules):
        return getattr(state_of_rules(rules).rules, key) != 0

    return flag if Parameters.model_fields[key].description == FLAG else number


def _number_of_board(key: str) -> Callable[[Any], Any]:
    def number(board):
        return getattr(state_of_board(board).rules, key)

    return number


def _register(views: Views, key: str, function: Callable[[Any], Any]) -> None:
    function.__name__ = key
    views.attribute(function)


for _key in NUMBERS:
    if _key not in CHOICES:
        _register(RULES, _key, _number_of_rules(_key))
for _key in ("size", "jail", "deeds", "railways", "utilities"):
    _register(BOARD, _key, _number_of_board(_key))
