"""A strategy's file has the modules of its folder to itself."""

from __future__ import annotations

import inspect
import pickle
import sys
from pathlib import Path
from types import ModuleType

import pytest
from strategy_lab.plugins.loading import load_file, own_place

from tests.strategy_lab.plugins.folders import folder_of


def says(module: ModuleType, limit: int) -> bool:
    found: tuple[int, ...] = module.bid()
    return found == (limit, 2 * limit, limit, 2 * limit, 3)


def test_two_files_have_each_their_own_modules(tmp_path: Path) -> None:
    one, other = (load_file(folder_of(tmp_path / str(limit), limit)) for limit in (1, 5))
    assert says(one, 1)
    assert says(other, 5)
    assert not [name for name in sys.modules if name.startswith(("helpers_of", "tools_of"))]


def test_a_module_of_the_session_s_own_is_neither_used_nor_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "session").mkdir()
    (tmp_path / "session" / "helpers_of_this_test.py").write_text("LIMIT = 9")
    monkeypatch.syspath_prepend(tmp_path / "session")
    import helpers_of_this_test as theirs  # type: ignore[import-not-found]

    try:
        assert says(load_file(folder_of(tmp_path / "mine", 1)), 1)
        assert sys.modules["helpers_of_this_test"] is theirs
        assert theirs.LIMIT == 9
    finally:
        del sys.modules["helpers_of_this_test"]


def test_a_module_that_the_session_has_from_the_same_folder_is_shared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder_of(tmp_path, 1)
    monkeypatch.syspath_prepend(tmp_path)
    import helpers_of_this_test as theirs

    try:
        assert load_file(path).helpers is theirs
        assert own_place("helpers_of_this_test", tmp_path) == tmp_path / "helpers_of_this_test.py"
    finally:
        del sys.modules["helpers_of_this_test"]


def test_what_is_installed_goes_before_what_only_looks_like_it(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("")
    (tmp_path / "wheel").mkdir()
    (tmp_path / "mine.py").write_text("import json, numpy\nloads = json.loads\n")
    assert load_file(tmp_path / "mine.py").loads is sys.modules["json"].loads
    assert own_place("json", tmp_path) is None
    assert own_place("numpy", tmp_path) is None


def test_an_empty_folder_hides_no_installed_package(tmp_path: Path) -> None:
    name = "pydoc_data"  # of the standard library, and seldom imported
    sys.modules.pop(name, None)
    (tmp_path / name).mkdir()
    (tmp_path / "mine.py").write_text(f"import {name}\nplace = {name}.__file__\n")
    assert not load_file(tmp_path / "mine.py").place.startswith(str(tmp_path))


def test_a_folder_without_init_is_a_package_too(tmp_path: Path) -> None:
    for limit in (1, 5):
        place = tmp_path / str(limit)
        (place / "plain_of_this_test").mkdir(parents=True)
        (place / "plain_of_this_test" / "one.py").write_text(f"LIMIT = {limit}")
        (place / "mine.py").write_text("from plain_of_this_test.one import LIMIT")
        assert limit == load_file(place / "mine.py").LIMIT
        assert own_place("plain_of_this_test", place) == place / "plain_of_this_test"


def test_what_has_been_loaded_goes_on_working(tmp_path: Path) -> None:
    module = load_file(folder_of(tmp_path, 4))
    assert module.helpers.tripled() == 12
    assert inspect.getmodule(module.helpers.doubled) is module.helpers
    assert inspect.getsource(module.helpers.doubled).startswith("def doubled")
    assert sys.modules[module.limit.__module__].looked_up_later() == 104
    point = module.Point.origin()
    assert pickle.loads(pickle.dumps(point)) == point
    assert pickle.loads(pickle.dumps(module.bid)) is module.bid
    assert pickle.loads(pickle.dumps(module.helpers.doubled)) is module.helpers.doubled
