"""What numba compiles is kept by us, and where it may not compile, the user learns why."""

from __future__ import annotations

from pathlib import Path

import pytest
from numba.core import config
from strategy_lab.compiled import toolchain
from strategy_lab.compiled.overloads import jit
from strategy_lab.errors import UsageError

from tests.engine.playing import compilations


def one_more(number):  # type: ignore[no-untyped-def]
    return number + 1


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(toolchain, "toolchain_folder", lambda: tmp_path)
    return tmp_path


def compilations_of(name: str, number: float) -> int:
    """Call a function as another process would, and return how often it was compiled."""
    with compilations() as compiled:
        assert jit(one_more, name)(number) == number + 1
    return len(compiled)


def test_each_overload_is_compiled_once() -> None:
    assert compilations_of("name", 1) == 1
    assert compilations_of("name", 1) == 0
    assert compilations_of("name", 1.5) == 1
    assert compilations_of("name", 1) == compilations_of("name", 1.5) == 0
    assert compilations_of("other", 1) == 1


@pytest.mark.parametrize("size", [0, 10, 32, 33, -1])
def test_a_damaged_file_is_compiled_again(folder: Path, size: int) -> None:
    compilations_of("name", 1)
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:size])
    assert compilations_of("name", 1) == 1
    assert compilations_of("name", 1) == 0


def test_a_signature_is_compiled_at_once_and_no_other() -> None:
    with compilations() as compiled:
        function = jit(one_more, "name", "int64(int64)")
    assert len(compiled) == 1
    assert function(1.5) == 2


def test_without_the_compiler_there_is_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "DISABLE_JIT", 1)
    with pytest.raises(UsageError, match="NUMBA_DISABLE_JIT is set: unset"):
        jit(one_more, "name")
