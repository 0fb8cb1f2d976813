"""Whether a strategy is the same as before: functions, objects and classes, and what they reach."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import load_entrant
from forsale_sim.plugins.hashing import source_hash
from forsale_sim.plugins.loading import load_file
from forsale_sim.plugins.mixtures import mixed

from tests.plugins.test_sources import EDITS, HARMLESS, Folder

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
def test_an_edit_of_what_is_reached_changes_it(folder: Folder, edit: tuple[str, str, str]) -> None:
    before = source_hash(folder.bid())
    assert source_hash(folder.bid()) == before
    folder.edit(*edit)
    assert source_hash(folder.bid()) != before


DOCUMENTS = {"a docstring": ("mine.py", '"""Bid."""', '"""Bid well."""')}


@pytest.mark.parametrize("edit", (HARMLESS | DOCUMENTS).values(), ids=HARMLESS | DOCUMENTS)
def test_an_edit_of_anything_else_does_not(folder: Folder, edit: tuple[str, str, str]) -> None:
    before = source_hash(folder.bid())
    folder.edit(*edit)
    assert source_hash(folder.bid()) == before


def loaded(folder: Path, source: str) -> ModuleType:
    (folder / "mine.py").write_text(source)
    return load_file(folder / "mine.py")


def of_object(module: ModuleType) -> str:
    return source_hash(module.model.bid, module.model.sell)


def of_plain(module: ModuleType) -> str:
    return source_hash(module.Plain.bid, module.Plain.sell)


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


def test_it_is_the_same_in_every_process(tmp_path: Path) -> None:
    """What it holds of objects says nothing of where they are in memory."""
    module = loaded(tmp_path, OBJECTS)
    script = (
        "import sys; from pathlib import Path; from forsale_sim.plugins.loading import load_file;"
        "from tests.plugins.test_hashing import of_object, of_plain;"
        "module = load_file(Path(sys.argv[1])); print(of_object(module), of_plain(module))"
    )
    for hash_seed in "1234":
        printed = subprocess.run(
            [sys.executable, "-B", "-c", script, str(tmp_path / "mine.py")],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert printed.stdout.split() == [of_object(module), of_plain(module)]


def test_what_an_object_remembers_otherwise_is_not_known(tmp_path: Path) -> None:
    module = loaded(tmp_path, OBJECTS)
    before = of_object(module)
    module.model.bid.__self__.memory[3] = 4
    assert of_object(module) == before


def test_anything_that_can_be_called_has_a_source(tmp_path: Path) -> None:
    def told(source: str) -> set[str]:
        module = loaded(tmp_path, source)
        made = module.Model(9)
        return {source_hash(made), source_hash(functools.partial(made.bid, 3))}

    before = told(OBJECTS)
    assert len(before | told(OBJECTS.replace("return 8", "return 9"))) == 4


def test_a_mixture_of_objects_tells_them_apart(tmp_path: Path) -> None:
    def hashed(source: str) -> str:
        members = [
            Decision(loaded(tmp_path, source).model.bid, {}),
            load_entrant("spread").bid,
        ]
        return source_hash(mixed(members, (0.5, 0.5)).function)

    assert hashed(OBJECTS) == hashed(OBJECTS) != hashed(OBJECTS.replace("Model(9)", "Model(8)"))


def test_classes_of_installed_packages_are_held_by_name(tmp_path: Path) -> None:
    module = loaded(
        tmp_path,
        "import collections, pathlib, pandas\n"
        "class Mine(collections.UserDict):\n    def bid(self, view): return 1\n"
        "def bid(view): return len(pandas.DataFrame()) + len(pathlib.Path().parts)\n",
    )
    assert source_hash(module.bid) != source_hash(module.Mine().bid)


def test_it_is_of_all_functions_and_none_of_their_addresses() -> None:
    def bid(view: object) -> object:
        return anything

    def sell(view: object) -> int:
        return 1

    anything = object()
    hashes = {source_hash(bid, sell)}
    anything = object()
    hashes.add(source_hash(bid, sell))
    assert len(hashes) == 1
    assert {source_hash(bid), source_hash(sell)} & hashes == set()
