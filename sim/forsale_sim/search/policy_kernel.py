"""The kernel compiled with one policy for all seats.

The functions are the kernel's own, but where the kernel calls the strategy in a seat, these call
the policy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

from strategy_lab.compiled.overloads import jit
from strategy_lab.plugins.decision_compiler import compile_decision

from forsale_sim.engine import kernel
from forsale_sim.engine.decisions import view_of
from forsale_sim.engine.state import BID

STEPS = ("ask_seat", "hold_auction", "hold_auctions", "hold_sale", "hold_sales")


@cache
def compile_into_caller(function: Callable[..., Any], *, allocates: bool = True) -> Any:
    """Compile a function, once, so that it is inlined into the decisions that call it.

    Inlined, it has no symbol of its own. Two decisions may contain it with different policies, and
    numba links cached code by symbol. A function that allocates no arrays counts no references.
    """
    options = {"boundscheck": False, "forceinline": True, "_nrt": allocates}
    return jit(function, None, error_model="numpy", no_cpython_wrapper=True, **options)


compile_policy = cache(compile_decision)
"""Compile a policy as if it decided: what it shares with decisions is compiled once."""


@cache
def kernel_asking(bid: Callable[..., int], sell: Callable[..., int]) -> Any:
    """Return the kernel's functions `STEPS`, and `ask`, with a policy compiled into them.

    `bid`, `sell`: the policy: functions of a view that numba can compile.
    """
    bid, sell = compile_policy(bid), compile_policy(sell)

    def ask(function, phase, state, seat, arguments):
        view = view_of(state, seat)
        return bid(view) if phase == BID else sell(view)

    names = {**vars(kernel), "ask": compile_into_caller(ask)}
    for step in STEPS:
        function = getattr(kernel, step).py_func
        names[step] = compile_into_caller(FunctionType(function.__code__, names, step))
    return SimpleNamespace(**{step: names[step] for step in (*STEPS, "ask")})
