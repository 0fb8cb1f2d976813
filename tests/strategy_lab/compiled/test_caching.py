"""Functions are compiled once: later processes link them without numba, and call them alike."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from forsale_sim.engine.kernel import play_chunk
from numba.core import config
from strategy_lab.compiled import linking, toolchain
from strategy_lab.compiled.caching import CompiledFunction, compiled, compiled_in, inlined, step
from strategy_lab.compiled.overloads import jit
from strategy_lab.compiled.toolchain import toolchain_folder
from strategy_lab.errors import UsageError

from tests.engine.playing import compilations


@inlined
def twice(x):  # type: ignore[no-untyped-def]
    return 2 * x


@step
def first_of_greater(one, other):  # type: ignore[no-untyped-def]
    for _ in range(3):
        if one.sum() < other[0]:
            one, other = other, one
    return one[0]


def add_up(array, factor):  # type: ignore[no-untyped-def]
    """Add up an array, and write the sum into its first place."""
    total = array[0] * 0
    for i in range(array.size):
        total += array.flat[i] * factor
    return twice(total)


def nothing(array):  # type: ignore[no-untyped-def]
    array[0] = 7


class NegativeError(Exception):
    """An exception of this file's own."""


def picky(number):  # type: ignore[no-untyped-def]
    if number < 0:
        raise NegativeError("text", -1)
    if number > 9:
        raise ValueError(number)
    return np.zeros(number * 2**60).size


