"""Rules of a ruleset's own code, as the kernel looks their answers up.

A state holds the addresses of their tables: 0 for a rule that is as its parameters say. The kernel
of rules without code plays with a `PLAIN_STATE`, whose type has no such addresses. So the compiler
leaves out all that is here, and that kernel is what it would be if there were none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray
from strategy_lab.compiled.bits import Generated
from strategy_lab.compiled.caching import inlined

if TYPE_CHECKING:
    from forsale_sim.rules.ruleset import Rules

I64 = np.int64


@intrinsic
def table_address(typingctx: Any, state: Any, rule: Any) -> Generated:
    """Return the address of a rule's table (uint64); 0 if the rule has no code."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        if "rule_tables" not in state.fields:
            return ir.Constant(word, 0)
        place = builder.add(
            builder.ptrtoint(args[0], word),
            builder.add(
                ir.Constant(word, state.offset("rule_tables")),
                builder.mul(builder.sext(args[1], word), ir.Constant(word, 8)),
            ),
        )
        return builder.load(builder.inttoptr(place, word.as_pointer()))

    return types.uint64(state, rule), generate


@intrinsic
def word_at(typingctx: Any, address: Any, index: Any) -> Generated:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(array, [args[1]]))

    return types.int64(types.uint64, types.int64), generate


@inlined
def answer(address, asked):
    """Return a rule's answer from the table at an address, to numbers in the order of the rule.

    A number that is larger than any in a game counts as the largest: a search may ask with it.
    """
    place = I64(0)
    for i in range(len(asked)):
        span = word_at(address, I64(i))
        place = place * (span + 1) + max(min(I64(asked[i]), span), I64(0))
    return word_at(address, I64(len(asked)) + place)


_kept: dict[Any, NDArray[np.int64]] = {}
"""By rules and rule, for as long as the process lives: a state holds only addresses."""


def address_of(rules: Rules, name: str) -> int:
    table = rules.table_of(name)
    if table is None:
        return 0
    if (rules, name) not in _kept:
        _kept[rules, name] = np.array([*table.spans, *table.answers], np.int64)
    return int(_kept[rules, name].ctypes.data)
