"""What a compiled strategy may see: the members of `monopoly_sim.reference.view.View`, no others.

They are compiled from the same source. The module is Monopoly's `strategy_lab.game.CompiledView`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core.errors import TypingError
from numba.extending import overload, overload_method, register_jitable
from strategy_lab.compiled.bits import select, trailing_zeros, unlikely
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.random import U64, register_random_numbers
from strategy_lab.compiled.views import Views
from strategy_lab.errors import nearest

from monopoly_sim.engine import table
from monopoly_sim.engine.state import CHOICES, NUMBERS, OF_BOARD, STATE, TRADE
from monopoly_sim.engine.table import HOTEL_LEVEL, can_trade, count, is_no_trade, members_of
from monopoly_sim.reference import view as actions
from monopoly_sim.reference.table import Trade
from monopoly_sim.reference.view import View
from monopoly_sim.rules.ruleset import FLAG, Parameters

I64 = np.int64
state_type = from_dtype(STATE)


class ViewType(types.Type):
    """The numba type of a view."""


view_type = ViewType("View")
VIEWS = Views(view_type, state_type, largest_contained=800)
state_of, seat_of = VIEWS.state_of, VIEWS.seat_of
attribute, method = VIEWS.attribute, VIEWS.method


@inlined
def checked_seat(view, seat):
    if unlikely(seat < 1 or seat > state_of(view).players):
        raise IndexError("a seat is a number from 1 to view.players")
    return seat


@inlined
def checked_square(view, square):
    if unlikely(square < 0 or square >= state_of(view).rules.board.size):
        raise IndexError("a square is a number from 0 on the board")
    return square


@inlined
def rent(rents, square, level):
    if unlikely(level < 0 or level > HOTEL_LEVEL):
        raise IndexError("a level is a number from 0 to 5")
    return rents[square, level]


@inlined
def missing(state, seat):
    return state.missing[seat]


@attribute
def seat(view):
    return I64(seat_of(view))


@attribute
def seats(view):
    return members_of(state_of(view).alive)


@attribute
def least_bid(view):
    return state_of(view).least_bid


register_random_numbers(VIEWS)


@method
def random_member(view, squares):
    if unlikely(squares <= 0):
        raise ValueError("random_member takes a set that is not empty")
    return trailing_zeros(select(squares, U64(view.random_below(count(squares)))))


# passing: What decisions are asked about and what they answer passes through the state: so all
# decision functions are of one type.


def first_number(view):
    return state_of(view).asked[0]


def second_number(view):
    return state_of(view).asked[1]


def offered_trade(view):
    offer = state_of(view).offer
    return Trade(offer[0], offer[1], offer[2], offer[3], offer[4], offer[5])


asked: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("square", "lot", "need", "first"), first_number),
    "second": second_number,
    "offer": offered_trade,
}
"""By the name of an argument: what the kernel passes for it."""


def say_yes_or_no(view: Any, answer: Any) -> int:
    """Return a strategy's yes or no as 1 or 0; known to compiled code only."""
    raise NotImplementedError


@overload(say_yes_or_no)
def _say_yes_or_no(view, answer):
    if isinstance(answer, types.Integer | types.Boolean):
        return lambda view, answer: I64(answer != 0)
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


def propose_trade(view, answer):
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

for _function in (first_number, second_number, offered_trade, propose_trade):
    register_jitable(_function)


@overload_method(ViewType, "can_trade")
def _can_trade(view, trade):
    def choose(view, trade):
        numbers = numbers_of(trade)
        if is_no_trade(numbers):
            return True
        return can_trade(state_of(view), I64(seat_of(view)), numbers)

    return choose


VIEWS.like(
    View,
    but=("rules", "can_trade"),
    _table=state_of,
    _seat=checked_seat,
    _square=checked_square,
    _rent=rent,
    missing=missing,
    net_worth=table.net_worth,
    can_raise=table.can_raise,
    jail_cards=table.jail_cards,
    redemption=table.redemption,
    mortgageable=table.mortgageable,
    redeemable=table.redeemable,
    buildable=table.buildable,
    sellable=table.sellable,
    pays_rent=table.pays_rent,
    rent_of=table.rent_of,
)

# `view.rules` for compiled code: the parameters that are numbers, and some facts of the board.


class RulesType(types.Type):
    """The numba type of `view.rules`."""


class BoardType(types.Type):
    """The numba type of `view.rules.board`."""


RULES, BOARD = Views(RulesType("Rules"), state_type), Views(BoardType("Board"), state_type)
VIEWS.show("rules", RULES)
RULES.show("board", BOARD)
state_of_rules, state_of_board = RULES.state_of, BOARD.state_of


def _member(key: str) -> Callable[[Any], Any]:
    def number(rules):
        return getattr(state_of_rules(rules).rules, key)

    def flag(rules):
        return getattr(state_of_rules(rules).rules, key) != 0

    def of_board(board):
        return getattr(state_of_board(board).rules.board, key)

    if key in OF_BOARD:
        return of_board
    return flag if Parameters.model_fields[key].description == FLAG else number


for _views, _keys in ((RULES, [*{*NUMBERS} - {*CHOICES}]), (BOARD, OF_BOARD)):
    for _key in _keys:
        _function = _member(_key)
        _function.__name__ = _key
        _views.attribute(_function)


# What `strategy_lab.game.CompiledView` asks for beside `asked` and `answers`.

views = VIEWS

for _action in (actions.build, actions.sell, actions.mortgage, actions.redeem):
    register_jitable(_action)

UNKNOWN_NAME = re.compile(r"Unknown attribute '(\w+)' of type View")


def mistake(reason: str, line: str) -> str:
    """Return what is wrong in the words of a strategy's author; empty where numba's have to do."""
    misnamed = UNKNOWN_NAME.search(reason)
    if not misnamed:
        return ""
    names = [name for name in dir(View) if not name.startswith("_")]
    return f"a view has no {misnamed[1]!r}{nearest(misnamed[1], names)}"
