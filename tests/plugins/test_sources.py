"""When a compiled strategy is out of date: whatever its functions reach by name has changed."""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest
from forsale_sim.plugins.sources import fingerprint, own_functions

MINE = '''
import enum
import math

import numba
import numpy as np
from forsale_sim.cards import lowest

import package.below
import table
from table import taken

LIMIT = 7
TABLE = np.arange(2000)
TABLES = (np.arange(2000), 1.5)


class Level(enum.IntEnum):
    LOW = 3


def nested(n, least=1):
    return math.floor(n) + taken(n) + least


@numba.njit
def quick(n):
    return n + 2


def unrelated(n):
    return n


def bid(view, share):
    """Bid."""
    if share > 0.5:
        return nested(TABLE[LIMIT])
    return lowest(view.hand) + table.given(2) + package.below.deep(Level.LOW) + quick(TABLES[0][0])
'''

TABLE = """
OTHER = 5
def given(n):
    return n + OTHER
def taken(n):
    return n * 2
def unused(n):
    return n
"""

DEEP = """
FACTOR = 2
def deep(n):
    return n * FACTOR
"""


class Folder:
    """A strategy file and the modules it imports, imported anew each time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.sources = {
            "mine.py": MINE,
            "table.py": TABLE,
            "package/__init__.py": "",
            "package/below.py": DEEP,
        }

    def bid(self) -> Callable[..., int]:
        for name, source in self.sources.items():
            file = self.path / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(source)
        for name in ("table", "package", "package.below"):
            sys.modules.pop(name, None)
        mine = types.ModuleType("mine")
        path = str(self.path / "mine.py")
        exec(compile(self.sources["mine.py"], path, "exec"), mine.__dict__)
        bid: Callable[..., int] = mine.bid
        return bid

    def fingerprint(self) -> str:
        return fingerprint(self.bid())

    def edit(self, name: str, old: str, new: str) -> None:
        assert old in self.sources[name]
        self.sources[name] = self.sources[name].replace(old, new)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return Folder(tmp_path)


EDITS = {
    "the function": ("mine.py", "share > 0.5", "share >= 0.5"),
    "a number in it": ("mine.py", "share > 0.5", "share > 0.25"),
    "a helper": ("mine.py", "math.floor(n)", "math.ceil(n)"),
    "a helper's default": ("mine.py", "least=1", "least=2"),
    "a helper in another file": ("table.py", "n * 2", "n * 3"),
    "a helper by its module's name": ("table.py", "n + OTHER", "n - OTHER"),
    "a helper in a package": ("package/below.py", "n * FACTOR", "n + FACTOR"),
    "a helper compiled by its author": ("mine.py", "n + 2", "n + 3"),
    "a constant": ("mine.py", "LIMIT = 7", "LIMIT = 8"),
    "a constant in another file": ("table.py", "OTHER = 5", "OTHER = 6"),
    "a constant in a package": ("package/below.py", "FACTOR = 2", "FACTOR = 3"),
    "an array": (
        "mine.py",
        "TABLE = np.arange(2000)",
        "TABLE = np.arange(2000) + (np.arange(2000) == 999)",
    ),
    "an array's type": ("mine.py", "TABLE = np.arange(2000)", "TABLE = np.arange(2000.0)"),
    "an array in a tuple": (
        "mine.py",
        "(np.arange(2000), 1.5)",
        "(np.arange(2000) + (np.arange(2000) == 999), 1.5)",
    ),
    "an enumeration": ("mine.py", "LOW = 3", "LOW = 4"),
    "where a name comes from": (
        "mine.py",
        "from table import taken",
        "from table import unused as taken",
    ),
}

HARMLESS = {
    "a comment": ("mine.py", "if share > 0.5:", "if share > 0.5:  # why not"),
    "a line above": ("mine.py", "LIMIT = 7", "\n\nLIMIT = 7"),
    "another function": (
        "mine.py",
        "def unrelated(n):\n    return n",
        "def unrelated(n):\n    return 2",
    ),
    "another function elsewhere": ("table.py", "def unused(n):\n    return n", "unused = None"),
    "another constant": ("table.py", "OTHER = 5", "OTHER = 5\nANOTHER = 6"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edit_of_what_is_reached_changes_the_fingerprint(
    folder: Folder, edit: tuple[str, str, str]
) -> None:
    before = folder.fingerprint()
    assert folder.fingerprint() == before
    folder.edit(*edit)
    assert folder.fingerprint() != before


@pytest.mark.parametrize("edit", HARMLESS.values(), ids=HARMLESS)
def test_an_edit_of_anything_else_does_not(folder: Folder, edit: tuple[str, str, str]) -> None:
    before = folder.fingerprint()
    folder.edit(*edit)
    assert folder.fingerprint() == before


def test_functions_reached_are_those_to_be_compiled_along(folder: Folder) -> None:
    bid = folder.bid()
    reached = own_functions(bid)
    assert reached[0] is bid
    names = sorted(function.__name__ for function in reached[1:])
    assert names == ["deep", "given", "nested", "quick", "taken"]


def test_closed_over_values_are_reached() -> None:
    def made(limit: int) -> Callable[..., int]:
        def bid(view: object) -> int:
            return limit

        return bid

    assert fingerprint(made(1)) == fingerprint(made(1)) != fingerprint(made(2))


def test_functions_that_call_each_other_end_the_search() -> None:
    def odd(n: int) -> bool:
        return n != 0 and even(n - 1)

    def even(n: int) -> bool:
        return n == 0 or odd(n - 1)

    assert {function.__name__ for function in own_functions(odd)} == {"odd", "even"}
    assert fingerprint(odd) != fingerprint(even)


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_a_fingerprint_is_the_same_in_every_process(folder: Folder, hash_seed: str) -> None:
    import subprocess

    expected = folder.fingerprint()
    script = (
        "import sys, types; sys.path.insert(0, '.'); mine = types.ModuleType('mine');"
        "exec(compile(open('mine.py').read(), 'mine.py', 'exec'), mine.__dict__);"
        "from forsale_sim.plugins.sources import fingerprint; print(fingerprint(mine.bid))"
    )
    printed = subprocess.run(
        [sys.executable, "-B", "-c", script],
        cwd=folder.path,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert printed.stdout.strip() == expected
