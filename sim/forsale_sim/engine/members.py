"""`forsale_sim.cards.members` for compiled code: a set of cards that can be looped over.

A loop takes one card after the other off a copy of the set, which stays in a register, so it costs
what a loop with `lowest` costs. Python's `max`, `min` and `sorted` of a set that was not made
iterable are refused: numba would take ``max(cards)`` for the set itself.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
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

from forsale_sim import cards
from forsale_sim.engine.cards import Generated


class MembersType(SimpleIterableType):
    """The numba type of the members of a set."""

    def __init__(self) -> None:
        super().__init__("Members", MembersIteratorType())


class MembersIteratorType(SimpleIteratorType):
    """The numba type of a loop over the members of a set."""

    def __init__(self) -> None:
        super().__init__("MembersIterator", types.int64)


members_type, iterator_type = MembersType(), MembersIteratorType()


@register_model(MembersType)
class MembersModel(models.StructModel):
    """In memory, the members of a set are the set."""

    def __init__(self, manager: Any, kind: MembersType) -> None:
        super().__init__(manager, kind, [("cards", types.int64)])


@register_model(MembersIteratorType)
class MembersIteratorModel(models.StructModel):
    """In memory, a loop is the place of the cards that are still to come."""

    def __init__(self, manager: Any, kind: MembersIteratorType) -> None:
        super().__init__(manager, kind, [("rest", types.CPointer(types.int64))])


make_attribute_wrapper(MembersType, "cards", "cards")


@intrinsic
def members_of(typingctx: Any, bits: Any) -> Generated:
    """Return the members of a set (int64)."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        made = cgutils.create_struct_proxy(members_type)(context, builder)
        made.cards = args[0]
        return made._getvalue()

    return members_type(types.int64), generate


@lower_builtin("getiter", MembersType)
def _begin(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    whole = cgutils.create_struct_proxy(members_type)(context, builder, args[0])
    loop = cgutils.create_struct_proxy(iterator_type)(context, builder)
    loop.rest = cgutils.alloca_once_value(builder, whole.cards)
    return loop._getvalue()


@lower_builtin("iternext", MembersIteratorType)
@iternext_impl(RefType.UNTRACKED)
def _go_on(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    loop = cgutils.create_struct_proxy(iterator_type)(context, builder, args[0])
    rest = builder.load(loop.rest)
    is_left = builder.icmp_unsigned("!=", rest, ir.Constant(rest.type, 0))
    result.set_valid(is_left)
    with builder.if_then(is_left):
        one = ir.Constant(rest.type, 1)
        zeros = builder.cttz(rest, ir.Constant(ir.IntType(1), 1))
        result.yield_(builder.add(zeros, one))
        builder.store(builder.and_(rest, builder.sub(rest, one)), loop.rest)


@overload(cards.members)
def _members(cards):
    def members(cards):
        return members_of(cards)

    return members


@overload(len)
def _number(group):
    if isinstance(group, MembersType):
        return lambda group: cards.count(group.cards)
    return None


@overload(operator.contains)
def _contains(group, card):
    if isinstance(group, MembersType) and isinstance(card, types.Integer):
        return lambda group, card: 0 < card <= cards.MAX_CARDS and cards.has(group.cards, card)
    return None


@overload(operator.getitem)
def _item(group, index):
    if not (isinstance(group, MembersType) and isinstance(index, types.Integer)):
        return None

    def item(group, index):
        size = cards.count(group.cards)
        if not -size <= index < size:
            raise IndexError("list index out of range")
        return cards.nth(group.cards, index if index >= 0 else index + size)

    return item


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
