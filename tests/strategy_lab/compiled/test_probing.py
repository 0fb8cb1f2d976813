"""Code is linked and called without numba only if a probe shows that this numba does the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from strategy_lab.compiled import linking, probing, toolchain
from strategy_lab.compiled.linking import AGREES, DIFFERS, PROBED
from strategy_lab.compiled.toolchain import read_kept

from tests.strategy_lab.compiled.test_caching import add_up, anew, is_linked

ARRAY = np.linspace(0, 1, 12)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which nothing is kept yet, and a process that has linked nothing."""
    monkeypatch.setattr(toolchain, "toolchain_folder", lambda: tmp_path)
    monkeypatch.setattr(linking, "_trusted", [])
    return tmp_path


@pytest.fixture(scope="module")
def compiled_probe() -> bytes:
    return probing._compiled()


@pytest.mark.usefixtures("folder")
def test_the_first_that_is_kept_is_probed_and_then_linked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    expected = anew(add_up)(ARRAY, 2.0)
    assert read_kept(PROBED) == AGREES
    second = anew(add_up)
    assert is_linked(second, ARRAY, 2.0)
    assert second(ARRAY, 2.0) == expected
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("folder")
def test_where_the_probe_differs_numba_loads_the_code_and_that_is_said_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(probing, "_child_agrees", lambda content: False)
    expected = anew(add_up)(ARRAY, 2.0)
    assert read_kept(PROBED) == DIFFERS
    for _ in range(2):
        function = anew(add_up)
        assert not is_linked(function, ARRAY, 2.0)
        assert function(ARRAY, 2.0) == expected
    assert capsys.readouterr().err.count("in another way than the versions that were tested") == 1


CHANGES = {
    "sizes and shapes exchanged": "linking._array_words = "
    "lambda array, words=linking._array_words: "
    "[*words(array)[:5], *words(array)[7:], *words(array)[5:7]]",
    "another status": "linking.RETURNED = 7",
    "other numbers in the place of fractions": "linking.RETURNS = {'float64': ctypes.c_int64}",
    "an exception whose size is elsewhere": "linking._exception = lambda *_: RuntimeError()",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_of_convention_is_noticed(compiled_probe: bytes, change: str) -> None:
    assert changed_agrees(compiled_probe, "")
    assert not changed_agrees(compiled_probe, change)


def changed_agrees(content: bytes, change: str) -> bool:
    """Probe with a change, in another process: a wrong call may write anywhere in its memory."""
    program = f"""
import ctypes, sys
from strategy_lab.compiled import linking, probing
{change}
sys.exit(0 if probing.agrees(sys.stdin.buffer.read()) else 1)
"""
    found = subprocess.run([sys.executable, "-c", program], input=content, check=False)
    return found.returncode == 0
