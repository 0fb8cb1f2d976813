"""An edited strategy plays as it is, never as it was: compiled as in plain Python, in one cache.

A stale function is what no other test sees: numbers come out, and they are wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from forsale_sim.cards import highest
from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.table import play_game
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search.always_compiled import ask_compiled
from forsale_sim.view import View
from strategy_lab.simulation.replaying import source_of

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type feature")

FEW, MANY = 2, 84
"""Edits of each shape in the fast suite and in the slow one."""


ABOVE = """\
import enum
import functools
from collections import namedtuple
from pathlib import Path
import numba
import numpy as np
from forsale_sim import strategy
"""
BELOW = """

@strategy("edited")
class Edited:
    def bid(view):
        return {bid}

    def sell(view):
        return 1
"""


@dataclass(frozen=True)
class Shape:
    source: str
    bid: str
    gaps: Mapping[str, tuple[str, ...]]
    beside: Mapping[str, str]
    compiles: bool = True

    def write(self, folder: Path, chosen: Mapping[str, str]) -> None:
        files = {"mine.py": ABOVE + self.source + BELOW.replace("{bid}", self.bid), **self.beside}
        for gap, value in chosen.items():
            files = {name: text.replace(f"<{gap}>", value) for name, text in files.items()}
        for name, text in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text)

    def edits(self, seed: int, count: int) -> Iterator[dict[str, str]]:
        """Yield what fills the gaps: at random to begin with, then with another part each time."""
        drawn = random.Random(seed)
        chosen = {gap: drawn.choice(values) for gap, values in self.gaps.items()}
        for _ in range(count):
            yield dict(chosen)
            gap = drawn.choice(list(self.gaps))
            others = [value for value in self.gaps[gap] if value != chosen[gap]]
            chosen[gap] = drawn.choice(others)


def shape(
    source: str,
    bid: str,
    beside: Mapping[str, str] | None = None,
    *,
    compiles: bool = True,
    **gaps: str,
) -> Shape:
    """Return a shape; what may stand in a gap is separated by bars."""
    alternatives = {gap: tuple(text.split("|")) for gap, text in gaps.items()}
    return Shape(source, bid, alternatives, beside or {}, compiles)


NUMBERS = "|".join(map(str, range(2, 40)))

SHAPES = {
    "helpers": shape(
        "import nearby\nfrom nearby import <name> as step\nimport packed.inside\n",
        "step(view.coins) + nearby.other(view.round) + packed.inside.deep(3)",
        {
            "nearby.py": "FACTOR = <x>\n\n\ndef one(n):\n    return n * FACTOR\n\n\n"
            "def two(n):\n    return n + FACTOR\n\n\ndef other(n):\n    return n <sign> <y>\n",
            "packed/__init__.py": "",
            "packed/inside.py": "def deep(n):\n    return n * <z>\n",
        },
        name="one|two|other",
        sign="+|-|*|//|%",
        x=NUMBERS,
        y=NUMBERS,
        z=NUMBERS,
    ),
    "data": shape(
        'FOLDER = Path(__file__).parent\nTABLE = np.loadtxt(FOLDER / "table.csv")\n'
        'LIMIT = int((FOLDER / "limit.txt").read_text())\n',
        "int(TABLE[view.round]) + LIMIT * view.coins",
        {"table.csv": "\n".join(["<x>", "<y>"] * 20), "limit.txt": "<z>"},
        x=NUMBERS,
        y=NUMBERS,
        z=NUMBERS,
    ),
    "closures": shape(
        "def made(by, also):\n    base = by * 2\n\n    def inner(n):\n        return n + also\n\n"
        "    def step(n):\n        return inner(n) * <uses>\n    return step\n\n\n"
        "one, two = made(<x>, <y>), made(<y>, <x>)\n",
        "<who>(view.coins) + 3 * two(view.round)",
        x=NUMBERS,
        y=NUMBERS,
        uses="base|by|(base + by)",
        who="one|two",
    ),
    "partials": shape(
        "def step(a, b, c=0):\n    return a * b + c\n\n\n"
        "one = functools.partial(step, <x>, c=<y>)\ntwo = <who>\n",
        "one(view.coins) + two(view.round)",
        compiles=False,
        x=NUMBERS,
        y=NUMBERS,
        who="one|functools.partial(step, 3)|functools.partial(one, c=1)",
    ),
    "dispatchers": shape(
        "@numba.njit\ndef one(n):\n    return n <sign> <x>\n\n\n@numba.njit\ndef two(n):\n"
        "    return one(n) + <y>\n\n\nTOOLS = (<tools>)\nthree = <three>\n\n\n"
        "@numba.<kind>\ndef wide(n):\n    return n * <z>\n",
        "TOOLS[0](view.coins) + 5 * TOOLS[1](view.round) + three(2) + wide(3)",
        sign="+|-|*",
        x=NUMBERS,
        y=NUMBERS,
        z=NUMBERS,
        tools="one, two|two, one",
        three="one|two",
        kind="vectorize|njit",
    ),
    "constants": shape(
        "LIMIT = <x>\nREAL = <real>\nTABLE = np.array([<x>, <y>, <z>], np.<dtype>)\n"
        "HELD = (<y>, (<z>, np.arange(<x>)[::<stride>]))\n",
        "view.coins * LIMIT + int(100 * REAL) + int(10 * float(TABLE[view.round % 3]) / <y>)"
        " + HELD[0] + HELD[1][1][<index>]",
        x=NUMBERS,
        y=NUMBERS,
        z=NUMBERS,
        real="0.5|0.25|1.5|2|True",
        dtype="int64|float64|int8|uint16|float32",
        stride="1|-1",
        index="0|1",
    ),
}


@pytest.fixture(scope="module")
def views() -> Sequence[View]:
    seen: list[View] = []

    class Watching:
        name = "watching"

        def decide(self, decision: str, view: View) -> int:
            if decision == "sell":
                return highest(view.hand)
            seen.append(view)
            return 0

    play_game(load_ruleset("iello-en").rules(4), [Watching()] * 4, seed=1, deal=1)
    return seen[::3]


def moves(
    folder: Path, shape: Shape, views: Sequence[View]
) -> tuple[str, list[object], list[object]]:
    entrant = load_entrant(str(folder / "mine.py"))
    bid = entrant.decisions["bid"].function

    def plain(view: View) -> object:
        return int(bid(view))

    def compiled(view: View) -> object:
        return ask_compiled(bid, view, {})

    def told(ask: object, view: View) -> object:
        try:
            return ask(view)  # type: ignore[operator]
        except ZeroDivisionError as error:
            return type(error)

    return (
        source_of(entrant),
        [told(plain, view) for view in views],
        [told(compiled, view) for view in views] if shape.compiles else [],
    )


def stale(folder: Path, name: str, count: int, views: Sequence[View]) -> list[str]:
    """Play a shape's edits, and return those that play as something else."""
    shape, told, faults = SHAPES[name], dict[str, list[object]](), list[str]()
    for number, chosen in enumerate(shape.edits(seed=len(name), count=count)):
        shape.write(folder, chosen)
        source, plain, compiled = moves(folder, shape, views)
        if shape.compiles and compiled != plain:
            faults.append(f"{name} {number}: {chosen}: {compiled} in the place of {plain}")
        if told.setdefault(source, plain) != plain:
            faults.append(f"{name} {number}: {chosen} is taken for what bids {told[source]}")
    return faults


@pytest.mark.thorough
@pytest.mark.parametrize("name", SHAPES)
def test_an_edited_strategy_plays_as_it_is(
    tmp_path: Path, name: str, views: Sequence[View]
) -> None:
    assert not stale(tmp_path, name, FEW, views)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_a_thousand_edits(tmp_path: Path, name: str, views: Sequence[View]) -> None:
    assert not stale(tmp_path, name, MANY, views)
