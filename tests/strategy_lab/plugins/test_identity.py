"""What a strategy is: whatever its functions reach, and nothing else, in any process and folder."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from strategy_lab.plugins.identity import identity_of, portable_hash
from strategy_lab.plugins.loading import load_file

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

    def write(self) -> Path:
        for name, source in self.sources.items():
            file = self.path / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(source)
        return self.path / "mine.py"

    def bid(self) -> Callable[..., int]:
        self.write()
        for name in ("table", "package", "package.below"):
            sys.modules.pop(name, None)
        mine = types.ModuleType("mine")
        path = str(self.path / "mine.py")
        exec(compile(self.sources["mine.py"], path, "exec"), mine.__dict__)
        bid: Callable[..., int] = mine.bid
        return bid

    def text(self) -> str:
        return identity_of(self.bid()).text

    def edit(self, name: str, old: str, new: str) -> None:
        assert old in self.sources[name]
        self.sources[name] = self.sources[name].replace(old, new)


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
    "a docstring": ("mine.py", '"""Bid."""', '"""Bid well."""'),
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


OBJECTS = """
import functools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from forsale_sim import strategy


class Base:
    def lowest(self):
        return 1


@dataclass
class Gap:
    most: int = 5

    def of(self, view):
        return view.coins - self.most


class Pair(NamedTuple):
    low: int
    high: int


class Slots:
    __slots__ = ("most",)

    def __init__(self, most):
        self.most = most


def other(number):
    return number + 2


class Model(Base):
    FACTOR = 3

    def __init__(self, limit):
        self.limit = limit
        self.names = ("a", 1.5)
        self.table = np.arange(3)
        self.gap = Gap(4)
        self.slots = Slots(6)
        self.itself = self
        self.memory = {}
        self.words = ["a"]
        self.handle = object()

    @staticmethod
    def halved(number):
        return number // 2

    @property
    def twice(self):
        return 2 * self.limit

    def bid(self, view):
        return self.halved(view.coins) + other(self.twice)

    def sell(self, view):
        return self.lowest()

    def __call__(self, view):
        return 8


class Brain:
    def think(view):
        return 7


HELD = Gap(11)
NAMES = {"alpha", "beta", "gamma", "delta"}
TABLE = {"held": other, "names": {"b", "a", "c"}}
model = strategy("model")(Model(9))


@strategy("plain")
class Plain:
    def bid(view):
        known = "beta" in NAMES and "beta" in {"beta", "gamma", "delta"}
        return Brain.think(view) + HELD.of(view) + Pair(1, 2).low + len(TABLE) + known

    def sell(view):
        return model.sell(view)
