"""Functions of strategies that run compiled in both engines: those that search.

A search in plain Python would take minutes for what compiled code does in a millisecond. So the
readable engine, too, runs it compiled, on a copy of what the view shows. The games are the same.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from strategy_lab.random_words import HALF

from forsale_sim.view import View

if TYPE_CHECKING:
    from strategy_lab.plugins.compiling import DecisionCode

_asked: dict[tuple[Callable[..., int], str], DecisionCode] = {}
"""What has been compiled to be asked here: once, even if nobody can be sure what it is."""


def always_compiled(function: Callable[..., int]) -> Callable[..., int]:
    """Make one of a strategy's functions run compiled in the readable engine, too.

    So it can call `forsale_sim.search`, which is not plain Python.

    Parameters
    ----------
    function
        A `bid` or a `sell` that draws at most one random number from its view, the seed of its
        search, and does not ask for `game_random`, which the copy does not have.
    """
    asked = list(inspect.signature(function).parameters)[1:]

    @functools.wraps(function)
    def decide(view: View, *given: int | float, **values: int | float) -> int:
        return ask_compiled(decide, view, dict(zip(asked, given, strict=False)) | values)

    vars(decide)["py_func"] = function  # as numba names the function behind a compiled one
    return decide


def ask_compiled(
    function: Callable[..., int], view: View, values: Mapping[str, int | float]
) -> int:
    """Return what a function of a view and values returns, compiled, for a copy of a view.

    One random number is drawn from the view.
    """
    from strategy_lab.plugins.compiling import compiled_address, decision_code
    from strategy_lab.plugins.entrants import Decision

    from forsale_sim.for_sale import GAME
    from forsale_sim.search.sales import asked, position

    decision = Decision(function, values, name=function.__name__)  # as games know it
    code = decision_code(decision, GAME)
    compiled = compiled_address(_asked.setdefault((function, code.identity.text), code))
    arguments = np.array([*values.values(), 0.0], np.float64)
    state = position(view, view.random_below(HALF))
    return asked(compiled, state, view.seat, arguments.ctypes.data)
