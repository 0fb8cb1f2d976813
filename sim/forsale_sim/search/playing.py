"""The kernel's rules of play with one policy inside, for all seats.

The functions are the kernel's own; but where it asks the strategy in a seat, they ask the policy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

from numba import njit

from forsale_sim.engine import kernel
from forsale_sim.engine.decisions import view_of
from forsale_sim.engine.state import BID

STEPS = ("ask_seat", "hold_auction", "hold_auctions", "hold_sale", "hold_sales")


def inside(function: Callable[..., Any]) -> Any:
    """Compile a function so that it becomes a part of the decision it is called from.

    It keeps no name of its own there: two decisions may hold it with different policies, and what
    comes from numba's cache is linked by name.
    """
    return njit(nogil=True, error_model="numpy", boundscheck=False, forceinline=True)(function)


@cache
def kernel_asking(bid: Callable[..., int], sell: Callable[..., int]) -> Any:
    """Return the kernel's functions `STEPS` by name, in which every seat plays as a policy does.

    Parameters
    ----------
    bid, sell
        Functions of a view that numba can compile.
    """

    def ask(function, phase, state, seat, arguments):
        view = view_of(state, seat)
        return bid(view) if phase == BID else sell(view)

    names = {**vars(kernel), "ask": inside(ask)}
    for step in STEPS:
        function = getattr(kernel, step).py_func
        names[step] = inside(FunctionType(function.__code__, names, step))
    return SimpleNamespace(**{step: names[step] for step in (*STEPS, "ask")})
