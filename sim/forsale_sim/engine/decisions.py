"""How the kernel calls a strategy: through the address of a compiled function.

Addresses are plain numbers, so another lineup or parameter needs no compilation. What is called is
a decision's entry, which returns the move and numba's status in registers, while numba's own
functions write what they return to memory: the kernel waits for every move. The status tells at
once of an exception. (A C callback would print a warning and return 0, a pass.)
"""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.callconv import RETCODE_OK
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from forsale_sim.engine.caching import inlined
from forsale_sim.engine.cards import Generated
from forsale_sim.engine.linking import ObjectCode
from forsale_sim.engine.view import state_type, view_type

RAISED = -(2**62)
"""What `ask` returns if the strategy raised an exception: it is never a legal move."""

arguments_type = types.CPointer(types.float64)
decision_type: Signature = types.int64(view_type, arguments_type)
"""The type of a decision function: a view and the values of its parameters."""


def address_of(decision: Any) -> int:
    """Return the address of the entry of a function that numba compiled for `decision_type`.

    It is valid for the rest of the process.
    """
    library = _entry(decision)
    return int(library.get_pointer_to_function(library.name))


def entry_code(decision: Any) -> ObjectCode:
    """Return the machine code of the entry of a decision function."""
    library = _entry(decision)
    return ObjectCode(
        symbol=library.name,
        returns=str(decision_type.return_type),
        code=library._get_compiled_object(),
    )


@cache
def _entry(decision: Any) -> Any:
    """Return numba's library with the entry of a decision function, which contains its code."""
    overload = decision.overloads[decision_type.args]
    context, symbol = cpu_target.target_context, overload.fndesc.llvm_func_name
    library = context.codegen().create_library(f"entry_{symbol}")
    library.enable_object_caching()
    module = context.create_module(library.name)
    convention = context.call_conv.get_function_type(types.int64, decision_type.args)
    function = ir.Function(module, _entry_type(context), library.name)
    builder = ir.IRBuilder(function.append_basic_block())
    move = cgutils.alloca_once(builder, convention.args[0].pointee)
    status = builder.call(ir.Function(module, convention, symbol), [move, *function.args])
    returned = ir.Constant(function.function_type.return_type, ir.Undefined)
    returned = builder.insert_value(returned, builder.load(move), 0)
    builder.ret(builder.insert_value(returned, status, 1))
    library.add_ir_module(module)
    library.add_linking_library(overload.library)
    with global_compiler_lock:
        library.finalize()
    return library


def _entry_type(context: Any) -> Any:
    """Return the type of an entry: numba's, but it returns the move in the place of storing it."""
    convention = context.call_conv.get_function_type(types.int64, decision_type.args)
    move, *arguments = convention.args
    returned = ir.LiteralStructType([move.pointee, convention.return_type])
    return ir.FunctionType(returned, arguments)


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


def _call(context: Any, builder: Any, address: Any, view: Any, arguments: Any) -> tuple[Any, ...]:
    """Generate the call of an entry; return its move, its status and the exception's place."""
    kind = _entry_type(context)
    exception = cgutils.alloca_once(builder, kind.args[0].pointee)
    entry = builder.inttoptr(address, kind.as_pointer())
    values = context.get_arg_packer(decision_type.args).as_arguments(builder, [view, arguments])
    returned = builder.call(entry, [exception, *values])
    return builder.extract_value(returned, 0), builder.extract_value(returned, 1), exception


@intrinsic
def call(typingctx: Any, entry: Any, view: Any, arguments: Any) -> Generated:
    """Return what the decision function at an address returns; `RAISED` if it raised."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        move, status, _ = _call(context, builder, *args)
        returned = builder.icmp_signed("==", status, RETCODE_OK)
        return builder.select(returned, move, context.get_constant(types.int64, RAISED))

    return types.int64(types.uint64, view_type, arguments_type), generate


@intrinsic
def call_or_raise(typingctx: Any, entry: Any, view: Any, arguments: Any) -> Generated:
    """Return what the decision function at an address returns; raise what it raised."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        move, code, exception = _call(context, builder, *args)
        convention = context.call_conv
        status = convention._get_return_status(builder, code, builder.load(exception))
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return move

    return types.int64(types.uint64, view_type, arguments_type), generate


@inlined
def ask(function, phase, state, seat, arguments):
    """Return the move (int64) of a seat; `RAISED` if its strategy raised an exception.

    Parameters
    ----------
    function, arguments : uint64
        The addresses of the decision function's entry and of its float64 arguments.
    phase : int64
        `BID` or `SELL`: for kernels that are compiled with their strategies.
    state : record of `STATE`
    seat : uint64
        Whose decision it is.
    """
    return call(function, view_of(state, seat), arguments_at(arguments))
