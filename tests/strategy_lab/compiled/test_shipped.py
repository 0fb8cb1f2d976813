"""Compiled code that came with the package is used where it can run, and where it is whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from strategy_lab.compiled import toolchain
from strategy_lab.compiled.toolchain import is_kept, keep, read_kept


class Able(dict[str, bool]):
    """What a processor can do, as LLVM says it."""

    def flatten(self) -> str:
        return ",".join(self)


@pytest.fixture(autouse=True)
def _afresh() -> Iterator[None]:
    toolchain.shipped_folder.cache_clear()
    yield
    toolchain.shipped_folder.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that ships one file, and nothing of the user's own."""
    folder = tmp_path / toolchain.shipped_hash()
    folder.mkdir()
    with monkeypatch.context() as making:
        making.setattr(toolchain, "toolchain_folder", lambda: folder)
        keep("name", b"shipped")
    monkeypatch.setattr(toolchain, "toolchain_folder", lambda: None)
    monkeypatch.setattr(toolchain, "FOLDER", tmp_path)
    able = Able(dict.fromkeys(toolchain.FEATURES, True))
    monkeypatch.setattr(toolchain, "get_host_cpu_features", lambda: able)
    return folder


def test_it_is_read_where_nothing_else_is_kept(folder: Path) -> None:
    assert is_kept("name")
    assert read_kept("name") == b"shipped"
    assert read_kept("other") is None


def test_a_damaged_file_is_missing(folder: Path) -> None:
    (folder / "name").write_bytes((folder / "name").read_bytes()[:-1])
    assert read_kept("name") is None


@pytest.mark.parametrize("feature", ["avx2", "bmi2", "fma", "lzcnt"])
def test_a_lesser_processor_does_not_use_it(
    feature: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    able = Able(dict.fromkeys(toolchain.FEATURES, True) | {feature: False})
    monkeypatch.setattr(toolchain, "get_host_cpu_features", lambda: able)
    assert read_kept("name") is None


@pytest.mark.parametrize("part", ["numpy", "llvmlite", "numba", "target", "settings"])
def test_it_is_for_what_it_was_made_by(
    part: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = toolchain.toolchain()
    monkeypatch.setattr(toolchain, "toolchain", lambda: {**parts, part: parts[part] + "."})
    assert read_kept("name") is None


def test_it_is_for_one_minor_version_of_python(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toolchain.sys, "abiflags", "t")
    assert read_kept("name") is None
