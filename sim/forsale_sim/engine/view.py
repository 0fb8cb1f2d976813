"""What a compiled strategy may see: the members of `forsale_sim.View`, compiled for a state."""

from __future__ import annotations

from functools import partial
from types import FunctionType
from typing import Any

import numpy as np
from numba import from_dtype, types
from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.random import U64, register_random_numbers
from strategy_lab.compiled.random import next_draw as next_word
from strategy_lab.compiled.views import Views

from forsale_sim import view as plain
from forsale_sim.engine import game
from forsale_sim.engine.state import STATE

I64 = np.int64
"""The type of whole numbers for strategies. `int` would leave small and unsigned types as they are,
in which 3 - 5 overflows, and which become floats when mixed with others."""

state_type = from_dtype(STATE)


class ViewType(types.Type): ...


view_type = ViewType("View")
VIEWS = Views(view_type, state_type)
state_of, seat_of = VIEWS.state_of, VIEWS.seat_of

STANDING: dict[str, Any] = {
    **{"state_of": state_of, "seat_of": seat_of, "first": game.first, "unlikely": unlikely},
    **{"quantity": I64, "whole": I64, "at": U64, "auctions_begun": game.auctions_begun},
    **{"refund_of": game.refund_of, "takes_house": game.pass_takes_house, "gift_of": game.gift_of},
    **{"houses_left": game.houses_left, "number_face_down": game.number_face_down},
}
"""What names in the members' source mean in compiled code."""

for _name in plain.HELPERS:
    _code = getattr(plain, _name).__code__
    STANDING[_name] = inlined(FunctionType(_code, vars(plain) | STANDING, _name))

VIEWS.like(plain.View, but=plain.CHANCE, **STANDING)


@partial(VIEWS.method, fractions=["probability"])
def chance(view, probability):
    # Whole numbers are compared, because a float would have to wait for the random number.
    limit = min(max(probability, 0.0), 1.0) * 2.0**32
    word, whole = I64(next_word(state_of(view), seat_of(view))), I64(limit)
    if unlikely(word == whole):
        return whole < limit
    return word < whole


register_random_numbers(VIEWS)
