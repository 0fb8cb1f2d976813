"""Strategies made by machine: what hides a source of change is refused, its honest twin is not."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest
from strategy_lab.errors import StrategyError
from strategy_lab.game import find_game
from strategy_lab.plugins.entrants import load_entrant
from strategy_lab.plugins.purity import ImpureError, reading_of
from strategy_lab.simulation.experiment import Chunk, make_plan


class Source(NamedTuple):
    """A source of change, and an honest twin: what they have at the top, and what they answer.

    Answers are the lines of a function of a view; the last is an expression.
    """

    top: str
    answer: str
    honest_top: str
    honest: str
    is_open: bool = False  # whether it cannot be read, and is told instead


TABLE = "import random\nTABLE = [random.Random(i).random() for i in range(9)]"

SOURCES = {
    "random": Source("import random", "random.random() < 0.5", TABLE, "TABLE[view.seat] < 0.5"),
    "numpy": Source(
        "import numpy as np", "np.random.random() < 0.5",
        "import numpy as np\nT = np.arange(9.0)", "np.sqrt(T[view.seat]) < view.random()",
    ),
    "rng": Source(
        "import numpy as np\nRNG = np.random.default_rng(3)", "RNG.integers(2)",
        "import numpy as np\nT = np.random.default_rng(3).random(9)", "T[view.seat] < 0.5",
    ),
    "unseeded": Source(
        "import numpy as np", "np.random.default_rng().random() < 0.5",
        "import numpy as np", "np.random.default_rng(view.seat).random() < 0.5",
    ),
    "secrets": Source(
        "import secrets", "secrets.randbelow(2)", "import math", "math.gcd(view.seat, 2) > 1"
    ),
    "clock": Source(
        "import time", "time.perf_counter_ns() // 7 % 2",
        "import time\ntime.perf_counter()", "time.sleep(0) is None",
    ),
    "today": Source(
        "import datetime", "datetime.datetime.now().microsecond % 2",
        "from datetime import date", "date(2020, 1, 1 + view.seat).weekday() > 3",
    ),
    "entropy": Source(
        "from os import urandom", "urandom(1)[0] % 2",
        "import os", "os.path.join('a', 'b') == 'a/b'",
    ),
    "uuid": Source("import uuid", "uuid.uuid4().int % 2", "", "view.random_below(2)"),
    "imported": Source(
        "", "import random as r\nr.getrandbits(1)", "", "import math as m\nm.floor(view.random())"
    ),
    "looked up": Source(
        "import random", "getattr(random, 'random')() < 0.5",
        "import math", "getattr(math, 'floor')(view.random() * 2)",
    ),
    "id": Source("", "id(view) // 16 % 2", "", "hash((view.seat, 3)) % 2"),
    "hash": Source("", "hash('spread') % 2", "NAME = 'spread'", "len(NAME) % 2"),
    "set": Source(
        "WORDS = {'left', 'right', 'on', 'back'}", "[*WORDS][0] == 'on'",
        "WORDS = {'left', 'right', 'on', 'back'}", "sorted(WORDS)[0] == 'on' or 'x' in WORDS",
    ),
    "set of its own": Source(
        "", "words = set()\nwords.add('a')\nwords.add('b')\nnext(iter(words)) == 'b'",
        "", "seats = set()\nseats.add(3)\nseats.add(view.seat)\nnext(iter(seats)) == 3",
    ),
    "set in a loop": Source(
        "WORDS = frozenset({'a', 'b', 'c'})",
        "last = ''\nfor word in WORDS:\n    last = word\nlast == 'a'",
        "WORDS = frozenset({1, 2, 3})",
        "last = 0\nfor word in WORDS:\n    last = word\nlast == view.seat",
    ),
    "set of the last turn": Source(
        "", "words = []\nfor n in (0, 1):\n    kept = [*words]\n    words = {'a', 'b'}\n"
        "kept[0] == 'a'",
        "", "words = []\nfor n in (0, 1):\n    kept = sorted(words)\n    words = {'a', 'b'}\n"
        "kept[0] == 'a'",
    ),
    "object mode": Source(
        "import numba", "with numba.objmode(x='int64'):\n    x = 1\nx == view.seat",
        "import numba", "x = numba.int64(1)\nx == view.seat",
    ),
    "foreign": Source(
        "import ctypes\nLIB = ctypes.CDLL(None)", "LIB.rand() % 2",
        "import ctypes\nSIZE = ctypes.sizeof(ctypes.c_int)", "SIZE == view.seat",
    ),
    "file": Source(
        "", "len(open(__file__).read()) % 2",
        "with open(__file__) as file:\n    SIZE = len(file.read())", "SIZE % 2 == view.seat % 2",
    ),
    "path": Source(
        "from pathlib import Path", "Path(__file__).stat().st_atime_ns % 2",
        "from pathlib import Path\nSIZE = len(Path(__file__).read_text())", "SIZE % 2",
    ),
    "list": Source(
        "SEEN = []", "SEEN.append(1)\nlen(SEEN) % 5 == 0",
        "SEEN = [1, 2]", "seen = list(SEEN)\nseen.append(1)\nlen(seen) % 5 == 0",
    ),
    "counter": Source(
        "COUNT = 0", "global COUNT\nCOUNT += 1\nCOUNT % 5 == 0",
        "COUNT = 3", "count = COUNT\ncount += 1\ncount % 5 == view.seat",
    ),
    "mapping": Source(
        "SEEN = {}", "SEEN[view.seat] = SEEN.get(view.seat, 0) + 1\nSEEN[view.seat] % 3 == 0",
        "SEEN = {1: 2}", "seen = dict(SEEN)\nseen[view.seat] = 1\nseen.get(1, 0) == 2",
    ),
    "array": Source(
        "import numpy as np\nT = np.zeros(9)", "T[view.seat] += 1\nT[view.seat] % 3 == 0",
        "import numpy as np\nT = np.zeros(9)", "t = T.copy()\nt[view.seat] += 1\nt.sum() == 2",
    ),
    "nested list": Source(
        "T = [[0], [1]]", "for row in T:\n    row[0] += 1\nT[0][0] % 3 == 0",
        "T = [[0], [1]]", "rows = [[*row] for row in T]\nrows[0][0] += 1\nrows[0][0] % 3 == 0",
    ),
    "default": Source(
        "def kept(view, seen=[]):\n    seen.append(1)\n    return len(seen) % 5 == 0", "kept(view)",
        "def kept(view, seen=(1, 2)):\n    return len(seen) > view.seat", "kept(view)",
    ),
    "closure": Source(
        "def make():\n    n = 0\n    def count():\n        nonlocal n\n        n += 1\n"
        "        return n\n    return count\nCOUNT = make()", "COUNT() % 5 == 0",
        "def make():\n    n = 3\n    def count():\n        return n\n    return count\n"
        "COUNT = make()", "COUNT() % 5 == view.seat",
    ),
    "class": Source(
        "class Memory:\n    count = 0", "Memory.count += 1\nMemory.count % 5 == 0",
        "class Memory:\n    count = 3", "Memory.count % 5 == view.seat",
    ),
    "class by an instance": Source(
        "class Memory:\n    seen = []", "Memory().seen.append(1)\nlen(Memory.seen) % 5 == 0",
        "class Memory:\n    def __init__(self):\n        self.seen = []",
        "memory = Memory()\nmemory.seen.append(1)\nlen(memory.seen) % 5 == 0",
    ),
    "instance": Source(
        "class Memory:\n    def __init__(self):\n        self.n = 0\n    def more(self):\n"
        "        self.n += 1\n        return self.n\nMEMORY = Memory()", "MEMORY.more() % 5 == 0",
        "class Memory:\n    def __init__(self):\n        self.n = 0\n    def more(self):\n"
        "        return self.n + 1\nMEMORY = Memory()", "MEMORY.more() % 5 == view.seat",
    ),
    "operator": Source(
        "import time\nclass Table:\n    def __getitem__(self, n):\n"
        "        return time.time_ns() % 2\nT = Table()", "T[view.seat]",
        "class Table:\n    def __getitem__(self, n):\n        return n % 2\nT = Table()",
        "T[view.seat]",
    ),
    "property": Source(
        "import random\nclass Dice:\n    @property\n    def drawn(self):\n"
        "        return random.random()\nDICE = Dice()", "DICE.drawn < 0.5",
        "class Dice:\n    @property\n    def drawn(self):\n        return 0.3\nDICE = Dice()",
        "DICE.drawn < view.random()",
    ),
    "own attribute": Source(
        "def marked():\n    marked.n += 1\n    return marked.n\nmarked.n = 0", "marked() % 5 == 0",
        "def marked():\n    return marked.n\nmarked.n = 3", "marked() % 5 == view.seat",
    ),
    "iterator": Source(
        "from itertools import cycle\nTURN = cycle([0, 1, 1])", "next(TURN)",
        "from itertools import cycle", "next(cycle([view.seat, 1]))",
    ),
    "output": Source(
        "import numpy as np\nT = np.zeros(2)", "np.add(T, 1, out=T)\nT[0] % 3 == 0",
        "import numpy as np\nT = np.zeros(2)", "t = np.add(T, 1)\nt[0] == view.seat",
    ),
    "cache": Source(
        "import functools, time\n@functools.cache\ndef kept(n):\n    return time.time_ns() % 2",
        "kept(view.seat)",
        "import functools\n@functools.cache\ndef kept(n):\n    return n % 2", "kept(view.seat)",
    ),
    "sorted by": Source(
        "import random", "sorted([1, 2], key=lambda n: random.random())[0] == 1",
        "", "sorted([1, 2], key=lambda n: -n)[0] == view.seat",
    ),
    "joined": Source(
        "WORDS = {'left', 'right', 'on'}", "''.join(WORDS)[0] == 'l'",
        "WORDS = {'left', 'right', 'on'}", "sum(len(word) for word in WORDS) == view.seat",
    ),
    "unpacked": Source(
        "WORDS = {'a', 'b'}", "a, b = WORDS\na == 'a'",
        "WORDS = {1, 2}", "a, b = WORDS\na == view.seat",
    ),
    "united": Source(
        "WORDS = {'a', 'b'}", "[*(WORDS | {'c'})][0] == 'a'",
        "WORDS = {'a', 'b'}", "len(WORDS | {'c'}) == view.seat",
    ),
    "keyed": Source(
        "WORDS = {'a', 'b'}", "ranks = {w: len(w) for w in WORDS}\nlist(ranks)[0] == 'a'",
        "WORDS = {'a', 'b'}", "ranks = {w: len(w) for w in WORDS}\nranks['a'] == view.seat",
    ),
    "super": Source(
        "import time\nclass One:\n    def odd(self):\n        return time.time_ns() % 2\n"
        "class Two(One):\n    def odd(self):\n        return super().odd()\nTWO = Two()",
        "TWO.odd()",
        "class One:\n    def odd(self):\n        return 1\n"
        "class Two(One):\n    def odd(self):\n        return super().odd()\nTWO = Two()",
        "TWO.odd()",
    ),
    "held by an object": Source(
        "import random\ndef drawn():\n    return random.random() < 0.5\n"
        "class Holder:\n    def __init__(self):\n        self.pick = drawn", "Holder().pick()",
        "def drawn():\n    return 1\n"
        "class Holder:\n    def __init__(self):\n        self.pick = drawn", "Holder().pick()",
    ),
    "got from a table": Source(
        "import random\ndef drawn():\n    return random.random() < 0.5\nACTS = {1: [drawn]}",
        "rule = ACTS.get(1)\nrule[0]()",
        "def drawn():\n    return 1\nACTS = {1: [drawn]}", "rule = ACTS.get(1)\nrule[0]()",
    ),
    "environment": Source(
        "import os", "len(os.environ) % 2",
        "import os\nHOME = os.environ.get('X', 'a')", "len(HOME)",
    ),
    "kept property": Source(
        "import functools, time\nclass Kept:\n    @functools.cached_property\n    def n(self):\n"
        "        return time.time_ns() % 2\nKEPT = Kept()", "KEPT.n",
        "import functools\nclass Kept:\n    @functools.cached_property\n    def n(self):\n"
        "        return 3\nKEPT = Kept()", "KEPT.n == view.seat",
    ),
    "numpy's clock": Source(
        "import numpy as np", "np.datetime64('now').astype(int) % 2",
        "import numpy as np", "np.datetime64('2020-01-01').astype(int) % 2",
    ),
    "unset memory": Source(
        "import numpy as np", "np.empty(3)[0] > 0", "import numpy as np", "np.zeros(3)[0] > 0",
        is_open=True,
    ),
    "thread": Source(
        "import threading", "threading.get_ident() % 3 == 0", "", "view.random() < 0.1"
    ),
    "library": Source(
        "from statistics import NormalDist", "NormalDist().samples(1)[0] < 0",
        "from fractions import Fraction", "Fraction(view.seat, 2) < 1", is_open=True,
    ),
    "handed on": Source(
        "import random\ndef drawn(m):\n    return m.random() < 0.5", "drawn(random)",
        "import math\ndef floored(f, n):\n    return f(n)", "floored(math.floor, view.random())",
    ),
    "set handed on": Source(
        "WORDS = {'a', 'b'}\ndef first(words):\n    return next(iter(words))",
        "first(WORDS) == 'a'",
        "WORDS = {'a', 'b'}\ndef first(words):\n    return words[0]",
        "first(sorted(WORDS)) == 'a'",
        is_open=True,
    ),
    "hash of what is given": Source(
        "def hashed(text):\n    return hash(text) % 2", "hashed('spread')",
        "def length(text):\n    return len(text) % 2", "length('spread')", is_open=True,
    ),
    "held by an attribute": Source(
        "import random\nclass Holder:\n    __slots__ = ('dice',)\n    def __init__(self):\n"
        "        self.dice = random.Random(1)\n    def drawn(self):\n"
        "        return self.dice.random() < 0.5\nHOLDER = Holder()", "HOLDER.drawn()",
        "import random\nclass Holder:\n    def __init__(self):\n        self.drawn = 0.3\n"
        "    def train(self):\n        self.drawn = random.random()\nHOLDER = Holder()",
        "HOLDER.drawn < view.random()",
    ),
    "table of modules": Source(
        "import random, sys", "sys.modules['random'].random() < 0.5",
        "import sys", "sys.version_info[0] == view.seat", is_open=True,
    ),
    "sorted by a tie": Source(
        "WORDS = {'a', 'b'}", "sorted(WORDS, key=len)[0] == 'a'",
        "WORDS = {'a', 'b'}", "sorted(WORDS, reverse=True)[0] == 'b'",
    ),
    "kept in a slot": Source(
        "class Kept:\n    __slots__ = ('n',)\nKEPT = Kept()\nKEPT.n = 0",
        "kept = KEPT\nkept.n += 1\nkept.n % 5 == 0",
        "class Kept:\n    __slots__ = ('n',)", "kept = Kept()\nkept.n = 3\nkept.n == view.seat",
    ),
    "class in a class": Source(
        "class Outer:\n    class Inner:\n        n = 0",
        "inner = Outer.Inner\ninner.n += 1\ninner.n % 5 == 0",
        "class Outer:\n    class Inner:\n        n = 3", "Outer.Inner.n == view.seat",
    ),
    "metaclass": Source(
        "import time\nclass Kind(type):\n    def __getattr__(cls, name):\n"
        "        return time.time_ns() % 2\nclass Odd(metaclass=Kind):\n    pass", "Odd.odd",
        "class Kind(type):\n    def __getattr__(cls, name):\n        return 1\n"
        "class Odd(metaclass=Kind):\n    pass", "Odd.odd",
    ),
    "stack": Source(
        "import sys", "sys._getframe().f_lasti % 2",
        "import sys", "view.seat < sys.maxsize", is_open=True,
    ),
}  # fmt: skip


def function(name: str, answer: str, first: str = "view") -> str:
    *lines, last = answer.split("\n")
    return f"def {name}({first}):\n" + textwrap.indent(
        "\n".join([*lines, f"return {last}"]), "    "
    )


PLACES = {
    "the decision": ("", None),
    "a helper": ("{change}", "change(view)"),
    "another file": ("import {beside}", "{beside}.change(view)"),
    "a name of another file": ("from {beside} import change as strange", "strange(view)"),
    "a method": ("class Player:\n{method}\nPLAYER = Player()", "PLAYER.change(view)"),
    "an object made there": ("class Player:\n{method}", "Player().change(view)"),
    "a lambda": ("{change}\npick = lambda view: change(view)", "pick(view)"),
    "a closure": (
        "{change}\ndef made(f):\n    def inner(view):\n        return f(view)\n    return inner\n"
        "pick = made(change)", "pick(view)",
    ),
    "a table": ("{change}\nRULES = {{0: [change]}}", "RULES[0][0](view)"),
    "a partial": ("import functools\n{change}\npick = functools.partial(change)", "pick(view)"),
    "a map": ("{change}", "any(map(change, [view]))"),
    "an inner function": ("", "inner(view)"),
}  # fmt: skip

GAMES = {
    "for-sale": (
        "from forsale_sim import strategy\nfrom forsale_sim.cards import lowest",
        "def bid(view):\n{lines}\n    bids = odd and view.least_bid <= view.coins\n"
        "    return view.least_bid if bids else 0\n"
        "def sell(view):\n    return lowest(view.hand)",
    ),
    "monopoly": (
        "from monopoly_sim import strategy",
        "def buy(view, square):\n{lines}\n    return bool(odd)\ndef bid(view, lot):\n    return 0",
    ),
}


def write(folder: Path, game: str, top: str, answer: str, place: str) -> Path:
    """Write a strategy that answers by some lines, which are in some place."""
    beside = f"beside_{folder.name.replace('-', '_')}"
    where, called = PLACES[place]
    change = function("change", answer)
    lines = f"odd = {called}".format(beside=beside)
    if called is None:
        *before, last = answer.split("\n")
        lines = "\n".join([*before, f"odd = {last}"])
    elif place == "an inner function":
        lines = f"{function('inner', answer)}\nodd = inner(view)"
    parts = {
        "change": change,
        "method": textwrap.indent(function("change", answer, "self, view"), "    "),
        "beside": beside,
    }
    imports, decisions = GAMES[game]
    own = "" if "{beside}" in where else top
    if "{beside}" in where:
        (folder / f"{beside}.py").write_text(f"{top}\n\n\n{change}\n")
    decided = decisions.format(lines=textwrap.indent(lines, "    "))
    path = folder / "mine.py"
    path.write_text(
        f"{imports}\n{own}\n{where.format(**parts)}\n\n\n@strategy('mine')\nclass Mine:\n"
        f"{textwrap.indent(decided, '    ')}\n"
    )
    return path


def reported(path: Path, game: str) -> str:
    """Return why a strategy is refused, or what of it cannot be read; empty if neither is so.

    It is refused when it is loaded, or after its first games.
    """
    definition = find_game(game)
    try:
        entrant = load_entrant(str(path), definition)
        ruleset = definition.load_ruleset(definition.program().ruleset)
        lineup = [0] * ruleset.players[0]
        plan = make_plan([ruleset], field=[entrant], lineup=lineup, seed=1, games=len(lineup))
        definition.engines["python"](plan).play(Chunk(0, 0, 1, 1))
    except StrategyError as error:
        assert "which lives on after the decision, so no result would be the same" in str(error)
        return str(error)
    except ImpureError as error:
        return str(error)
    return " ".join(map(str, reading_of(entrant).open))


def try_in(folder: Path, game: str, source: str, place: str) -> None:
    bad, good = folder / "bad", folder / "good"
    bad.mkdir(parents=True)
    good.mkdir()
    its = SOURCES[source]
    said = reported(write(bad, game, its.top, its.answer, place), game)
    assert said, f"{source} in {place} is neither refused nor told"
    assert re.search(rf"\({bad}/\w+\.py, line |'mine.py:mine' changes .*\.py\)", said), said
    assert its.is_open == ("the same twice" not in said), said
    said = reported(write(good, game, its.honest_top, its.honest, place), game)
    assert "the same twice" not in said, f"{source} in {place}: {said}"


@pytest.mark.parametrize("number", range(len(SOURCES)), ids=list(SOURCES))
def test_a_source_of_change_is_refused_and_its_honest_twin_is_not(
    tmp_path: Path, number: int
) -> None:
    game, place = list(GAMES)[number % 2], list(PLACES)[number % len(PLACES)]
    try_in(tmp_path, game, list(SOURCES)[number], place)


@pytest.mark.thorough
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("game", GAMES)
def test_it_is_refused_wherever_it_is(tmp_path: Path, game: str, place: str) -> None:
    for number, source in enumerate(SOURCES):
        if number % 3 == list(PLACES).index(place) % 3:
            try_in(tmp_path / str(number), game, source, place)


def test_what_is_too_deep_to_be_read_is_told(tmp_path: Path) -> None:
    deep = "if view.seat == 0:\n    odd = 0\n" + "".join(
        f"elif view.seat == {n}:\n    odd = {n}\n" for n in range(2000)
    )
    path = write(tmp_path, "for-sale", "", f"odd = 0\n{deep}odd", "a helper")
    assert "is too deep to be read" in reported(path, "for-sale")
