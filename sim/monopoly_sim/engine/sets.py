"""`monopoly_sim.rules.square_sets` for compiled code: machine instructions, and loops over squares.

Importing this module registers them with numba, so that a strategy's source serves both engines.
"""

from __future__ import annotations

from numba.extending import overload, register_jitable
from strategy_lab.compiled.bits import population, trailing_zeros
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.loops import members_from

from monopoly_sim.rules import square_sets

count = population
"""How many members a set (int64) has."""
members_of = members_from(0)


@overload(square_sets.members)
def _members(squares):
    def members(squares):
        return members_of(squares)

    return members


register_jitable(square_sets.has)


@inlined
def first(squares):
    """Return the lowest square of a set (int64) that is not empty."""
    return trailing_zeros(squares)


@inlined
def nth(squares, n):
    """Return the square of a set (int64) that has `n` lower ones in it; there is one."""
    for _ in range(n):
        squares &= squares - 1
    return trailing_zeros(squares)