def prints(number):  # type: ignore[no-untyped-def]
    print("text", number)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing is kept yet."""
    monkeypatch.setattr(toolchain, "toolchain_folder", lambda: tmp_path)
    return tmp_path


def is_linked(function: CompiledFunction, *arguments: Any) -> bool:
    """Call a function, and return whether it was called without numba."""
    with compilations() as compiled:
        function(*arguments)
    assert not compiled or function._dispatchers
    return not function._dispatchers


def anew(function: Any) -> CompiledFunction:
    """Return a function as another process has it."""
    return compiled(function)


ARRAYS = {
    "int64": np.arange(12, dtype=np.int64),
    "uint64": np.arange(12, dtype=np.uint64),
    "float64": np.linspace(0, 1, 12),
    "empty but one": np.ones(1),
    "strided": np.arange(24.0)[::2],
    "read-only": np.broadcast_to(np.arange(12.0), (12,)),
}


@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS)
@pytest.mark.usefixtures("folder")
def test_a_linked_function_returns_what_the_compiled_one_does(array: Any) -> None:
    first, second = anew(add_up), anew(add_up)
    factor = array.dtype.type(3)
    factor = factor if array.dtype != np.int64 else 3
    expected = first(array, factor)
    assert first._dispatchers
    assert is_linked(second, array, factor)
    again = second(array, factor)
    assert again == expected == 6 * array.sum()
    assert type(again) is type(expected)


@pytest.mark.usefixtures("folder")
def test_a_step_counts_no_references_even_if_its_first_caller_does() -> None:
    def caller(size):  # type: ignore[no-untyped-def]
        array = np.arange(size)
        return first_of_greater(array, array + 1)

    dispatcher = first_of_greater._numba_type_.dispatcher
    jit(caller, None)(5)
    (overload,) = dispatcher.overloads.values()
    assert "NRT_incref" not in overload.library.get_llvm_str()


@pytest.mark.usefixtures("folder")
def test_arrays_are_changed_in_place_and_nothing_may_be_returned() -> None:
    for linked in (False, True):
        array = np.zeros(3)
        function = anew(nothing)
        assert is_linked(function, array) is linked
        assert array.tolist() == [7, 0, 0]
        assert function(array) is None


@pytest.mark.usefixtures("folder")
def test_numbers_that_need_numba_are_left_to_it() -> None:
    anew(add_up)(ARRAYS["uint64"], np.uint64(1))
    function = anew(add_up)
    assert function(np.array([2], np.uint64), 2**63) == 0
    assert function(np.array([2], np.uint64), True) == 4


@pytest.mark.usefixtures("folder")
def test_exceptions_are_raised_alike() -> None:
    for linked in (False, True):
        function = anew(picky)
        assert is_linked(function, 0) is linked
        with pytest.raises(NegativeError) as caught:
            function(-1)
        assert caught.value.args == ("text", -1)
        with pytest.raises(ValueError, match="array is too big"):
            function(5)
        with pytest.raises((ValueError, RuntimeError)):  # its argument is lost
            function(10)


@pytest.mark.usefixtures("folder")
def test_code_that_runs_python_objects_is_never_linked(
    capfd: pytest.CaptureFixture[str],
) -> None:
    for _ in range(2):
        assert not is_linked(anew(prints), 3)
        assert capfd.readouterr().out == "text 3\n"


@pytest.mark.parametrize("part", toolchain.toolchain())
def test_whatever_the_code_depends_on_changes_it_is_compiled_again(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toolchain, "cache_root", lambda: tmp_path)
    parts = toolchain.toolchain()

    def poisoned(**changed: str) -> bool:
        monkeypatch.setattr(toolchain, "toolchain", lambda: parts | changed)
        toolchain.toolchain_hash.cache_clear()
        toolchain_folder.cache_clear()
        return not is_linked(anew(nothing), np.zeros(2))

    tmp_path.chmod(0o700)
    try:
        assert poisoned()
        assert not poisoned()
        assert poisoned(**{part: parts[part] + "."})
        assert not poisoned()
    finally:
        toolchain.toolchain_hash.cache_clear()
        toolchain_folder.cache_clear()


def test_without_the_compiler_there_is_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "DISABLE_JIT", 1)
    with pytest.raises(UsageError, match="NUMBA_DISABLE_JIT is set: unset"):
        jit(nothing, "name")


@pytest.mark.parametrize("kept", ["*", "*.object", "*.overload"])
@pytest.mark.parametrize("size", [0, 20, 40, 500])
def test_damaged_files_are_made_again(folder: Path, kept: str, size: int) -> None:
    array = np.arange(4.0)
    expected = anew(add_up)(array, 2.0)
    damaged = list(folder.glob(kept))
    assert damaged
    for path in damaged:
        path.write_bytes(path.read_bytes()[:size])
    assert anew(add_up)(array, 2.0) == expected
    if kept != "*.overload":
        assert is_linked(anew(add_up), array, 2.0)


def test_a_symbol_that_is_missing_here_is_noticed_before_linking(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anew(nothing)(np.zeros(2))
    (path,) = folder.glob("*nothing*.object")
    content = path.read_bytes()[32:]
    assert b'"PyErr_SetString"' in content
    toolchain.keep(path.name, content.replace(b'"PyErr_SetString"', b'"PyErr_NoSuchThing"', 1))
    assert not is_linked(anew(nothing), np.zeros(2))
    assert is_linked(anew(nothing), np.zeros(2))


def test_a_function_can_be_named_without_importing_its_module() -> None:
    assert compiled_in("forsale_sim.engine.kernel", "play_chunk").file == play_chunk.file
    assert (
        compiled_in("forsale_sim.engine.kernel", "play_chunk").dispatcher is play_chunk.dispatcher
    )
    with pytest.raises(ModuleNotFoundError):
        compiled_in("forsale_sim.no_such_module", "play_chunk")


RUN = """
import sys
from forsale_sim.program import FOR_SALE
from strategy_lab.cli.main import new_cli
arguments = ["run", "--games", "100", "--seed", "1", *sys.argv[1:]]
new_cli(FOR_SALE).main(arguments, standalone_mode=False)
print("numba" in sys.modules, file=sys.stderr)
"""


def started(*options: str) -> tuple[str, bool]:
    """Run in a new process: the tables that were printed, and whether numba was imported."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *options], capture_output=True, text=True, check=True
    )
    return done.stdout.partition("Ruleset")[2], done.stderr.endswith("True\n")


OWN = """
from forsale_sim import strategy
from forsale_sim.cards import highest

@strategy("own")
class Own:
    def bid(view):
        return view.least_bid if view.coins > LIMIT else 0
    def sell(view):
        return highest(view.hand)

LIMIT = 9
"""


@pytest.mark.thorough
def test_a_warm_run_plays_the_same_without_numba(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    own = f"# {uuid4()}: no earlier test has compiled it\n{OWN}"
    file.write_text(own)
    options = ("--strategy", "expert", "--strategy", str(file))
    first, _ = started(*options)
    assert started(*options) == (first, False)
    file.write_text(own.replace("LIMIT = 9", "LIMIT = 3"))
    second, imported = started(*options)
    assert imported
    assert second != first


@pytest.mark.usefixtures("folder")
def test_a_numba_that_was_not_tested_does_all_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "TESTED", ("0.1",))
    linking.is_tested.cache_clear()
    try:
        for _ in range(2):
            assert not is_linked(anew(nothing), np.zeros(2))
    finally:
        linking.is_tested.cache_clear()
