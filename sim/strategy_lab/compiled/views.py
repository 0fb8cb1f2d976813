"""What compiled strategies see of a game's state, and how the kernel calls them.

A view is the address of a state and a seat. Its only attributes are the functions that a game
registers, and none can be assigned to: a strategy that tries does not compile.

The kernel calls a strategy through the address of a compiled function. Addresses are plain numbers,
so another lineup or parameter needs no compilation. What is called is a decision's entry, which
returns the move and numba's status in registers, while numba's own functions write what they return
to memory: the kernel waits for every move. The status tells at once of an exception. (A C callback
would print a warning and return 0, a pass.)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable
from functools import cache
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils
from numba.core.callconv import RETCODE_OK
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.typing.templates import AttributeTemplate, Signature, infer_getattr

from strategy_lab.compiled.bits import Generated
from strategy_lab.compiled.linking import ObjectCode
from strategy_lab.compiled.overloads import late_code

RAISED = -(2**62)
"""What a call returns if the strategy raised an exception: it is never a legal move."""

arguments_type = types.CPointer(types.float64)  # the type of the values of a decision's parameters


@extending.intrinsic
def arguments_at(typingctx: Any, address: Any) -> Generated:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(arguments_type))

    return arguments_type(types.uint64), generate


class Views:
    """The views of a game's states.

    `view_type`: their numba type, of a class that no other game has. `state_type`: that of a state.
    For compiled code are `view_of` a state and a seat (uint64), `state_of` and `seat_of` a view;
    and `call`, `call_or_raise`: what the decision function at an address (uint64) returns for a
    view and values of parameters. If it raises an exception, one returns `RAISED`, the other raises
    it. The type of decision functions is `decision_type`. They call helpers that are larger than
    `largest_contained`, instead of containing them: see `late_code`.
    """

    def __init__(
        self, view_type: types.Type, state_type: types.Type, largest_contained: int | None = None
    ) -> None:
        self._view_type, self._state_type = view_type, state_type
        self.largest_contained = largest_contained
        self.decision_type: Signature = types.int64(view_type, arguments_type)
        extending.register_model(type(view_type))(_model(state_type))
        self.view_of, self.state_of, self.seat_of = self._parts()
        self._names: set[str] = set()
        self.call, self.call_or_raise = self._calls()

    def attribute(self, function: Callable[..., Any]) -> Callable[..., Any]:
        self._names.add(function.__name__)
        extending.overload_attribute(type(self._view_type), function.__name__)(_same(function, ()))
        return function

    def method(
        self, function: Callable[..., Any], fractions: Iterable[str] = ()
    ) -> Callable[..., Any]:
        """Give views a method of the function's name, which takes whole numbers.

        Numba would round others; the plain view refuses them, too. Those with names in `fractions`
        may be floats.
        """
        self._names.add(function.__name__)
        extending.overload_method(type(self._view_type), function.__name__)(
            _same(function, fractions)
        )
        return function

    def like(self, plain: type, but: Collection[str] = (), **standing: Any) -> None:
        """Give views the members of a class of plain views, by the same source.

        `but`: those that are not taken over, beside private ones and those that the views have.
        `standing`: what stands in compiled code for names that the source uses.
        """
        for name, member in vars(plain).items():
            function = member.fget if isinstance(member, property) else member
            if name.startswith("_") or name in {*but, *self._names}:
                continue
            if isinstance(function, FunctionType):
                source = FunctionType(function.__code__, function.__globals__ | standing, name)
                (self.attribute if function is not member else self.method)(source)

    def show(self, name: str, part: Views) -> None:
        """Give views an attribute that is another view of the same state."""
        kind = type(self._view_type)
        resolved = {"key": kind, f"resolve_{name}": lambda *_: part._view_type}
        infer_getattr(type("Part", (AttributeTemplate,), resolved))
        extending.lower_getattr(kind, name)(lambda _context, _builder, _kind, view: view)

    def address_of(self, decision: Any) -> int:
        """Return the address of the entry of a function that numba compiled.

        It is valid for the rest of the process.
        """
        library = self._entry(decision)
        return int(library.get_pointer_to_function(library.name))

    def entry_code(self, decision: Any) -> ObjectCode:
        library = self._entry(decision)
        return ObjectCode(
            symbol=library.name,
            returns=str(self.decision_type.return_type),
            code=library._get_compiled_object(),
        )

    def _entry(self, decision: Any) -> Any:
        return _entry(decision, self.decision_type)

    def _parts(self) -> tuple[Any, Any, Any]:
        view_type, state_type = self._view_type, self._state_type

        @extending.intrinsic
        def view_of(typingctx: Any, state: Any, seat: Any) -> Generated:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                view = cgutils.create_struct_proxy(view_type)(context, builder)
                # A record is passed by its address: other types may lie in memory alike.
                view.state = builder.bitcast(args[0], context.get_value_type(state_type))
                view.seat = args[1]
                return view._getvalue()

            return view_type(state, types.uint64), generate

        @extending.intrinsic
        def state_of(typingctx: Any, view: Any) -> Generated:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return cgutils.create_struct_proxy(view_type)(context, builder, args[0]).state

            return state_type(view_type), generate

        @extending.intrinsic
        def seat_of(typingctx: Any, view: Any) -> Generated:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return cgutils.create_struct_proxy(view_type)(context, builder, args[0]).seat

            return types.uint64(view_type), generate

        return view_of, state_of, seat_of

    def _calls(self) -> tuple[Any, Any]:
        decision_type = self.decision_type
        called = types.int64(types.uint64, *decision_type.args)

        @extending.intrinsic
        def call(typingctx: Any, entry: Any, view: Any, arguments: Any) -> Generated:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                move, status, _ = _call(context, builder, decision_type, *args)
                returned = builder.icmp_signed("==", status, RETCODE_OK)
                return builder.select(returned, move, context.get_constant(types.int64, RAISED))

            return called, generate

        @extending.intrinsic
        def call_or_raise(typingctx: Any, entry: Any, view: Any, arguments: Any) -> Generated:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                move, code, exception = _call(context, builder, decision_type, *args)
                convention = context.call_conv
                status = convention._get_return_status(builder, code, builder.load(exception))
                with cgutils.if_unlikely(builder, status.is_error):
                    convention.return_status_propagate(builder, status)
                return move

            return called, generate

        return call, call_or_raise


def _model(state_type: types.Type) -> type:
    class ViewModel(extending.models.StructModel):
        """In memory, a view is the state and the seat that looks at it."""

        def __init__(self, manager: Any, kind: types.Type) -> None:
            super().__init__(manager, kind, [("state", state_type), ("seat", types.uint64)])

    return ViewModel


def _same(function: Callable[..., Any], fractions: Iterable[str]) -> Callable[..., Any]:
    """Return the overload that numba resolves, which is always `function` itself."""
    names = list(inspect.signature(function).parameters)[1:]

    def choose(view: types.Type, *numbers: types.Type, **named: types.Type) -> Callable[..., Any]:
        for name, number in [*zip(names, numbers, strict=False), *named.items()]:
            kinds = types.Number if name in fractions else types.Integer
            if not isinstance(number, kinds | types.Boolean):
                raise TypingError(
                    f"view.{function.__name__} takes a whole number (int), not {number}"
                )
        return function

    vars(choose)["__signature__"] = inspect.signature(function)
    return choose


@cache
def _entry(decision: Any, decision_type: Signature) -> Any:
    overload = decision.overloads[decision_type.args]
    context, symbol = cpu_target.target_context, overload.fndesc.llvm_func_name
    with late_code():  # so that what its functions print by is set when it is made
        library = context.codegen().create_library(f"entry_{symbol}")
        library.enable_object_caching()
        module = context.create_module(library.name)
        convention = context.call_conv.get_function_type(types.int64, decision_type.args)
        function = ir.Function(module, _entry_type(context, decision_type), library.name)
        builder = ir.IRBuilder(function.append_basic_block())
        move = cgutils.alloca_once(builder, convention.args[0].pointee)
        status = builder.call(ir.Function(module, convention, symbol), [move, *function.args])
        returned = ir.Constant(function.function_type.return_type, ir.Undefined)
        returned = builder.insert_value(returned, builder.load(move), 0)
        builder.ret(builder.insert_value(returned, status, 1))
        library.add_ir_module(module)
        library.add_linking_library(overload.library)
        library.finalize()
    return library


def _entry_type(context: Any, decision_type: Signature) -> Any:
    """Return the type of an entry: numba's, but it returns the move in the place of storing it."""
    convention = context.call_conv.get_function_type(types.int64, decision_type.args)
    move, *arguments = convention.args
    returned = ir.LiteralStructType([move.pointee, convention.return_type])
    return ir.FunctionType(returned, arguments)


def _call(
    context: Any, builder: Any, decision_type: Signature, address: Any, view: Any, arguments: Any
) -> tuple[Any, ...]:
    """Generate the call of an entry; return its move, its status and the exception's place."""
    kind = _entry_type(context, decision_type)
    exception = cgutils.alloca_once(builder, kind.args[0].pointee)
    entry = builder.inttoptr(address, kind.as_pointer())
    values = context.get_arg_packer(decision_type.args).as_arguments(builder, [view, arguments])
    returned = builder.call(entry, [exception, *values])
    return builder.extract_value(returned, 0), builder.extract_value(returned, 1), exception
