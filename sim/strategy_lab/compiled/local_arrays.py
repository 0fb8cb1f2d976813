"""Arrays on the stack, and copies of records, for compiled code that is called millions of times.

Numba's own arrays are allocated, and every view of one that is passed on counts a reference: an
atomic instruction, for which all processors wait. An array on the stack costs neither.
"""

from __future__ import annotations

from math import prod
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.cgutils import raw_memcpy
from numba.core.errors import RequireLiteralValue, TypingError
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from strategy_lab.compiled.bits import Generated


@intrinsic(prefer_literal=True)
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


@intrinsic
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
