"""What decisions are asked about, and what they answer, between strategies and the kernel.

Both pass through the state: so all decision functions are of one type. What is written here is
compiled into them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload, overload_method, register_jitable

from monopoly_sim.engine.deeds import can_trade, is_no_trade
from monopoly_sim.engine.state import TRADE
from monopoly_sim.engine.view import ViewType, seat_of, state_of
from monopoly_sim.reference.table import Trade

I64 = np.int64


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