"""

OF_THE_OBJECT = {
    "a method": ("self.halved(view.coins)", "view.coins"),
    "a static method": ("number // 2", "number // 3"),
    "a property": ("2 * self.limit", "3 * self.limit"),
    "a method that makes it": ("self.memory = {}", "self.memory = {1: 2}"),
    "an attribute of its class": ("FACTOR = 3", "FACTOR = 4"),
    "its base": ("return 1", "return 2"),
    "a function that it reaches": ("number + 2", "number + 3"),
    "a class that it holds": ("view.coins - self.most", "view.coins"),
    "a number that it holds": ("Model(9)", "Model(10)"),
    "a number in what it holds": ("self.gap = Gap(4)", "self.gap = Gap(5)"),
    "a list that it holds": ('["a"]', '["b"]'),
    "a number in a slot": ("Slots(6)", "Slots(5)"),
    "what can be called": ("return 8", "return 9"),
}
OF_WHAT_IS_REACHED = {
    "a class": ("return 7", "return 6"),
    "the class of an object": ("view.coins - self.most", "view.coins"),
    "an object's number": ("HELD = Gap(11)", "HELD = Gap(12)"),
    "a text in a set": ('"gamma", "delta"}\nTABLE', '"gamma"}\nTABLE'),
    "another strategy": ("return self.lowest()", "return 3"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return Folder(tmp_path)


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
@pytest.mark.parametrize("hashed", [lambda bid: identity_of(bid).text, portable_hash])
def test_an_edit_of_what_is_reached_changes_it(
    folder: Folder, edit: tuple[str, str, str], hashed: Callable[[object], str]
) -> None:
    before = hashed(folder.bid())
    assert hashed(folder.bid()) == before
    folder.edit(*edit)
    assert hashed(folder.bid()) != before


@pytest.mark.parametrize("edit", HARMLESS.values(), ids=HARMLESS)
@pytest.mark.parametrize("hashed", [lambda bid: identity_of(bid).text, portable_hash])
def test_an_edit_of_anything_else_does_not(
    folder: Folder, edit: tuple[str, str, str], hashed: Callable[[object], str]
) -> None:
    before = hashed(folder.bid())
    folder.edit(*edit)
    assert hashed(folder.bid()) == before


def test_functions_reached_are_those_to_be_compiled_along(folder: Folder) -> None:
    bid = folder.bid()
    identity = identity_of(bid)
    assert identity.functions[0] is bid
    names = sorted(function.__name__ for function in identity.functions[1:])
    assert names == ["deep", "given", "nested", "quick", "taken"]
    assert [each.py_func.__name__ for each in identity.dispatchers] == ["quick"]


def loaded(folder: Path, source: str) -> ModuleType:
    folder.mkdir(exist_ok=True)
    (folder / "mine.py").write_text(source)
    return load_file(folder / "mine.py")


def of_object(module: ModuleType) -> str:
    return identity_of(module.model.bid, module.model.sell).text


def of_plain(module: ModuleType) -> str:
    return identity_of(module.Plain.bid, module.Plain.sell).text


@pytest.mark.parametrize("edit", OF_THE_OBJECT.values(), ids=OF_THE_OBJECT)
def test_an_edit_of_an_object_changes_it(tmp_path: Path, edit: tuple[str, str]) -> None:
    before = of_object(loaded(tmp_path, OBJECTS))
    assert OBJECTS.count(edit[0]) == 1
    assert of_object(loaded(tmp_path, OBJECTS.replace(*edit))) != before
    assert of_object(loaded(tmp_path, OBJECTS)) == before


@pytest.mark.parametrize("edit", OF_WHAT_IS_REACHED.values(), ids=OF_WHAT_IS_REACHED)
def test_an_edit_of_an_object_or_a_class_that_is_reached_changes_it(
    tmp_path: Path, edit: tuple[str, str]
) -> None:
    before = of_plain(loaded(tmp_path, OBJECTS))
    assert of_plain(loaded(tmp_path, OBJECTS.replace(*edit))) != before


PRELUDE = """
from collections import namedtuple
from enum import Enum, IntEnum
import numba

def made(by):
    def step(n):
        return n * by
    return step

