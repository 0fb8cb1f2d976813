"""Machine code that numba made, linked and called without numba, whose import takes half a second.

All that is known here of numba's insides is in this module: the names of its runtime's functions,
how a compiled function is called, and what it leaves behind when it raises. None of it is promised
by numba. So only versions with which all tests have passed are linked so. Where there is any doubt,
numba loads the code itself.

It is a trade: numba's own cache would do without this module, `reach` and half of
`overloads`, about 1,250 lines, and each command would import numba, for 0.7 s. As long as a
million games take a second, that is not worth it.

The code calls functions of numba's runtime, of Python and of the C library. All of them are looked
up before linking, since the linker ends the process where one is missing.

A compiled function takes the addresses of its result and of a raised exception, then its arguments;
an array is several of them. It returns a status. The interpreter's lock is released in a call.
"""

from __future__ import annotations

import ctypes
import json
import pickle
import platform
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from strategy_lab.compiled.toolchain import keep, numba_folder, read_kept

TESTED = ("0.68",)  # the versions of numba with which all tests have passed

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

PYTHON_INSIDE = {"numba_gil_ensure", "PyGILState_Ensure"}
"""What code calls that runs Python objects, such as `print`: it needs numba's own set-up."""

ELF64_LITTLE_ENDIAN = b"\x7fELF\x02\x01"
SYMBOL_TABLE = 2
SECTION = np.dtype(
    [
        ("name", "<u4"), ("type", "<u4"), ("flags", "<u8"), ("address", "<u8"), ("offset", "<u8"),
        ("size", "<u8"), ("link", "<u4"), ("info", "<u4"), ("align", "<u8"), ("entry", "<u8"),
    ]
)  # fmt: skip
SYMBOL = np.dtype(
    [
        ("name", "<u4"), ("info", "u1"), ("other", "u1"), ("section", "<u2"), ("value", "<u8"),
        ("size", "<u8"),
    ]
)  # fmt: skip


@dataclass(frozen=True)
class ObjectCode:
    symbol: str
    returns: str
    code: bytes

    def content(self) -> bytes | None:
        """Return what `link` takes; None if the object cannot be linked without numba."""
        undefined = undefined_symbols(self.code)
        if undefined is None or not PYTHON_INSIDE.isdisjoint(undefined):
            return None
        header = {"symbol": self.symbol, "returns": self.returns, "undefined": undefined}
        return json.dumps(header).encode() + b"\n" + self.code


@dataclass(frozen=True)
class LinkedFunction:
    address: int
    returns: str


def link_kept(name: str) -> LinkedFunction | None:
    content = read_kept(name)
    return link(content) if content is not None and is_tested() else None


def keep_code(name: str, code: ObjectCode) -> bool:
    """Keep a compiled function under a name, and return whether it can be linked without numba."""
    if (content := code.content()) is not None:
        keep(name, content)
    return content is not None


@cache
def is_tested() -> bool:
    """Return whether all tests have passed with this version of numba, which is not imported."""
    version = (numba_folder() / "_version.py").read_text(encoding="utf-8")
    return any(f'"version": "{tested}.' in version for tested in TESTED)


def link(content: bytes) -> LinkedFunction | None:
    """Return the function of an object's content, if it can be linked here."""
    if not _is_ready():
        return None
    head, _, code = content.partition(b"\n")
    header = json.loads(head)
    if any(llvm.address_of_symbol(symbol) is None for symbol in header["undefined"]):
        return None
    return LinkedFunction(_link(code, header["symbol"]), header["returns"])


_engines: list[Any] = []
"""What holds the code in memory. Each object has its own: functions of one name may differ."""


def _link(code: bytes, symbol: str) -> int:
    engine = _new_engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address(symbol))


def _new_engine() -> Any:
    target = llvm.Target.from_default_triple().create_target_machine(jit=True)
    on_arm = platform.machine() in {"aarch64", "arm64"}  # as in numba
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target, use_lmm=on_arm)


@cache
def _is_ready() -> bool:
    try:
        _prepare()
    except (AttributeError, ImportError, OSError, RuntimeError):
        return False
    return True


def _prepare() -> None:
    """Make the functions of numba's runtime known to the linker, as numba itself does."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    _new_engine()  # LLVM looks up symbols of this process only once there is one
    for module in ("numba._helperlib", "numba._dynfunc"):
        for name, address in _extension(module).c_helpers.items():
            llvm.add_symbol(f"numba_{name}", address)
    for name, address in _extension("numba.core.runtime._nrt_python").c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _extension(name: str) -> ModuleType:
    """Return an extension module of numba, under its own name, without numba."""
    if name in sys.modules:
        return sys.modules[name]
    stem = numba_folder().joinpath(*name.split(".")[1:])
    paths = [stem.with_name(stem.name + suffix) for suffix in EXTENSION_SUFFIXES]
    path = next((path for path in paths if path.exists()), stem)
    spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    # Numba, if it is imported later, must not set the module up again while its code is running.
    sys.modules[name] = module
    return module


def undefined_symbols(code: bytes) -> list[str] | None:
    """Return the names that an object expects from elsewhere; None if it is not 64-bit ELF."""
    if not code.startswith(ELF64_LITTLE_ENDIAN):
        return None
    offset = int(np.frombuffer(code, "<u8", 1, 0x28)[0])
    count = int(np.frombuffer(code, "<u2", 1, 0x3C)[0])
    sections = np.frombuffer(code, SECTION, count, offset)
    names: set[str] = set()
    for table in sections[sections["type"] == SYMBOL_TABLE]:
        symbols = np.frombuffer(
            code, SYMBOL, int(table["size"]) // SYMBOL.itemsize, int(table["offset"])
        )
        texts = int(sections[table["link"]]["offset"])
        for symbol in symbols[(symbols["section"] == 0) & (symbols["name"] != 0)]:
            start = texts + int(symbol["name"])
            names.add(code[start : code.index(b"\0", start)].decode())
    return sorted(names)


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
    types: list[Any] = [ctypes.c_void_p, ctypes.c_void_p]
    for kind in kinds:
        if isinstance(kind, str):
            types.append(WORDS[kind])
        else:  # passed on in half the time that an int64 takes
            types += (5 + 2 * kind[1]) * [ctypes.c_void_p]
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


def _array_words(array: Any) -> list[Any]:
    """Return an array as numba passes it: no owner, size, address, shape and strides."""
    return [None, None, array.size, array.itemsize, _address(array), *array.shape, *array.strides]


def _address(array: Any) -> int:
    """Return where an array begins, in a third of the time that NumPy takes for it if it can."""
    if array.size and array.flags.c_contiguous and array.flags.writeable:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))
    return int(array.ctypes.data)


def _exception(status: int, raised: Any) -> BaseException:
    if status < RAISED or not raised or raised.contents.number_of_arguments:
        return RuntimeError(f"compiled code raised an exception (status {status})")
    kind, arguments, _ = pickle.loads(
        ctypes.string_at(raised.contents.pickled, raised.contents.size)
    )
    exception: BaseException = kind(*(arguments or ()))
    return exception
