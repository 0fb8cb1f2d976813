"""Functions of strategies that run compiled in both engines: those that search.

A search in plain Python would take minutes for what compiled code does in a millisecond. So the
readable engine, too, runs it compiled, on a copy of what the view shows. The games are the same.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from forsale_sim.reference.view import View


def always_compiled(function: Callable[..., int]) -> Callable[..., int]:
    """Make one of a strategy's functions run compiled in the readable engine, too.

    So it can call `forsale_sim.search`, which is not plain Python.

    Parameters
    ----------
    function
        A `bid` or a `sell` that draws at most one random number from its view, the seed of its
        search, and does not ask for `game_random`, which the copy does not have.
    """

    @functools.wraps(function)
    def decide(view: View, **values: int | float) -> int:
        from forsale_sim.plugins.compiled_moves import ask_compiled

        return ask_compiled(function, view, values)

    vars(decide)["py_func"] = function  # as numba names the function behind a compiled one
    return decide
