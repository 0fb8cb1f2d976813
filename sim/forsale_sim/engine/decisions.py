"""How the kernel calls a strategy: through the address of a compiled function.

Addresses are plain numbers, so another lineup or parameter needs no compilation. The kernel uses
numba's own calling convention, which returns a status with the value, so an exception in a strategy
is noticed at once. (A C callback would print a warning and return 0, a pass.)
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.callconv import RETCODE_OK
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from forsale_sim.engine.caching import inlined
from forsale_sim.engine.cards import Generated
from forsale_sim.engine.view import state_type, view_type

RAISED = -(2**62)
"""What `ask` returns if the strategy raised an exception: it is never a legal move."""

arguments_type = types.CPointer(types.float64)
decision_type: Signature = types.int64(view_type, arguments_type)
"""The type of a decision function: a view and the values of its parameters."""


def address_of(decision: Any) -> int:
    """Return the address of a function that numba compiled for `decision_type`.

    It is valid as long as the function is alive.
    """
    overload = decision.overloads[decision_type.args]
    return int(overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name))


@intrinsic
def view_of(typingctx: Any, state: Any, seat: Any) -> Generated:
    """Return the view that `seat` (uint64) has of a state (record of `STATE`)."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = cgutils.create_struct_proxy(view_type)(context, builder)
        view.state, view.seat = args
        return view._getvalue()

    return view_type(state_type, types.uint64), generate


@intrinsic
def arguments_at(typingctx: Any, address: Any) -> Generated:
    """Return the float64 values at an address (uint64)."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(arguments_type))

    return arguments_type(types.uint64), generate


def _callee(context: Any, builder: Any, address: Any) -> Any:
    """Generate the function at an address."""
    function_type = context.call_conv.get_function_type(types.int64, decision_type.args)
    return builder.inttoptr(address, function_type.as_pointer())


@intrinsic
def call(typingctx: Any, function: Any, view: Any, arguments: Any) -> Generated:
    """Return what the decision function at an address returns; `RAISED` if it raised.

    As numba calls a function, but without what only serves to raise its exception.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        callee = _callee(context, builder, args[0])
        move, exception = (
            cgutils.alloca_once(builder, pointer.pointee)
            for pointer in callee.type.pointee.args[:2]
        )
        packed = context.get_arg_packer(decision_type.args).as_arguments(builder, args[1:])
        code = builder.call(callee, [move, exception, *packed])
        with cgutils.if_unlikely(builder, builder.icmp_signed("!=", code, RETCODE_OK)):
            builder.store(context.get_constant(types.int64, RAISED), move)
        return builder.load(move)

    return types.int64(types.uint64, view_type, arguments_type), generate


@intrinsic
def call_or_raise(typingctx: Any, function: Any, view: Any, arguments: Any) -> Generated:
    """Return what the decision function at an address returns; raise what it raised."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        status, move = context.call_conv.call_function(
            builder,
            _callee(context, builder, args[0]),
            types.int64,
            decision_type.args,
            args[1:],
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return move

    return types.int64(types.uint64, view_type, arguments_type), generate


@inlined
def ask(function, phase, state, seat, arguments):
    """Return the move (int64) of a seat; `RAISED` if its strategy raised an exception.

    Parameters
    ----------
    function, arguments : uint64
        The addresses of the decision function and of its float64 arguments.
    phase : int64
        `BID` or `SELL`: for kernels that are compiled with their strategies.
    state : record of `STATE`
    seat : uint64
        Whose decision it is.
    """
    return call(function, view_of(state, seat), arguments_at(arguments))
