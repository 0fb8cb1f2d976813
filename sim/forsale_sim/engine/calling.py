"""Calls of compiled functions from Python, by numba's own calling convention, without numba.

A function takes the addresses of its result and of a raised exception, then its arguments; an array
is several of them. It returns a status. The interpreter's lock is released during the call.
"""

from __future__ import annotations

import ctypes
import pickle
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from forsale_sim.engine.linking import LinkedFunction

Kind = Any
"""What numba would compile another overload for: an array's layout, or the type of a number."""

NUMBERS = {
    int: "int64",
    np.int64: "int64",
    np.uint64: "uint64",
    float: "float64",
    np.float64: "float64",
}
WORDS = {"int64": ctypes.c_int64, "uint64": ctypes.c_uint64, "float64": ctypes.c_double}
RETURNS: dict[str, Any] = {**WORDS, "none": ctypes.c_void_p}
"""The types of results that are passed on, by numba's name."""

RETURNED, RETURNED_NONE, RAISED = 0, -2, 1


class RaisedException(ctypes.Structure):
    """What a compiled function leaves behind that raises an exception."""

    _fields_ = (
        ("pickled", ctypes.c_void_p),
        ("size", ctypes.c_int32),
        ("arguments", ctypes.c_void_p),
        ("unpack", ctypes.c_void_p),
        ("number_of_arguments", ctypes.c_int32),
    )


def kind_of(argument: Any) -> Kind:
    """Return the kind of an argument; None if it is not known how to pass it on."""
    if type(argument) is np.ndarray:
        flags = argument.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        return argument.dtype, argument.ndim, layout, flags.writeable, flags.aligned
    if type(argument) is int and not -(2**63) <= argument < 2**63:
        return None
    return NUMBERS.get(type(argument))


def python_caller(linked: LinkedFunction, kinds: Iterable[Kind]) -> Callable[..., Any]:
    """Return a Python function that calls a linked one, for arguments of certain kinds."""
    types: list[Any] = [ctypes.c_void_p, ctypes.c_void_p]
    for kind in kinds:
        types += [WORDS[kind]] if isinstance(kind, str) else _array_types(ndim=kind[1])
    function = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(linked.address)

    def call(*arguments: Any) -> Any:
        words: list[Any] = []
        for argument in arguments:
            words += _array_words(argument) if isinstance(argument, np.ndarray) else [argument]
        result, raised = RETURNS[linked.returns](), ctypes.POINTER(RaisedException)()
        status = function(ctypes.addressof(result), ctypes.addressof(raised), *words)
        if status == RETURNED:
            return result.value
        if status == RETURNED_NONE:
            return None
        raise _exception(status, raised)

    return call


def _array_types(ndim: int) -> list[Any]:
    word, address = ctypes.c_int64, ctypes.c_void_p
    return [address, address, word, word, address, *(2 * ndim * [word])]


def _array_words(array: Any) -> list[Any]:
    """Return an array as numba passes it: no owner, size, address, shape and strides."""
    return [None, None, array.size, array.itemsize, array.ctypes.data, *array.shape, *array.strides]


def _exception(status: int, raised: Any) -> BaseException:
    """Return the exception that a compiled function has raised."""
    if status < RAISED or not raised or raised.contents.number_of_arguments:
        return RuntimeError(f"compiled code raised an exception (status {status})")
    kind, arguments, _ = pickle.loads(
        ctypes.string_at(raised.contents.pickled, raised.contents.size)
    )
    exception: BaseException = kind(*(arguments or ()))
    return exception
