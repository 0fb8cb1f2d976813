"""Whatever is asked for: no traceback, no hang, and nothing of the user's is touched.

Options have values that nobody should give, and files are hostile.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import click
import pytest
from forsale_sim.program import FOR_SALE

from tests.attacks.calling import attack, kept
from tests.support.program import cli

pytestmark = pytest.mark.slow

BATCHES, CASES = 40, 32

SMALL = ("--games", "60", "--players", "3", "--seed", "1", "--threads", "1")
SEARCH = ("--deals", "4", "--generations", "2", "--population", "4", "--seed", "1")

BASES: dict[str, tuple[str, ...]] = {
    "run": ("run", *SMALL),
    "rank": ("rank", *SMALL, "--strategy", "spread", "--strategy", "miser"),
    "compare": ("compare", "iello-en", "iello-fr", *SMALL, "--players-from", "spread,miser"),
    "duel": ("duel", "spread", "miser", "--players", "3", "--max-deals", "20", "--seed", "1"),
    "meta": ("meta", "--strategy", "spread", "--strategy", "miser", "--players", "3"),
    "design": (
        *(
            "design",
            "--vary",
            "refund=up,none",
            "--minimise",
            "seat_gap",
            "--players-from",
            "spread,miser",
        ),
        *("--players", "3", "--games", "2100", "--seed", "1", "--threads", "1"),
    ),
    "tune": ("tune", "spread", "--players", "3", "--against", "miser", *SEARCH, "--out", "t"),
    "gauntlet": (
        *("gauntlet", "spread", "--players", "3", "--deals", "2", "--strangers", "1"),
        *("--mixed", "1", "--seed", "1", "--threads", "1"),
    ),
    "merge": ("merge",),
    "replay": ("replay", *SMALL[:-2], "--game", "7"),
    "plot": ("plot", "games.parquet", "--kind", "prices"),
    "play": ("play", "--seed", "1"),
    "rulesets": ("rulesets",),
    "strategies": ("strategies",),
    "new": ("new", "fresh.py"),
    "check": ("check", "nobody"),
}
"""Requests that are short, whatever else they are told."""

VALUES = (
    *("", " ", "-1", "0", "1", "3", "1.5", "nan", "inf", "-inf", "1e999", "1e-320", "1e308"),
    *("9" * 400, "9" * 5000, "2**70", "0x10", "1_0", "٣", "³", "9007199254740993.0", "1e15"),
    *("true", "null", "None", "a" * 300, "../..", "/", ".", "~", "/dev/null", "/dev/zero", "-"),
    *("a\x1b]0;x\x07", "\u202e", "a\nb", "a,b", ",", ":", "=", "%s%n", "{0}", "$(id)", "🏠" * 70),
    *("spread", "spread:share=1e309", "bid=spread", "bid=spread,sell=spread", "<spread>", "x.py:"),
    *("iello-en", "pipe.toml", "pipe.py", "pipe.png", "pipe.parquet", "loop.toml", "precious.txt"),
    *("precious.py", "precious.parquet", "precious.toml", "folder", "folder/new", "3-", "6-3"),
    *("hostile.toml", "hostile.py", "1/0", "0/1", "1/1", "2/1", "1/9999999999", "local:0"),
    *("local:99999", "tcp://", "json", "csv"),
)

SLOW_TO_REFUSE = {"scheduler"}
"""Options whose good values start processes: only values without a digit are given."""


def options_of(name: str) -> list[click.Parameter]:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return [each for each in command.params if each.name not in {"help", "browser"}]


def request(chance: random.Random) -> list[str]:
    name = chance.choice(sorted(BASES))
    words = list(BASES[name])
    for option in chance.sample(options_of(name), k=min(3, len(options_of(name)))):
        value = chance.choice(VALUES)
        if option.name in SLOW_TO_REFUSE and any(map(str.isdigit, value)):
            value = "tcp://"
        if isinstance(option, click.Argument):
            words.insert(chance.randrange(1, len(words) + 1), value)
            continue
        long = option.opts[0]
        if long in words:
            place = words.index(long)
            del words[place : place + 2]
        flag = isinstance(option, click.Option) and option.is_flag
        words += [long] if flag else [long, value]
        if chance.random() < 0.5:
            break
    return words


TOML_BITS = (
    *('extends = "iello-en"', 'extends = "hostile.toml"', "extends = 3", 'name = "{}"'),
    *("name = []", 'refund = "up"', "refund = 1", 'raise = "strict"', "coins = 3"),
    *("coins = {{ 3 = {} }}", "coins = {}", "removed = {}", "houses_per_round = {}"),
    *("houses = {}", 'houses = "1-99999999999"', 'houses = "{}"', "cheques = [{}]"),
    *("format = 1", "format = {}", 'strategy = "spread"', 'source = "{}"'),
    *('strategy = "hostile.toml"', 'ruleset = "{}"', "players = {}", "[parameters]\nshare = {}"),
    *('[[members]]\nstrategy = "spread"\nweight = {}', '[[members]]\nstrategy = "{}"\nweight = 1'),
    *("[made]\nby = {}", "rulesets = {}", "fields = {}", "games = {}", "seed = {}", "a{} = 1"),
    *("what_ifs = {}", "title = {}", '"{}" = {}', "= 1", "[", "\\x00", '"""', "[[a]]\n[a]"),
)  # fmt: skip
TOML_VALUES = (
    *("1", "-1", "0", "1e308", "nan", "-inf", "9" * 30, "9" * 5000, "0x" + "f" * 5000, "[]", "{}"),
    *("[" * 300 + "]" * 300, "[" * 9000, "1979-05-27", "true", '"spread"', '"\\u001b[2J"', "x"),
    *("[1, 'a']", "{a = 1}", "1e-320", "'" + "a" * 300 + "'", "\\u202e", "9223372036854775808"),
)

