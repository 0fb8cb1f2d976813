"""The functions of `forsale_sim.cards` for compiled code.

Importing this module teaches numba their names, so that one strategy's source serves both engines.
Those that count bits become machine instructions; the others are compiled as they are written.
Sets are int64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic, overload, register_jitable

from forsale_sim import cards

Generated = tuple[Signature, Callable[..., Any]]
ZERO_IS_DEFINED = ir.Constant(ir.IntType(1), 0)


@intrinsic
def population(typingctx: Any, bits: Any) -> Generated:
    """Count the bits of an int64."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def trailing_zeros(typingctx: Any, bits: Any) -> Generated:
    """Count the zeros below the lowest bit of an int64; 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ZERO_IS_DEFINED)

    return types.int64(types.int64), generate


@intrinsic
def leading_zeros(typingctx: Any, bits: Any) -> Generated:
    """Count the zeros above the highest bit of an int64; 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ZERO_IS_DEFINED)

    return types.int64(types.int64), generate


@overload(cards.count)
def _count(cards):
    return lambda cards: population(cards)


@overload(cards.lowest)
def _lowest(cards):
    return lambda cards: trailing_zeros(cards) + 1 if cards != 0 else 0


@overload(cards.highest)
def _highest(cards):
    return lambda cards: 64 - leading_zeros(cards)


for _function in (cards.only, cards.nth, cards.has, cards.remove, cards.below, cards.above):
    register_jitable(_function)
