"""How the kernel asks a strategy: through the address of a compiled function.

Addresses are plain numbers, so that another lineup or another parameter compiles nothing. The
kernel calls them in numba's own calling convention, which returns a status beside the value: an
exception in a strategy is seen at once. (A C callback would print a warning and return 0, a pass.)
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from forsale_sim.engine.cards import Generated
from forsale_sim.engine.view import state_type, view_type

RAISED = -(2**62)
"""What `ask` returns where the strategy raised an exception: no rule allows it as a move."""

arguments_type = types.CPointer(types.float64)
decision_type: Signature = types.int64(view_type, arguments_type)
"""The type of a decision function: a view and the values of its parameters."""


def address_of(decision: Any) -> int:
    """Return the address of a decision function.

    Parameters
    ----------
    decision
        A function that numba compiled for `decision_type`. The address is good while it lives.

    Returns
    -------
    int
        For `ask`.
    """
    overload = decision.overloads[decision_type.args]
    return int(overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name))


@intrinsic
def ask(typingctx: Any, function: Any, state: Any, seat: Any, arguments: Any) -> Generated:
    """Return the move (int64) that a decision function makes; `RAISED` if it raised an exception.

    Parameters
    ----------
    function, arguments : uint64
        The addresses of the decision function and of its float64 arguments.
    state : record of `STATE`
    seat : uint64
        Whose decision it is.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address, record, number, values = args
        view = cgutils.create_struct_proxy(view_type)(context, builder)
        view.state, view.seat = record, number
        pointer = builder.inttoptr(values, context.get_value_type(arguments_type))
        convention = context.call_conv
        function_type = convention.get_function_type(types.int64, decision_type.args)
        callee = builder.inttoptr(address, function_type.as_pointer())
        status, move = convention.call_function(
            builder, callee, types.int64, decision_type.args, [view._getvalue(), pointer]
        )
        return builder.select(status.is_error, context.get_constant(types.int64, RAISED), move)

    return types.int64(types.uint64, state_type, types.uint64, types.uint64), generate
