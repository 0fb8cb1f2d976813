"""Compiled code is of use only to what it was made by, for and from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from strategy_lab.compiled import toolchain as module
from strategy_lab.compiled.toolchain import toolchain_hash


@pytest.fixture(autouse=True)
def _afresh() -> Iterator[None]:
    """Leave no hash of a toolchain that was made up to the tests that follow."""
    yield
    toolchain_hash.cache_clear()


def hashed() -> str:
    toolchain_hash.cache_clear()
    return toolchain_hash()


@pytest.mark.parametrize("name", ["NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_DISABLE_JIT"])
def test_numba_s_variables_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = hashed()
    for value in ("0", "1"):
        monkeypatch.setenv(name, value)
        assert hashed() != before


def test_numba_s_file_of_settings_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = hashed()
    monkeypatch.chdir(tmp_path)
    assert hashed() == before
    (tmp_path / ".numba_config.yaml").write_text("opt: 0\n")
    assert hashed() != before


def test_the_processor_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = hashed()
    monkeypatch.setattr(module, "get_host_cpu_name", lambda: "another")
    assert hashed() != before


def test_numba_s_build_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numba = tmp_path / "numba"
    numba.mkdir()
    (numba / "_version.py").write_text("1.0")
    (numba / "_helperlib.so").write_text("1")
    monkeypatch.setattr(module, "numba_folder", lambda: numba)
    before = hashed()
    (numba / "_version.py").write_text("1.1")
    assert (after := hashed()) != before
    (numba / "_helperlib.so").write_text("11")
    assert hashed() not in {before, after}
