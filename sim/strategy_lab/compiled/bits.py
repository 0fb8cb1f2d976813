"""Machine instructions on the bits of an int64, for compiled code of any game."""

from __future__ import annotations

import operator
from collections.abc import Callable
from math import prod
from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils
from numba.core.cgutils import raw_memcpy
from numba.core.errors import RequireLiteralValue, TypingError
from numba.core.imputils import RefType, iternext_impl
from numba.core.registry import cpu_target
from numba.core.types.common import SimpleIterableType, SimpleIteratorType
from numba.core.typing.templates import Signature
from numba.np.arrayobj import make_array, populate_array

Generated = tuple[Signature, Callable[..., Any]]
SLOW_DEPOSITS = {"bdver4", "znver1", "znver2"}
"""Processors, as LLVM calls them, that have PDEP and take dozens of cycles for it."""
ZERO_IS_DEFINED = ir.Constant(ir.IntType(1), 0)


@extending.intrinsic
def population(typingctx: Any, bits: Any) -> Generated:
    """Count the bits of an int64."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@extending.intrinsic
def trailing_zeros(typingctx: Any, bits: Any) -> Generated:
    """Count the zeros below the lowest bit of an int64; 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ZERO_IS_DEFINED)

    return types.int64(types.int64), generate


@extending.intrinsic
def leading_zeros(typingctx: Any, bits: Any) -> Generated:
    """Count the zeros above the highest bit of an int64; 64 for 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], ZERO_IS_DEFINED)

    return types.int64(types.int64), generate


@extending.intrinsic
def unlikely(typingctx: Any, condition: Any) -> Generated:
    """Return a bool, telling the optimiser that it is hardly ever true."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        boolean = ir.IntType(1)
        expect = builder.module.declare_intrinsic(
            "llvm.expect", (boolean,), ir.FunctionType(boolean, [boolean, boolean])
        )
        return builder.call(expect, [args[0], ir.Constant(boolean, 0)])

    return types.boolean(types.boolean), generate


@extending.intrinsic
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


@extending.overload(select)
def _select(cards, n):
    return (lambda cards, n: deposit(1 << int(n), cards)) if deposits_fast() else select


# local_arrays: Arrays on the stack, and copies of records, for compiled code that is called
# millions of times.
#
# Numba's own arrays are allocated, and passing one on counts a reference by an atomic instruction.


@extending.intrinsic(prefer_literal=True)
def local_array(typingctx: Any, shape: Any, dtype: Any) -> Generated:
    """Return an array of the function that calls this: contents undefined, C order.

    It is gone when that function returns, even where the function is inlined: it must not return
    the array or a view of it.

    `shape`: a constant, or a tuple of constants. `dtype`: that of NumPy.
    """
    lengths: list[Any] = [shape] if isinstance(shape, types.Integer) else list(shape)
    if not all(isinstance(length, types.IntegerLiteral) for length in lengths):
        raise RequireLiteralValue("the shape of a local array must be a constant")
    sizes = [length.literal_value for length in lengths]
    array_type = types.Array(dtype.dtype, len(sizes), "C")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = context.get_data_type(array_type.dtype)
        with builder.goto_entry_block():
            data = builder.alloca(ir.ArrayType(kind, prod(sizes)))
            data.align = 16
        itemsize = context.get_abi_sizeof(kind)
        strides = [itemsize * prod(sizes[i + 1 :]) for i in range(len(sizes))]
        word = context.get_value_type(types.intp)
        array = make_array(array_type)(context, builder)
        populate_array(
            array,
            data=builder.bitcast(data, array.data.type),
            shape=[ir.Constant(word, size) for size in sizes],
            strides=[ir.Constant(word, stride) for stride in strides],
            itemsize=ir.Constant(word, itemsize),
            meminfo=None,
        )
        return array._getvalue()

    return array_type(shape, dtype), generate