"""
STRUCTURE = {
    "fields swapped": (
        "P = namedtuple('P', 'a b')(1, 2)",
        "P = namedtuple('P', 'b a')(1, 2)",
        "P.a",
    ),
    "a name bound to the other function": (
        "one, two = made(2), made(3); P = one",
        "one, two = made(2), made(3); P = two",
        "one(1) + two(1) + P(1)",
    ),
    "a name bound to the other lambda": (
        "one, two = lambda n: n + 1, lambda n: n + 2; P = one",
        "one, two = lambda n: n + 1, lambda n: n + 2; P = two",
        "one(1) + two(1) + P(1)",
    ),
    "lambdas swapped": (
        "P, Q = lambda: 1, lambda: 2",
        "P, Q = lambda: 2, lambda: 1",
        "P() + 3 * Q()",
    ),
    "the body of a compiled function in a tuple": (
        "@numba.njit\ndef f(n): return n + 1\nP = (f, 2)",
        "@numba.njit\ndef f(n): return n + 2\nP = (f, 2)",
        "P[0](1)",
    ),
    "a ufunc": (
        "@numba.vectorize\ndef P(n): return n + 1",
        "@numba.vectorize\ndef P(n): return n + 2",
        "P(1)",
    ),
    "options": (
        "@numba.njit(error_model='numpy')\ndef P(n): return 1 / n",
        "@numba.njit(error_model='python')\ndef P(n): return 1 / n",
        "P(0) > 1",
    ),
    "types": (
        "@numba.njit('int64(int64)')\ndef P(n): return n / 2",
        "@numba.njit('float64(int64)')\ndef P(n): return n / 2",
        "P(3) * 2",
    ),
    "a truth for a number": ("P = 1", "P = True", "P"),
    "the sign of zero": ("P = 0.0", "P = -0.0", "P"),
    "a number in a list": ("P = [1, 2]", "P = [1, 3]", "P[1]"),
    "a list shared": ("P = [1]; Q = P", "P = [1]; Q = [1]", "P.append(3) or len(Q)"),
    "the order of a dictionary": ("P = {1: 2, 3: 4}", "P = {3: 4, 1: 2}", "list(P)[0]"),
    "what a name looks up": (
        "P = {'max': 3}",
        "P = {'max': 3}\ndef max(n): return 5",
        "max((1, 2))",
    ),
    "an attribute by its text": ("class P: low = 1", "class P: low = 2", "getattr(P, 'low')"),
    "an attribute of a function": ("P = made(1); P.by = 2", "P = made(1); P.by = 3", "P.by"),
    "an attribute of a member": (
        "class P(Enum):\n    A = 1\n    def __init__(self, n): self.twice = n * 2",
        "class P(Enum):\n    A = 1\n    def __init__(self, n): self.twice = n + n + n",
        "P.A.twice",
    ),
    "an operator of an enumeration": (
        "class P(Enum):\n    A = 1\n    def __add__(self, n): return n + 1",
        "class P(Enum):\n    A = 1\n    def __add__(self, n): return n + 2",
        "P.A + 1",
    ),
    "what an enumeration makes of other values": (
        "class P(IntEnum):\n    A = 1\n    B = 2\n    _missing_ = classmethod(lambda c, n: c.A)",
        "class P(IntEnum):\n    A = 1\n    B = 2\n    _missing_ = classmethod(lambda c, n: c.B)",
        "P(3)",
    ),
    "what a method is of": ("P = (1, 2).__getitem__", "P = (2, 1).__getitem__", "P(0)"),
    "a text that looks like two": ("P = ('a', 'b')", "P = (\"a', 'b\",)", "len(P)"),
}


@pytest.mark.parametrize(("before", "after", "bid"), STRUCTURE.values(), ids=STRUCTURE)
def test_structure_and_options_and_names_count(
    tmp_path: Path, before: str, after: str, bid: str
) -> None:
    one, same, other = (
        identity_of(
            loaded(tmp_path / folder, f"{PRELUDE}{source}\ndef bid(view): return {bid}\n").bid
        )
        for folder, source in (("one", before), ("same", before), ("other", after))
    )
    assert one.text == same.text != other.text
    assert other.key != one.key


UNKNOWN = {
    "compiled for given types": "P = numba.njit('int64(int64)')(made(2))",
    "a ufunc": "P = numba.vectorize(made(2))",
    "a callback": "P = numba.cfunc('int64(int64)')(made(2))",
    "a lock": "import threading\nP = threading.Lock()",
    "a generator": "P = (n for n in (1, 2))",
    "a set of functions": "P = {made, made(2)}",
}


@pytest.mark.parametrize("source", UNKNOWN.values(), ids=UNKNOWN)
def test_where_nobody_can_be_sure_it_is_never_the_same(tmp_path: Path, source: str) -> None:
    text = f"{PRELUDE}{source}\ndef bid(view): return P\n"
    bid = loaded(tmp_path, text).bid
    one, other = identity_of(bid), identity_of(bid)
    assert not one.sure
    assert one.key != other.key
    assert one.text == other.text  # but it can be compared, down to the last comment
    assert one.text != identity_of(loaded(tmp_path, f"{text}# a comment\n").bid).text


def test_a_global_that_is_changed_makes_it_another(tmp_path: Path) -> None:
    module = loaded(tmp_path, "import numba\nK = 1\n@numba.njit\ndef P(n): return n + K\n")
    before = identity_of(module.P).key
    vars(module)["K"] = 2
    assert identity_of(module.P).key != before


SCRIPT = (
    "import sys; from pathlib import Path; from strategy_lab.plugins.loading import load_file;"
    "from tests.strategy_lab.plugins.test_identity import of_object, of_plain;"
    "module = load_file(Path(sys.argv[1])); print(of_object(module), of_plain(module))"
)


def test_it_is_the_same_in_every_process_and_folder(tmp_path: Path) -> None:
    module = loaded(tmp_path / "here", OBJECTS)
    loaded(tmp_path / "somewhere else", OBJECTS)
    for hash_seed in "12":
        printed = subprocess.run(
            [sys.executable, "-B", "-c", SCRIPT, str(tmp_path / "somewhere else" / "mine.py")],
            cwd=Path(__file__).parents[3],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert printed.stdout.split() == [of_object(module), of_plain(module)]


def test_built_in_strategies_are_all_sure(builtin_field: object) -> None:
    for entrant in builtin_field:  # type: ignore[attr-defined]
        assert entrant.decisions["bid"].identity.sure
        assert entrant.decisions["sell"].identity.sure
