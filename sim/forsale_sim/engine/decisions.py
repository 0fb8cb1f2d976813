"""How the kernel asks a strategy: through the address of a compiled function.

Addresses are plain numbers, so that another lineup or another parameter compiles nothing. A bare C
callback that raised would print a warning and return 0, which would count as a pass; so every
function is wrapped in a guard that turns an exception into `RAISED`, which no rule allows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from forsale_sim.engine.cards import Generated
from forsale_sim.engine.view import state_type, view_type

RAISED = -(2**62)
"""What a guarded decision function returns where the strategy raised an exception."""

MAX_ARGUMENTS = 32
"""How many parameters a decision function may read."""

arguments_type = types.CPointer(types.float64)
decision_signature = types.int64(view_type, arguments_type)
"""The type of a guarded decision function: the view and the values of its parameters."""


@intrinsic
def ask(typingctx: Any, function: Any, state: Any, arguments: Any) -> Generated:
    """Return the move (int64) that a decision function makes.

    Parameters
    ----------
    function, arguments : uint64
        The addresses of the guarded function and of its float64 arguments.
    state : record of `STATE`
        With the seat that is asked in ``seat``.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address, record, values = args
        view = builder.bitcast(record, context.get_value_type(view_type))
        pointer = builder.inttoptr(values, context.get_value_type(arguments_type))
        function_type = ir.FunctionType(ir.IntType(64), [view.type, pointer.type])
        callee = builder.inttoptr(address, function_type.as_pointer())
        return builder.call(callee, [view, pointer])

    return types.int64(types.uint64, state_type, types.uint64), generate
