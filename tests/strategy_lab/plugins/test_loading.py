"""A strategy's file is loaded once, and anew when it changes."""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from strategy_lab.plugins.loading import load_file

from tests.strategy_lab.plugins.folders import MINE, folder_of


def test_a_file_is_loaded_once(tmp_path: Path) -> None:
    path = folder_of(tmp_path, 1)
    assert load_file(path) is load_file(path)


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


def test_a_source_is_that_which_was_loaded(tmp_path: Path) -> None:
    path = folder_of(tmp_path, 1)
    bid = load_file(path).bid
    path.write_text("# another\n" * 20)
    assert inspect.getsource(bid).startswith("def bid")


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
