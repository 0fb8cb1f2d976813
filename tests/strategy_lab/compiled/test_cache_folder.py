"""Compiled code is kept where nobody else can write, in files that are whole or not there."""

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
    keep,
    read_kept,
    toolchain_folder,
)


@pytest.fixture(autouse=True)
def _afresh() -> Iterator[None]:
    cached = (cache_root, toolchain_folder, toolchain._warn)
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


def test_a_user_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(*_: object, **__: object) -> str:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv(toolchain.CACHE_VARIABLE, raising=False)
    monkeypatch.setattr(toolchain.platformdirs, "user_cache_dir", no_home)
    assert toolchain.cache_root() is None


def test_where_nothing_can_be_written_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file" / "folder"))
    assert cache_root() is None
    keep("name", b"content")
    assert read_kept("name") is None


@pytest.mark.parametrize("end", [0, 1, 31, 32, 33, -1])
def test_a_file_that_was_cut_is_missing(folder: Path, end: int) -> None:
    keep("name", b"content")
    inside = toolchain_folder()
    assert inside is not None
    path = inside / "name"
    path.write_bytes(path.read_bytes()[:end])
    assert read_kept("name") is None
    keep("name", b"content")
    assert read_kept("name") == b"content"


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


def test_a_full_disk_keeps_nothing_and_stops_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = toolchain_folder()
    assert inside is not None
    keep("name", b"before")

    def full(descriptor: int, mode: str) -> None:
        os.close(descriptor)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(toolchain.os, "fdopen", full)
    keep("name", b"after")
    monkeypatch.undo()
    assert [path.name for path in inside.iterdir()] == ["name"]
    monkeypatch.setenv(CACHE_VARIABLE, str(folder))
    assert read_kept("name") == b"before"


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
