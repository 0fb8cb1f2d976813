"""What a strategy is: its files and the values it reads, the same in any process and folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from strategy_lab.game import find_game
from strategy_lab.plugins.entrants import load_field
from strategy_lab.plugins.identity import identity_of, portable_hash
from strategy_lab.plugins.loading import load_file
from strategy_lab.plugins.registry import installed_strategies

MINE = '''
import enum
import math
from collections import namedtuple
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numba
import numpy as np
from forsale_sim.cards import lowest

import package.below
import table
from table import taken

LIMIT = 7
TABLE = np.arange(2000)
HELD = ["a", {"b": 2}]
NAMES = {"alpha", "beta", "gamma", "delta"}
PAIR = namedtuple("Pair", "low high")(1, 2)
WEIGHTS = len((Path(__file__).parent / "weights.bin").read_bytes())


class Level(enum.IntEnum):
    LOW = 3


@dataclass
class Gap:
    most: int = 5

    @property
    def twice(self):
        return 2 * self.most


class Limits:
    least = 2
    chosen = Gap(3)

    @staticmethod
    def halved(n):
        return n // 2


def nested(n, least=1):
    return math.floor(n) + taken(n) + least


def made(by):
    return lambda n: n * by


@numba.njit
def quick(n):
    return n + 2


@cache
def remembered(n):
    return n + 3


one, two = made(2), made(3)
part = partial(nested, least=2)
first, other = lambda n: n + 1, lambda n: n + 1
gap = Gap(4)


def bid(view, share):
    """Bid."""
    if share > 0.5:
        return nested(TABLE[LIMIT]) + one(1) + two(1) + len(HELD) + len(NAMES) + WEIGHTS
    limits = Limits.least + Limits.halved(gap.twice) + PAIR.low + first(2) + other(3)
    limits += remembered(1) + part(1)
    return lowest(view.hand) + table.given(2) + package.below.deep(Level.LOW) + quick(limits)
'''
SOURCES = {
    "mine.py": MINE,
    "table.py": "OTHER = 5\ndef given(n):\n    return n + OTHER\ndef taken(n):\n    return n * 2\n",
    "package/below.py": "FACTOR = 2\ndef deep(n):\n    return n * FACTOR\n",
    "weights.bin": "0123",
}


def loaded(folder: Path, sources: Mapping[str, str] = SOURCES) -> ModuleType:
    for name, source in sources.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(source)
    return load_file(folder / "mine.py")


def edited(name: str, old: str, new: str) -> dict[str, str]:
    assert old in SOURCES[name]
    return {**SOURCES, name: SOURCES[name].replace(old, new)}


def text_of(*functions: Callable[..., Any]) -> str:
    return identity_of(*functions).text


HASHES = pytest.mark.parametrize("hashed", [text_of, portable_hash])


@pytest.mark.parametrize(
    "edit",
    [
        ("mine.py", "share > 0.5", "share >= 0.5"),
        ("mine.py", "n + 2", "n + 3"),
        ("mine.py", "LOW = 3", "LOW = 4"),
        ("mine.py", "nested, least=2", "nested, least=3"),
        ("table.py", "n * 2", "n * 3"),
        ("table.py", "OTHER = 5", "OTHER = 6"),
        ("package/below.py", "n * FACTOR", "n + FACTOR"),
        ("weights.bin", "0123", "0124"),
    ],
)
@HASHES
def test_an_edit_of_a_file_changes_it(
    tmp_path: Path, edit: tuple[str, str, str], hashed: Callable[..., str]
) -> None:
    before = hashed(loaded(tmp_path).bid)
    assert hashed(loaded(tmp_path, edited(*edit)).bid) != before
    assert hashed(loaded(tmp_path).bid) == before


@pytest.mark.parametrize(
    "edit",
    [
        ("mine.py", '"""Bid."""', '"""Bid well."""'),
        ("mine.py", "if share > 0.5:", "if share > 0.5:  # why not"),
        ("table.py", "OTHER = 5", "\n\nOTHER = 5"),
    ],
)
@HASHES
def test_a_comment_or_a_docstring_does_not(
    tmp_path: Path, edit: tuple[str, str, str], hashed: Callable[..., str]
) -> None:
    bid = loaded(tmp_path).bid
    before, key = hashed(bid), identity_of(bid).key
    bid = loaded(tmp_path, edited(*edit)).bid
    assert hashed(bid) == before
    assert identity_of(bid).key != key


@pytest.mark.parametrize(
    "change",
    [
        "LIMIT = 8",
        "LIMIT = 7.0",
        "table.OTHER = 6",
        "TABLE[999] = 0",
        "TABLE = TABLE.astype('float32')",
        "HELD[1]['b'] = 3",
        "NAMES.remove('beta')",
        "PAIR = PAIR._replace(low=3)",
        "one, two = two, one",
        "one = two",
        "first = other",
        "Limits.least = 3",
        "Limits.halved = staticmethod(lambda n: n // 3)",
        "gap.most = 9",
        "nested.__defaults__ = (2,)",
        "one.__closure__[0].cell_contents = 7",
        "part = partial(nested, least=3)",
        "part = partial(made, least=2)",
        "quick = numba.njit(error_model='numpy')(quick.py_func)",
        "max = min; len = max",
    ],
)
def test_what_a_session_changes_makes_it_another(tmp_path: Path, change: str) -> None:
    module = loaded(tmp_path)
    before = identity_of(module.bid)
    assert identity_of(module.bid).key == before.key
    exec(change, vars(module))
    after = identity_of(module.bid)
    assert after.text != before.text
    assert after.key != before.key


def test_functions_of_a_session_are_what_their_code_and_values_are() -> None:
    def made(limit: int, sign: str) -> Callable[..., int]:
        space: dict[str, Any] = {"LIMIT": limit}
        exec(f"def bid(view):\n    return view.coins {sign} LIMIT", space)
        function: Callable[..., int] = space["bid"]
        return function

    for hashed in (text_of, portable_hash):
        assert hashed(made(3, "+")) == hashed(made(3, "+"))
        assert len({hashed(made(*each)) for each in ((3, "+"), (4, "+"), (3, "-"))}) == 3


def test_functions_reached_are_those_to_be_compiled_along(tmp_path: Path) -> None:
    bid = loaded(tmp_path).bid
    identity = identity_of(bid)
    assert identity.functions[0] is bid
    names = {function.__name__ for function in identity.functions}
    reached = "deep given nested quick remembered taken halved twice <lambda>"
    assert names >= {*reached.split()}
    assert "lowest" not in names
    assert [each.py_func.__name__ for each in identity.dispatchers] == ["quick"]
    assert identity.sure
    assert identity.calls_compiled


@pytest.mark.parametrize("name", ["for-sale", "monopoly"])
def test_what_built_in_strategies_read_is_known_so_that_what_is_compiled_is_kept(name: str) -> None:
    game = find_game(name)
    for entrant in load_field([*installed_strategies(game)], game):
        for decision in entrant.decisions.values():
            assert decision.identity.sure, (entrant.name, decision.name)


UNKNOWN = {
    "compiled for given types": "P = numba.njit('int64(int64)')(made(2))",
    "a ufunc": "P = numba.vectorize(made(2))",
    "a callback": "P = numba.cfunc('int64(int64)')(made(2))",
    "a lock": "import threading\nP = threading.Lock()",
    "a generator": "P = (n for n in (1, 2))",
    "a set of functions": "P = {made, made(2)}",
}


@pytest.mark.parametrize("source", UNKNOWN.values(), ids=UNKNOWN)
def test_where_nobody_can_be_sure_nothing_compiled_is_kept(tmp_path: Path, source: str) -> None:
    text = f"import numba\ndef made(by):\n    return lambda n: n * by\n{source}\n"
    bid = loaded(tmp_path, {"mine.py": f"{text}def bid(view): return P\n"}).bid
    one, other = identity_of(bid), identity_of(bid)
    assert not one.sure
    assert one.key != other.key
    assert one.text == other.text


SCRIPT = (
    "import sys; from pathlib import Path; from strategy_lab.plugins.loading import load_file;"
    "from strategy_lab.plugins.identity import identity_of, portable_hash;"
    "bid = load_file(Path(sys.argv[1])).bid; print(identity_of(bid).text, portable_hash(bid))"
)


def test_it_is_the_same_in_every_process_and_folder(tmp_path: Path) -> None:
    bid = loaded(tmp_path / "here").bid
    home = tmp_path / "somewhere else"  # with the cache in it, as in a user's home
    loaded(home)
    for hash_seed in "12":
        kept = {"FORSALE_SIM_CACHE": os.path.relpath(home / ".cache" / hash_seed)}
        printed = subprocess.run(
            [sys.executable, "-B", "-c", SCRIPT, str(home / "mine.py")],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, **kept},
            capture_output=True,
            text=True,
            check=True,
        )
        assert printed.stdout.split() == [text_of(bid), portable_hash(bid)]


def test_it_is_the_same_whether_or_not_python_has_compiled_a_package_below(tmp_path: Path) -> None:
    package = tmp_path / "lib" / "lent.py"
    package.parent.mkdir()
    package.write_text("def low(view): return view.least_bid\n")
    mine = tmp_path / "mine.py"
    mine.write_text("from lent import low\ndef bid(view): return low(view)\n")
    paths = os.pathsep.join(filter(None, [str(package.parent), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": paths}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    first, again = (
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(mine)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for _ in range(2)
    )
    assert list(package.parent.glob("__pycache__/*.pyc"))
    assert first == again