@extending.intrinsic
def copy_record(typingctx: Any, target: Any, source: Any) -> Generated:
    """Copy a record into another of its size.

    By an assignment LLVM copies it byte by byte: each takes it a second to compile.
    """
    if target.size != source.size:
        raise TypingError(f"a record of {source.size} bytes does not fit into {target.size}")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = ir.Constant(context.get_value_type(types.intp), target.size)
        raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.none(target, source), generate


# loops: The members of a set, the bits of an int64: something that compiled code can loop over.
#
# A loop takes one member after the other off a copy of the set, which stays in a register.

MOST = 63  # the most members of a set, so that it has no sign


class MembersType(SimpleIterableType):
    """The numba type of the members of a set; `first` is the one that the lowest bit stands for."""

    def __init__(self, first: int) -> None:
        super().__init__(f"Members({first})", MembersIteratorType(first))
        self.first = first


class MembersIteratorType(SimpleIteratorType):
    """The numba type of a loop over the members of a set."""

    def __init__(self, first: int) -> None:
        super().__init__(f"MembersIterator({first})", types.int64)
        self.first = first


@extending.register_model(MembersType)
class MembersModel(extending.models.StructModel):
    """In memory, the members of a set are the set."""

    def __init__(self, manager: Any, kind: MembersType) -> None:
        super().__init__(manager, kind, [("bits", types.int64)])


@extending.register_model(MembersIteratorType)
class MembersIteratorModel(extending.models.StructModel):
    """In memory, a loop is the place of the bits that are still to come."""

    def __init__(self, manager: Any, kind: MembersIteratorType) -> None:
        super().__init__(manager, kind, [("rest", types.CPointer(types.int64))])


extending.make_attribute_wrapper(MembersType, "bits", "bits")


def members_from(first: int) -> Any:
    """Return what returns the members of a set (int64), whose lowest bit is `first`."""
    kind = MembersType(first)

    @extending.intrinsic
    def members_of(typingctx: Any, bits: Any) -> Generated:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            made = cgutils.create_struct_proxy(kind)(context, builder)
            made.bits = args[0]
            return made._getvalue()

        return kind(types.int64), generate

    return members_of


@extending.lower_builtin("getiter", MembersType)
def _begin(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    whole = cgutils.create_struct_proxy(signature.args[0])(context, builder, args[0])
    loop = cgutils.create_struct_proxy(signature.return_type)(context, builder)
    loop.rest = cgutils.alloca_once_value(builder, whole.bits)
    return loop._getvalue()


@extending.lower_builtin("iternext", MembersIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _go_on(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    kind = signature.args[0]
    loop = cgutils.create_struct_proxy(kind)(context, builder, args[0])
    rest = builder.load(loop.rest)
    is_left = builder.icmp_unsigned("!=", rest, ir.Constant(rest.type, 0))
    result.set_valid(is_left)
    with builder.if_then(is_left):
        one = ir.Constant(rest.type, 1)
        zeros = builder.cttz(rest, ir.Constant(ir.IntType(1), 1))
        result.yield_(builder.add(zeros, ir.Constant(rest.type, kind.first)))
        builder.store(builder.and_(rest, builder.sub(rest, one)), loop.rest)


@extending.overload(len)
def _number(group):
    if isinstance(group, MembersType):
        return lambda group: population(group.bits)
    return None


@extending.overload(operator.contains)
def _contains(group, member):
    if not (isinstance(group, MembersType) and isinstance(member, types.Integer)):
        return None
    first = group.first

    def contains(group, member):
        bit = member - first
        return 0 <= bit < MOST and group.bits >> bit & 1 != 0

    return contains


@extending.overload(operator.getitem)
def _item(group, index):
    if not (isinstance(group, MembersType) and isinstance(index, types.Integer)):
        return None
    first = group.first

    def item(group, index):
        size = population(group.bits)
        if not -size <= index < size:
            raise IndexError("list index out of range")
        return trailing_zeros(select(group.bits, index if index >= 0 else index + size)) + first

    return item