PYTHON = """
from forsale_sim import Parameter, View, strategy
{top}
@strategy({name})
class Hostile:
    {inside}
    def bid({arguments}):
        {bid}
    def sell(view: View) -> int:
        return {sell}
"""
TOPS = (
    *("", "raise BaseException('x')", "raise SystemExit", "1 / 0", "def (", "import nowhere"),
    *("import sys; sys.modules.clear", "print('x' * 9)", "x = [[]]; x[0] = x", "\x00", "ü = 1"),
    *("from precious import *", "class View: pass", "strategy = None", "__name__ = 3"),
    *("f = lambda: f(); f()", "strategy('other')(type('A', (), {}))", "import not_there"),
)  # fmt: skip
NAMES = ('"hostile"', '"Hostile"', '""', "3", "None", '"a\\x1b[2J"', '"spread"', '"a" * 300', "")
INSIDES = (
    *("", "a = Parameter(1, low=2, high=3, meaning='x')", "view = 1"),
    *("bid = sell = None", "x = 1 /0"),
)  # fmt: skip
ARGUMENTS = ("view: View", "", "self", "view, a", "*view", "view, *, a=1", "a, view")
BIDS = (
    *("return 0", "return view.coins + 1", "return -1", "return 2**70", "return 0.5"),
    *("return None", "return '1'", "raise KeyboardInterrupt", "raise BaseException", "pass"),
    *("return view.least_bid", "return view.nothing", "return 1 // 0", "return view.bid(view)"),
    *("view.coins = 9", "import os; return 0", "return view.coins << 62", "return True", "exit()"),
)  # fmt: skip
SELLS = ("view.hand", "0", "2**70", "-1", "view.hand & -view.hand", "None")


def hostile_toml(chance: random.Random) -> bytes:
    lines = [chance.choice(TOML_BITS) for _ in range(chance.randint(1, 6))]
    filled = [line.replace("{}", chance.choice(TOML_VALUES)) for line in lines]
    content = "\n".join(filled).replace("{{", "{").replace("}}", "}").encode()
    return content if chance.random() < 0.9 else content + bytes([chance.randrange(256)])


def hostile_python(chance: random.Random) -> bytes:
    pick = chance.choice
    return PYTHON.format(
        top=pick(TOPS),
        name=pick(NAMES) if chance.random() < 0.3 else '"hostile"',
        inside=pick(INSIDES) if chance.random() < 0.3 else "",
        arguments=pick(ARGUMENTS) if chance.random() < 0.3 else "view: View",
        bid=pick(BIDS),
        sell=pick(SELLS),
    ).encode()


def file_request(chance: random.Random) -> list[str]:
    toml = chance.random() < 0.5
    file = "hostile.toml" if toml else "hostile.py"
    requests = [
        [*BASES["run"], "--strategy", file, "--strategy", "spread"],
        [*BASES["run"], "--strategy", file, "--engine", "python"],
        ["strategies", "show", file],
        [*BASES["duel"][:1], file, *BASES["duel"][2:]],
    ]
    if toml:
        requests += [
            [*BASES["run"], "--ruleset", file],
            ["rulesets", "show", file],
            ["compare", "iello-en", file, *BASES["compare"][3:]],
            ["report", file, "--games", "0", "--out", "page"],
        ]
    return chance.choice(requests)


def lay_out(folder: Path, chance: random.Random) -> None:
    (folder / "folder").mkdir()
    for name in ("precious.txt", "precious.py", "precious.parquet", "precious.toml", "folder/mine"):
        (folder / name).write_text("mine = 1\n")
    for name in (".mine.part", ".precious.txt.7.part", "folder/.1.part"):
        (folder / name).write_text("mine")
    for name in ("pipe.toml", "pipe.py", "pipe.png", "pipe.parquet"):
        os.mkfifo(folder / name)
    (folder / "loop.toml").symlink_to("loop.toml")
    (folder / "hostile.toml").write_bytes(hostile_toml(chance))
    (folder / "hostile.py").write_bytes(hostile_python(chance))


def test_every_command_is_attacked() -> None:
    assert set(FOR_SALE.commands) - set(BASES) == {"exploit", "psro", "report"}


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("asked", [request, file_request], ids=["options", "files"])
def test_hostile_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: object, batch: int
) -> None:
    for case in range(CASES if asked is request else CASES // 2):
        chance = random.Random(f"{asked is request} {batch} {case}")
        folder = tmp_path / f"{case}"
        folder.mkdir()
        monkeypatch.chdir(folder)
        lay_out(folder, chance)
        before = kept(folder)
        words = request(chance) if asked is request else file_request(chance)
        said = attack(words)
        after = kept(folder)
        lost = {name for name, held in before.items() if after.get(name) != held}
        assert not lost, f"{words!r} lost {lost}: {said}"
        if said.status == 2:
            assert set(after) == set(before), f"{words!r} left {set(after) - set(before)}"
        assert not [name for name in after if "forsale-sim.part" in name], words
