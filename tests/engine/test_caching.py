"""Compiled code is kept in folders named after what it was made from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from forsale_sim.engine import caching
from forsale_sim.engine.caching import cache_root, cached_in, engine_hash
from forsale_sim.engine.kernel import play_chunk
from forsale_sim.errors import UsageError
from numba.core import config


@pytest.fixture
def _afresh() -> Iterator[None]:
    for function in (cache_root, engine_hash):
        function.cache_clear()
    yield
    for function in (cache_root, engine_hash):
        function.cache_clear()


@pytest.mark.usefixtures("_afresh")
def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(caching.CACHE_VARIABLE, str(tmp_path / "new" / "folder"))
    assert cache_root() == tmp_path / "new" / "folder"
    assert list((tmp_path / "new" / "folder").iterdir()) == []


@pytest.mark.usefixtures("_afresh")
def test_without_it_the_folder_is_the_user_s_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(caching.CACHE_VARIABLE, "")
    monkeypatch.setattr(
        caching.platformdirs, "user_cache_dir", lambda name, appauthor: str(tmp_path / name)
    )
    assert cache_root() == tmp_path / "forsale-sim"


@pytest.mark.usefixtures("_afresh")
def test_where_nothing_can_be_written_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(caching.CACHE_VARIABLE, str(tmp_path / "file" / "folder"))
    assert cache_root() is None
    before = config.CACHE_DIR
    with cached_in(None) as cache_it:
        assert cache_it is False
        assert before == config.CACHE_DIR


@pytest.mark.usefixtures("_afresh")
def test_a_user_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(*_: object, **__: object) -> str:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv(caching.CACHE_VARIABLE)
    monkeypatch.setattr(caching.platformdirs, "user_cache_dir", no_home)
    assert cache_root() is None


def test_without_numba_s_compiler_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "DISABLE_JIT", 1)
    with pytest.raises(UsageError, match=r"NUMBA_DISABLE_JIT is set .*: unset it"):
        caching.compiled(_afresh)


def test_numba_s_own_setting_is_put_back(tmp_path: Path) -> None:
    before = config.CACHE_DIR
    with pytest.raises(KeyError), cached_in(tmp_path) as cache_it:
        assert cache_it is True
        assert str(tmp_path) == config.CACHE_DIR
        raise KeyError
    assert before == config.CACHE_DIR


@pytest.mark.usefixtures("_afresh")
@pytest.mark.parametrize("changed", ["engine/game.py", "engine/new.py", "cards.py", "rows.py"])
def test_another_source_is_another_folder(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = tmp_path / "engine"
    engine.mkdir()
    shared = tmp_path / "cards.py", tmp_path / "rows.py"
    for path in (engine / "game.py", engine / "kernel.py", *shared):
        path.write_text("1")
    monkeypatch.setattr(caching, "ENGINE", engine)
    before = engine_hash()
    engine_hash.cache_clear()
    assert engine_hash() == before
    engine_hash.cache_clear()
    (tmp_path / changed).write_text("2")
    assert engine_hash() != before


def test_the_kernel_is_kept_there() -> None:
    root = cache_root()
    assert root is not None
    assert Path(play_chunk.stats.cache_path).is_relative_to(root / engine_hash())
