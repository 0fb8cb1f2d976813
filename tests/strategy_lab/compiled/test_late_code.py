"""Functions that only compiled code calls get no machine code, and all works as it did."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core.registry import cpu_target
from strategy_lab.compiled import overloads, toolchain
from strategy_lab.compiled.overloads import jit

INSIDE = {"no_cpython_wrapper": True}


def halved(number: Any) -> Any:
    if number % 2:
        raise ValueError("it is odd", 2)
    return number // 2


def counted_down(number: Any) -> Any:
    return 0 if number == 0 else 1 + counted_down(number - 1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing is kept yet."""
    monkeypatch.setattr(toolchain, "toolchain_folder", lambda: tmp_path)
    return tmp_path


def compiled(name: str | None = None, function: Any = halved) -> tuple[Any, Any]:
    """Return the dispatchers of a function that compiled code calls, and of a caller."""
    inner = jit(function, name, **INSIDE)

    def caller(number: Any) -> Any:
        return inner(number) + 1

    with overloads.late_code():
        outer = jit(caller, None)
        outer.compile((numba.int64,))
    return inner, outer


def library_of(dispatcher: Any) -> Any:
    (overload,) = dispatcher.overloads.values()
    return overload.library


def test_only_what_is_called_from_outside_gets_machine_code() -> None:
    inner, outer = compiled()
    assert not library_of(inner)._is_made
    assert library_of(outer)._is_made
    assert outer(8) == 5
    assert not library_of(inner)._is_made


def test_exceptions_come_through_from_functions_without_machine_code() -> None:
    _, outer = compiled()
    with pytest.raises(ValueError, match="it is odd") as raised:
        outer(7)
    assert raised.value.args == ("it is odd", 2)


def test_machine_code_is_made_when_it_is_asked_for() -> None:
    inner, _ = compiled()
    library = library_of(inner)
    assert library.get_pointer_to_function("unknown") == 0
    assert not library._is_made
    (overload,) = inner.overloads.values()
    assert library.get_pointer_to_function(overload.fndesc.llvm_func_name) != 0
    assert library._get_compiled_object().startswith(b"\x7fELF")


def test_a_function_may_call_itself() -> None:
    (numbers,) = (jit(counted_down, None),)
    globals()["counted_down"] = numbers
    try:
        with overloads.late_code():
            numbers.compile((numba.int64,))
        assert numbers(9) == 9
    finally:
        globals()["counted_down"] = numbers.py_func


def test_what_has_no_machine_code_is_kept_and_compiled_into_another_caller(folder: Path) -> None:
    compiled("inner")
    (kept,) = folder.glob("inner-*")
    before = kept.stat().st_mtime_ns
    again, outer = compiled("inner")
    assert outer(8) == 5
    assert again.stats.cache_hits == {(numba.int64,): 1}
    assert kept.stat().st_mtime_ns == before


def test_a_numba_that_was_not_tested_makes_all_machine_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(overloads, "TESTED", ("0.1",))
    overloads.is_known.cache_clear()
    try:
        inner, outer = compiled()
        assert type(library_of(inner)) is type(library_of(outer)) is overloads.LIBRARY
        assert outer(8) == 5
    finally:
        overloads.is_known.cache_clear()


def test_all_is_as_before_after_the_block() -> None:
    def changed() -> list[Any]:
        codegen, lower, lock = (
            cpu_target.target_context.codegen(),
            overloads.LOWER,
            overloads.ffi.lib._lock,
        )
        return [codegen._library_class, lower.create_cfunc_wrapper, lock._cblist, gc.isenabled()]

    before = changed()
    with pytest.raises(KeyError), overloads.late_code():
        assert all(a != b for a, b in zip(before, changed(), strict=True))
        raise KeyError
    assert changed() == before
