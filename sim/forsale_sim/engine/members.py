"""`forsale_sim.cards.members` for compiled code: a set of cards that can be looped over.

Python's `max`, `min` and `sorted` of a set that was not made iterable are refused: numba would take
``max(cards)`` for the set itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import overload
from strategy_lab.compiled.loops import members_from

from forsale_sim import cards

members_of = members_from(1)


@overload(cards.members)
def _members(cards):
    def members(cards):
        return members_of(cards)

    return members


def _refuse_numbers(function: Callable[..., Any]) -> None:
    """Make `function` of one whole number an error in compiled code, as in plain Python."""

    # More specific than numba's own overloads, so that it comes first; and an error that is none of
    # numba's, so that nothing else is tried.
    @overload(function, target="cpu")
    def refuse(iterable):
        if isinstance(iterable, types.Integer | types.Boolean):
            raise TypeError("'int' object is not iterable")


for _function in (max, min, sorted):
    _refuse_numbers(_function)
