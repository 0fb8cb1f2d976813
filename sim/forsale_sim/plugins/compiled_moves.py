"""Moves of compiled strategies in games of the readable engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from forsale_sim.plugins.compiling import DecisionCode, compiled_address, decision_code
from forsale_sim.plugins.decision import Decision
from forsale_sim.reference.random_words import HALF
from forsale_sim.reference.view import View
from forsale_sim.search.positions import ask_position, position

_asked: dict[tuple[Callable[..., int], str], DecisionCode] = {}
"""What has been compiled to be asked here: once, even if nobody can be sure what it is."""


def ask_compiled(
    function: Callable[..., int], view: View, values: Mapping[str, int | float]
) -> int:
    """Return the move that a strategy's function makes, compiled, for a copy of a view.

    One random number is drawn from the view.
    """
    code = decision_code(Decision(function, values))
    compiled = compiled_address(_asked.setdefault((function, code.identity.text), code))
    arguments = np.array([*values.values(), 0.0], np.float64)
    state = position(view, view.random_below(HALF))
    address = np.uint64(arguments.ctypes.data)
    return int(ask_position(np.uint64(compiled), state, np.uint64(view.seat), address))
