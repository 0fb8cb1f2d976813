"""Compiled code is kept where nobody else can write, and shipped where it can run."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from strategy_lab.compiled import toolchain
from strategy_lab.compiled.toolchain import (
    CACHE_VARIABLE,
    cache_root,
    is_kept,
    keep,
    read_kept,
    toolchain_folder,
)


@pytest.fixture(autouse=True)
def _afresh() -> Iterator[None]:
    cached = (cache_root, toolchain_folder, toolchain._warn, toolchain.shipped_folder)
    for function in cached:
        function.cache_clear()
    yield
    for function in cached:
        function.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of compiled code that does not exist yet."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "new" / "folder"))
    return tmp_path / "new" / "folder"


def test_where_nothing_can_be_written_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file" / "folder"))
    assert cache_root() is None
    keep("name", b"content")
    assert read_kept("name") is None


def test_a_file_with_one_wrong_bit_is_missing(folder: Path) -> None:
    keep("name", b"content")
    inside = toolchain_folder()
    assert inside is not None
    whole = (inside / "name").read_bytes()
    for position in range(len(whole)):
        damaged = bytearray(whole)
        damaged[position] ^= 4
        (inside / "name").write_bytes(damaged)
        assert read_kept("name") is None


@pytest.mark.skipif(os.name != "posix", reason="only there do files have modes")
class TestOthers:
    """Whoever can write there could have this user run any code."""

    @pytest.mark.parametrize("mask", [0o000, 0o002, 0o022, 0o077])
    def test_only_this_user_can_enter_a_new_folder(self, folder: Path, mask: int) -> None:
        before = os.umask(mask)
        try:
            keep("name", b"content")
        finally:
            os.umask(before)
        inside = toolchain_folder()
        assert inside is not None
        assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, inside)] == [0o700] * 2
        assert stat.S_IMODE((inside / "name").stat().st_mode) == 0o600

    @pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
    def test_a_folder_that_others_can_write_to_is_not_used(
        self, folder: Path, mode: int, capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder.mkdir(parents=True)
        folder.chmod(mode)
        assert cache_root() is None
        keep("name", b"content")
        assert read_kept("name") is None
        assert list(folder.iterdir()) == []
        (warning,) = capsys.readouterr().err.splitlines()
        assert str(folder) in warning

    def test_a_file_that_others_can_write_to_is_not_read(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        keep("name", b"content")
        inside = toolchain_folder()
        assert inside is not None
        (inside / "name").chmod(0o666)
        assert read_kept("name") is None
        assert read_kept("name") is None
        (warning,) = capsys.readouterr().err.splitlines()
        assert str(inside / "name") in warning

    @pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives away")
    def test_what_is_somebody_else_s_is_not_used(self, folder: Path) -> None:
        keep("name", b"content")
        inside = toolchain_folder()
        assert inside is not None
        os.chown(inside / "name", 4711, -1)
        assert read_kept("name") is None
        os.chown(folder, 4711, -1)
        cache_root.cache_clear()
        assert cache_root() is None


@pytest.mark.parametrize("name", ["NUMBA_OPT", "NUMBA_CPU_NAME", ".numba_config.yaml"])
def test_whatever_numba_is_set_to_has_a_folder_of_its_own(
    name: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    toolchain.toolchain_hash.cache_clear()
    before = toolchain_folder()
    for cached in (toolchain.toolchain_hash, toolchain_folder):
        cached.cache_clear()
    if name.startswith("NUMBA"):
        monkeypatch.setenv(name, "1")
    else:
        (tmp_path / name).write_text("opt: 0\n")
    assert toolchain_folder() != before
    toolchain.toolchain_hash.cache_clear()


class Able(dict[str, bool]):
    """What a processor can do, as LLVM says it."""

    def flatten(self) -> str:
        return ",".join(self)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
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


def test_it_is_read_where_nothing_else_is_kept(shipped: Path) -> None:
    assert is_kept("name")
    assert read_kept("name") == b"shipped"
    assert read_kept("other") is None


@pytest.mark.parametrize("feature", ["avx2", "lzcnt"])
def test_a_lesser_processor_does_not_use_it(
    feature: str, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    able = Able(dict.fromkeys(toolchain.FEATURES, True) | {feature: False})
    monkeypatch.setattr(toolchain, "get_host_cpu_features", lambda: able)
    assert read_kept("name") is None


@pytest.mark.parametrize("part", ["numpy", "numba"])
def test_it_is_for_what_it_was_made_by(
    part: str, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = toolchain.toolchain()
    monkeypatch.setattr(toolchain, "toolchain", lambda: {**parts, part: parts[part] + "."})
    assert read_kept("name") is None
