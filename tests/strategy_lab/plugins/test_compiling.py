"""Strategies compiled for the kernel: what numba refuses, and what is compiled again."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from forsale_sim.for_sale import GAME, load_entrant, load_field
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.compiled import toolchain
from strategy_lab.compiled.toolchain import read_kept
from strategy_lab.errors import UsageError
from strategy_lab.plugins import compiling
from strategy_lab.plugins.compiling import compile_field, compiling_ahead, decision_code
from strategy_lab.plugins.entrants import Entrant

from tests.engine.playing import Played, assert_same_rows, compilations, play_compiled
from tests.support.players import entrant_of, play_chunk

ROOT = Path(__file__).parents[3]
RULES = load_ruleset("iello-en").rules(4)
CHUNK = {"seed": 4, "first_deal": 1, "deals": 20, "seatings": 4}

TEMPLATE = """
import numpy as np
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, highest, lowest, nth, only

{above}

@strategy("mine")
class Mine:
    def bid(view: View) -> int:
{bid}

    def sell(view: View) -> int:
        return lowest(view.hand)
"""
BID_LINE = 1 + TEMPLATE[: TEMPLATE.index("{bid}")].count("\n")


def written(folder: Path, bid: str, above: str = "") -> Entrant:
    """A strategy in a file that bids in a certain way; `above` must be one line."""
    file = folder / "mine.py"
    indented = "\n".join(f"        {line}" for line in bid.splitlines())
    file.write_text(TEMPLATE.format(bid=indented, above=above))
    return load_entrant(str(file))


def play(entrant: Entrant) -> Played:
    return play_compiled(RULES, compile_field([entrant]), (0,) * 4, **CHUNK)


def assert_engines_agree(entrant: Entrant) -> None:
    assert_same_rows(
        play(entrant).rows, play_chunk(RULES, [entrant], (0,) * 4, **CHUNK, detail=True)
    )


BIDS = {
    "a helper with a default": (
        "return step(view)",
        "def step(view, by=2): return view.least_bid if by > 1 else 0",
    ),
    "a helper of a helper": (
        "return twice(view)",
        "def once(view): return view.least_bid\n"
        "def twice(view): return once(view) if view.round < 3 else 0",
    ),
    "a table": (
        "return TABLE[view.round] * view.least_bid",
        "TABLE = np.array([0, 1, 0, 1, 0, 1, 0, 1, 0])",
    ),
    "a tuple": (
        "return view.least_bid if TABLE[view.round] else 0",
        "TABLE = (0, 1, 0, 1, 0, 1, 0, 1, 0)",
    ),
    "keywords": ("return min(view.coins_of(seat=view.seat), view.least_bid)", ""),
    "chance": ("return min(view.least_bid + view.random_below(3), view.coins)", ""),
    "differences of small numbers": (
        "return view.least_bid if view.cheque_value(3) - view.cheque_value(9) < 0 else 0",
        "",
    ),
    "a loop over seats": (
        "most = 0\nfor seat in view.seats:\n    most = max(most, view.bid_of(seat))\n"
        "return view.least_bid if most < 5 else 0",
        "",
    ),
    "an exception of its own, caught by a test": (
        "if view.coins > 1000:\n    raise ValueError('rich')\nreturn 0",
        "",
    ),
}


@pytest.mark.parametrize(("bid", "above"), BIDS.values(), ids=BIDS)
def test_what_authors_write_plays_the_same_on_both_engines(
    tmp_path: Path, bid: str, above: str
) -> None:
    assert_engines_agree(written(tmp_path, bid, above))


REFUSED = {
    "a float": ("return view.coins / 2", "a move is a whole number (int), not of type float64"),
    "a truth": ("return view.coins > 2", "a move is a whole number (int), not of type bool"),
    "nothing": ("pass", "not None: a return is missing"),
    "nothing at times": (
        "if view.coins > 2:\n    return 1",
        "not None at times: a return is missing",
    ),
    "a float at times": (
        "return 1 if view.coins > 2 else 0.5",
        "a move is a whole number (int), not of type float64",
    ),
    "a text": ("return 'all'", "a move is a whole number (int), not of type Literal[str](all)"),
    "an unknown name": ("return view.coinz", "coinz"),
    "an unknown function": ("return no_such_function(view)", "no_such_function"),
    "a change of the view": ("view.coins = 99\nreturn 1", "coins"),
    "a float for a seat": ("return view.coins_of(1.0)", "view.coins_of takes a whole number (int)"),
    "an unknown function of a module": ("return np.no_such_function(1)", "no_such_function"),
    "an assignment in an expression": ("return (a := 1) + a", "its own line"),
    "an argument that numba lacks": (
        "return int(np.percentile(np.ones(3), 60, method='nearest'))",
        "numba's percentile has no argument 'method'",
    ),
    "a list that is kept": (
        "SEEN.append(view.coins)\nreturn len(SEEN)",
        "list SEEN: write a tuple",
    ),
    "a class": ("return View().coins", "'View' is a class, and compiled code has none: use"),
    "a dict": ("return KNOWN[1]", "it uses KNOWN, a dict, and compiled code has none: use"),
    "the strategy": ("return Mine.more", "Mine is the strategy: what its functions share stands"),
    "a type of Python's": ("return len(np.zeros(2, int))", "numba takes np.int64, np.float64 or"),
    "an open file": ("return open('x', 'a').close() or 1", "open"),
}


PLAYED_IN_PLAIN_PYTHON = {
    *("nothing at times", "an assignment in an expression", "an open file"),
    *("an argument that numba lacks", "a class", "a dict", "the strategy", "a type of Python's"),
}
"""Of these, what does not fail there as well."""


@pytest.mark.parametrize(
    ("bid", "reason", "played"),
    [(*refused, name in PLAYED_IN_PLAIN_PYTHON) for name, refused in REFUSED.items()],
    ids=REFUSED,
)
def test_what_cannot_be_compiled_is_refused_with_reason_place_and_way_out(
    tmp_path: Path, bid: str, reason: str, played: bool
) -> None:
    entrant = written(tmp_path, bid, above="SEEN, KNOWN = [], {1: 2}")
    with pytest.raises(UsageError) as caught:
        compile_field([entrant])
    first, *reasons, last = str(caught.value).splitlines()
    lines = range(BID_LINE - 1, BID_LINE + len(bid.splitlines()))
    places = [f"({tmp_path / 'mine.py'}, line {line}):" for line in lines]
    assert any(first == f"strategy function 'Mine.bid' cannot be compiled {p}" for p in places)
    assert 1 <= len(reasons) <= 4
    assert reason in "\n".join(reasons)
    assert last == ("Mend it, or try --engine python." if played else "Mend it.")


class Model:
    def __call__(self, view: Any) -> int:
        return 0

    def bid(self, view: Any) -> int:
        return 0


@pytest.mark.parametrize("function", [Model(), Model().bid, len])
def test_only_plain_functions_can_be_compiled(function: Any) -> None:
    entrant = entrant_of("model", function, function)
    with pytest.raises(UsageError, match="not a plain function") as caught:
        compile_field([entrant])
    assert "--engine python" in str(caught.value)


def test_what_cannot_be_kept_is_told_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        play(written(tmp_path, "return int(np.dot(np.ones(2), np.ones(2))) * view.least_bid * 0"))
    (line,) = {*capsys.readouterr().err.splitlines()}
    assert line.startswith("Mine.bid is compiled each time: it calls what is elsewhere in every ")


def test_an_index_out_of_range_stops_the_game(tmp_path: Path) -> None:
    entrant = written(tmp_path, "return TABLE[view.coins + 1000]", "TABLE = np.zeros(3, np.int64)")
    assert play(entrant).games == 0


def test_a_division_by_zero_stops_the_game(tmp_path: Path) -> None:
    assert play(written(tmp_path, "return view.coins // view.own_bid")).games == 0


def test_a_move_that_64_bits_cannot_hold_stops_the_game(tmp_path: Path) -> None:
    entrant = written(tmp_path, "return LARGE", above="LARGE = np.uint64(2**64 - 1)")
    assert play(entrant).games == 0


def test_another_parameter_compiles_nothing() -> None:
    compile_field(load_field(["spread", "expert"]))
    with compilations() as compiled:
        field = compile_field(load_field(["spread:share=0.123", "expert:gap=9,flat=6"]))
    assert compiled == []
    assert (
        field.functions.tolist()
        == compile_field(load_field(["spread", "expert"])).functions.tolist()
    )
    low, high = (
        play(load_entrant(f"bid=spread:share={share},sell=random")).rows.price.sum()
        for share in (0.01, 0.9)
    )
    assert low < high


def test_whole_parameters_are_whole_and_real_ones_real(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from forsale_sim import Parameter, View, strategy\n"
        "from forsale_sim.cards import highest, lowest\n"
        "@strategy('mine')\n"
        "class Mine:\n"
        "    whole = Parameter(3, low=-5, high=9, meaning='a number')\n"
        "    real = Parameter(1.0, low=0.0, high=2.0, meaning='a number')\n"
        "    def bid(view: View, real: float, whole: int) -> int:\n"
        "        return view.least_bid if view.coins * real // whole > 4 else 0\n"
        "    def sell(view: View, whole: int) -> int:\n"
        "        return lowest(view.hand) if view.round % whole == 0 else highest(view.hand)\n"
    )
    for settings in ("", ":real=0.5", ":whole=2", ":whole=-5,real=1.5"):
        assert_engines_agree(load_entrant(f"{file}{settings}"))


BY_HELPERS = {
    "in itself": ("return view.least_bid if view.least_bid < LIMIT else 0", "LIMIT = 1"),
    "in a helper": (
        "return view.least_bid if below(view) else 0",
        "LIMIT = 1\ndef below(view): return view.least_bid < LIMIT",
    ),
    "in a helper's helper": (
        "return view.least_bid if below(view) else 0",
        "LIMIT = 1\ndef most(view): return LIMIT\ndef below(v): return v.least_bid < most(v)",
    ),
}


@pytest.mark.parametrize(("bid", "above"), BY_HELPERS.values(), ids=BY_HELPERS)
def test_a_global_that_is_changed_in_a_session_is_seen(
    tmp_path: Path, bid: str, above: str
) -> None:
    entrant = written(tmp_path, bid, above)
    names = entrant.decisions["bid"].function.__globals__  # type: ignore[attr-defined]
    paid = []
    for limit in (1, 9, 4, 1):
        names["LIMIT"] = limit
        assert_engines_agree(entrant)
        paid.append(play(entrant).rows.price.sum())
    assert paid[0] == paid[3] < paid[2] < paid[1]


PLAY = """
import sys
from tests.engine.playing import compilations
from tests.strategy_lab.plugins.test_compiling import play
from forsale_sim.for_sale import load_entrant
from strategy_lab.plugins.compiling import compile_field

