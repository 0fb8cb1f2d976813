"""A strategy file is loaded once, anew when it changes, with modules of its folder to itself."""

from __future__ import annotations

import inspect
import os
import pickle
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from strategy_lab.plugins.loading import load_file, own_place

MINE = """
import helpers_of_this_test as helpers
from tools_of_this_test import cards, limit
from tools_of_this_test.deep import Point

def bid():
    return helpers.LIMIT, helpers.doubled(), cards.lowest(), limit(), Point(3).x
"""
HELPERS = """
import numba

LIMIT = {limit}

def doubled():
    return 2 * LIMIT

@numba.njit
def tripled():
    return 3 * LIMIT
"""
TOOLS = """
from . import cards

def limit():
    return cards.lowest() + {limit}

def looked_up_later():
    from . import more
    from .cards import lowest
    return more.NUMBER + lowest()
"""
DEEP = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Point:
    x: int

    @staticmethod
    def origin() -> Point:
        return Point(0)
"""


def folder_of(place: Path, limit: int, mine: str = MINE) -> Path:
    """A strategy's file with modules of its own, which say `limit`."""
    package = place / "tools_of_this_test"
    package.mkdir(parents=True)
    (place / "mine.py").write_text(mine)
    (place / "helpers_of_this_test.py").write_text(HELPERS.format(limit=limit))
    (package / "__init__.py").write_text(TOOLS.format(limit=limit))
    (package / "cards.py").write_text(f"def lowest(): return {limit}")
    (package / "deep.py").write_text(DEEP)
    (package / "more.py").write_text("NUMBER = 100")
    return place / "mine.py"


@pytest.mark.parametrize("edited", ["mine.py", "helpers_of_this_test.py"])
def test_an_edit_is_loaded_anew(tmp_path: Path, edited: str) -> None:
    path = folder_of(tmp_path, 1, MINE.replace("3", "1"))
    before = load_file(path)
    # Not even its size and its time tell.
    times = (tmp_path / edited).stat()
    (tmp_path / edited).write_text((tmp_path / edited).read_text().replace("1", "7"))
    os.utime(tmp_path / edited, ns=(times.st_atime_ns, times.st_mtime_ns))
    after = load_file(path)
    changed = {"mine.py": (1, 2, 1, 2, 7), "helpers_of_this_test.py": (7, 14, 1, 2, 1)}
    assert before.bid() == (1, 2, 1, 2, 1)
    assert after.bid() == changed[edited]
    assert load_file(path) is after


READING = """
from pathlib import Path
import numpy as np
import table
HERE = Path(__file__).parent
def read(name):
    try:
        return (HERE / name).read_text()
    except FileNotFoundError:
        return "nothing"
TEXT, LATER = read("text.txt"), read("later.txt")
ARRAY = np.load(HERE / "array.npy")
(HERE / "log.txt").write_text("loaded")
def said():
    return TEXT, LATER, int(ARRAY[0]), table.ROWS
"""


def test_what_is_read_is_read_anew_once_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(READING)
    (tmp_path / "table.py").write_text(
        "with open(f'{__file__[:-3]}.csv') as file:\n    ROWS = file.read()\n"
    )
    (tmp_path / "table.csv").write_text("1")
    (tmp_path / "text.txt").write_text("one")
    np.save(tmp_path / "array.npy", [1])
    module = load_file(path)
    assert module.said() == ("one", "nothing", 1, "1")
    (tmp_path / "log.txt").write_text("another's")
    assert load_file(path) is module
    np.save(tmp_path / "array.npy", [2])
    assert load_file(path).said() == ("one", "nothing", 2, "1")
    (tmp_path / "table.csv").write_text("2")
    (tmp_path / "text.txt").write_text("two")
    assert load_file(path).said() == ("two", "nothing", 2, "2")
    module = load_file(path)
    assert load_file(path) is module
    (tmp_path / "text.txt").rename(tmp_path / "later.txt")
    assert load_file(path).said() == ("nothing", "two", 2, "2")


def test_nothing_is_left_of_what_fails(tmp_path: Path) -> None:
    path = folder_of(tmp_path, 1)
    before = load_file(path)
    text = path.read_text()
    path.write_text(f"{text}\n1 / 0\n")
    known = set(sys.modules)
    with pytest.raises(ZeroDivisionError):
        load_file(path)
    assert set(sys.modules) == known
    assert sys.modules[before.__name__] is before
    path.write_text(text)
    assert load_file(path) is before


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
