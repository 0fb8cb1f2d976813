"""The members of a set, the bits of an int64: something that compiled code can loop over.

A loop takes one member after the other off a copy of the set, which stays in a register.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.types.common import SimpleIterableType, SimpleIteratorType
from numba.extending import (
    intrinsic,
    lower_builtin,
    make_attribute_wrapper,
    models,
    overload,
    register_model,
)

from strategy_lab.compiled.bits import Generated, population, select, trailing_zeros

MOST = 63
"""The most members of a set, so that it has no sign."""


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


@register_model(MembersType)
class MembersModel(models.StructModel):
    """In memory, the members of a set are the set."""

    def __init__(self, manager: Any, kind: MembersType) -> None:
        super().__init__(manager, kind, [("bits", types.int64)])


@register_model(MembersIteratorType)
class MembersIteratorModel(models.StructModel):
    """In memory, a loop is the place of the bits that are still to come."""

    def __init__(self, manager: Any, kind: MembersIteratorType) -> None:
        super().__init__(manager, kind, [("rest", types.CPointer(types.int64))])


make_attribute_wrapper(MembersType, "bits", "bits")


def members_from(first: int) -> Any:
    """Return what returns the members of a set (int64), whose lowest bit is `first`."""
    kind = MembersType(first)

    @intrinsic
    def members_of(typingctx: Any, bits: Any) -> Generated:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            made = cgutils.create_struct_proxy(kind)(context, builder)
            made.bits = args[0]
            return made._getvalue()

        return kind(types.int64), generate

    return members_of


@lower_builtin("getiter", MembersType)
def _begin(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    whole = cgutils.create_struct_proxy(signature.args[0])(context, builder, args[0])
    loop = cgutils.create_struct_proxy(signature.return_type)(context, builder)
    loop.rest = cgutils.alloca_once_value(builder, whole.bits)
    return loop._getvalue()


@lower_builtin("iternext", MembersIteratorType)
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


@overload(len)
def _number(group):
    if isinstance(group, MembersType):
        return lambda group: population(group.bits)
    return None


@overload(operator.contains)
def _contains(group, member):
    if not (isinstance(group, MembersType) and isinstance(member, types.Integer)):
        return None
    first = group.first

    def contains(group, member):
        bit = member - first
        return 0 <= bit < MOST and group.bits >> bit & 1 != 0

    return contains


@overload(operator.getitem)
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
