"""Machine instructions on the bits of an int64, for compiled code of any game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.core.typing.templates import Signature
from numba.extending import intrinsic, overload

Generated = tuple[Signature, Callable[..., Any]]
SLOW_DEPOSITS = {"bdver4", "znver1", "znver2"}
"""Processors, as LLVM calls them, that have PDEP and take dozens of cycles for it."""
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


@intrinsic
def unlikely(typingctx: Any, condition: Any) -> Generated:
    """Return a bool, telling the optimiser that it is hardly ever true."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        boolean = ir.IntType(1)
        expect = builder.module.declare_intrinsic(
            "llvm.expect", (boolean,), ir.FunctionType(boolean, [boolean, boolean])
        )
        return builder.call(expect, [args[0], ir.Constant(boolean, 0)])

    return types.boolean(types.boolean), generate


@intrinsic
def deposit(typingctx: Any, bits: Any, mask: Any) -> Generated:
    """Put the low bits of an int64 at the set bits of an int64 mask (x86: PDEP)."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        instruction = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word])
        )
        return builder.call(instruction, args)

    return types.int64(types.int64, types.int64), generate


def deposits_fast() -> bool:
    """Return whether what numba compiles for has a fast PDEP; on some it is a long microprogram."""
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in SLOW_DEPOSITS


def select(cards, n):
    """Return the set of one card of a set (int64), the one with `n` (uint64) lower ones in it."""
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards


@overload(select)
def _select(cards, n):
    return (lambda cards, n: deposit(1 << int(n), cards)) if deposits_fast() else select
