"""Strategies of some shapes, and edits of them: of each, one part becomes another."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

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
    "names": shape(
        "def <one>(n):\n    return n + <x>\n\n\ndef other(n):\n    return n - <y>\n",
        "<one>(view.coins) * 100 + other(view.round)",
        one="step|stride|by",
        x=NUMBERS,
        y=NUMBERS,
    ),
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