entrant = load_entrant(sys.argv[1])
play(load_entrant("random"))
with compilations() as compiled:
    compile_field([entrant])
print(play(entrant).rows.price.sum(), bool(compiled))
"""


def said_of(file: Path) -> str:
    """Play in a new process, and return what it prints; it must end."""
    return subprocess.run(
        [sys.executable, "-B", "-c", PLAY, str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout


@pytest.mark.thorough
def test_a_strategy_that_prints_plays_on(tmp_path: Path) -> None:
    bid = "print(view.players, 'players')\nreturn 0"
    written(tmp_path, bid, f"# {uuid4()}: no earlier test has compiled it")
    file = tmp_path / "mine.py"
    said = said_of(file)
    assert said.startswith("4 players\n4 players\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert said_of(Path(shutil.copy(file, elsewhere))).splitlines()[:-1] == said.splitlines()[:-1]


FIELD = ["highest-first", "lowest-first", "coinflip", "bid=miser,sell=coinflip"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which nothing is kept yet, for this process and those it starts."""
    monkeypatch.setenv(toolchain.CACHE_VARIABLE, str(tmp_path / "compiled"))
    monkeypatch.setattr(compiling.os, "cpu_count", lambda: 2)
    cached = (toolchain.cache_root, toolchain.toolchain_folder)
    for function in cached:
        function.cache_clear()
    yield tmp_path
    for function in cached:
        function.cache_clear()


@pytest.fixture
def processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The specs of the processes that would have been started."""
    started: list[list[str]] = []

    class Process:
        def __init__(self, command: list[str], **_: Any) -> None:
            started.append(command[4:])

        def terminate(self) -> None: ...

        def wait(self) -> None: ...

    monkeypatch.setattr(compiling.subprocess, "Popen", Process)
    return started


@pytest.mark.thorough
@pytest.mark.usefixtures("folder")
def test_another_process_compiles_what_this_one_then_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    field = load_field(FIELD)
    monkeypatch.setattr(subprocess.Popen, "terminate", subprocess.Popen.wait)
    with compiling_ahead(field):
        pass
    for entrant in field:
        for decision in entrant.decisions.values():
            assert read_kept(decision_code(decision, GAME).file) is not None


def test_a_file_of_the_user_s_is_not_run_elsewhere(
    tmp_path: Path, processes: list[list[str]]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from forsale_sim import strategy\n"
        "@strategy('mine')\n"
        "class Mine:\n"
        "    def bid(view): return 0\n"
        "    def sell(view): return view.hand.bit_length()\n"
    )
    with compiling_ahead(load_field([*FIELD, str(file)])):
        pass
    assert processes == [[GAME.name, *FIELD]]
