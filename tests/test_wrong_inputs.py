"""What cannot be: one clear message, the right exit status, and nothing left behind.

The inputs and their answers are in `wrong_inputs.txt`: after ``$`` what is asked of the command
line, after ``%`` of that of Monopoly, after ``@`` of that of the laboratory, after ``>>>`` what is
asked from Python, after ``=`` a line of a ruleset's file, after ``==`` of one of Monopoly's, after
``~`` how a ruleset varies, and below what is told.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import forsale_sim
import pytest
from forsale_sim.rl import forsale_v0, vector_v0
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Ruleset
from monopoly_sim.program import PROGRAM as MONOPOLY
from monopoly_sim.rules.ruleset import load_ruleset as load_monopoly
from strategy_lab.cli.games import laboratory
from strategy_lab.errors import UsageError
from strategy_lab.ruleset_files import MOST_LINES
from strategy_lab.varying import what_ifs

from tests.cli.calling import call, contents
from tests.strategy_lab.check.trying import write
from tests.support.program import main

FILES = {
    "empty.py": "",
    "broken.py": "def (",
    "failing.py": "x = 1\n1 / 0\n",
    "taken.py": "precious",
    "folder.py/file": "",
    "ours.txt": "",
    "empty.toml": "",
    "broken.toml": "coins = {",
    "cards.toml": 'extends = "iello-en"\nremoved = { 3 = 99 }\n',
    "coins.toml": 'extends = "iello-en"\ncoins = { 3 = -1 }\n',
    "iello-fr.toml": 'extends = "iello-fr"\nrefund = "none"\n',
    "house.toml": 'extends = "iello-en"\nname = "house"\ncoins = { 3 = 9 }\n',
    "other.toml": 'extends = "iello-en"\nname = "house"\ncoins = { 3 = 8 }\n',
    "blend.toml": 'format = 1\n[[members]]\nstrategy = "expert"\nweight = 1\n',
    "misspelt.toml": "plyers = 3",
    "number.toml": "vary = [1.5]",
    "both.toml": "fair-seats = true\nplayers = 3\nvary = 'coins=20'",
    "equals.toml": "= 1",
    "share.toml": "share = 1",
    "members.toml": "format = 1\nmembers = []\n",
    "member.toml": "format = 1\nmembers = [1]\n",
    "unweighted.toml": 'format = 1\n[[members]]\nstrategy = "spread"\n',
    "negative.toml": 'format = 1\n[[members]]\nstrategy = "spread"\nweight = -1\n',
    "unknown.toml": 'format = 1\n[[members]]\nstrategy = "sprad"\nweight = 1\n',
    "absent.toml": 'format = 1\n[[members]]\nstrategy = "no.toml"\nweight = 1\n',
    "itself.toml": 'format = 1\n[[members]]\nstrategy = "itself.toml"\nweight = 1\n',
    "drawing.toml": 'format = 1\n[[members]]\nstrategy = "torn.py:torn"\nweight = 1\n',
    "number.py": "number = 1",
    "importing.py": "import no_such_module_at_all",
    "leaving.py": "raise SystemExit(3)",
    "named.py": "from forsale_sim import strategy\n\n@strategy('Bad')\nclass A: pass",
    "here.jsonl": "",
    "position.toml": 'ruleset = "football-de"\n'
    + "".join(f'[[seats]]\nstrategy = "{one}"\ncash = 1\n' for one in ("many.py", "trader")),
    "many.py": "from monopoly_sim import strategy\n@strategy('many')\nclass Many:\n"
    "    def buy(view, square): return {'a': [1]} == {}\n    def bid(view, lot): return 0\n",
    "game.jsonl": '{"t": "setup"}',
    "taken.png": "precious",
    "taken.svg": "precious",
    "compared/manifest.json": '{"schema": 1, "command": "forsale-sim compare --seed 1"}',
    "reported/manifest.json": '{"schema": 1, "command": "forsale-sim report --seed 1"}',
    "broken/manifest.json": "nonsense",
    "listed/manifest.json": "[]",
    "taken/file": "",
    "taken/games.parquet": "",
}

FEW = "--games 400 --seed 3 --players 4"
PLAYED = (
    f"run {FEW} --out one --games-out games.parquet",
    f"run {FEW} --ruleset iello-en --ruleset iello-fr --out two --out-format csv",
    f"rank {FEW} --out ranked",
    "run --games 8 --lineup expert,expert,expert,expert --out alone",
    f"run {FEW} --shard 1/2 --out part-1",
)

DRAWS = """
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import lowest

@strategy("torn")
class Torn:
    one = Parameter(0.5, low=0.0, high=1.0, meaning="how often")
    two = Parameter(0.5, low=0.0, high=1.0, meaning="how often, too")

    def bid(view: View, one: float, two: float) -> int:
        return view.least_bid if {condition} else 0

    def sell(view: View) -> int:
        return lowest(view.hand)
"""

PLAYABLE = {
    "name": "mine",
    "houses": "1-30",
    "cheques": "1-30",
    "coins": {"3": 28, "4": 21},
    "houses_per_round": "players",
    "raise": "strict",
    "refund": "up",
}
"""A ruleset, as its file says it."""

WRONG = re.findall(
    r"^(\$|%|@|>>>|==?|~) (.+)\n(.+)$",
    Path(__file__).with_name("wrong_inputs.txt").read_text(),
    re.MULTILINE,
)
USUAL = {"--games": "60", "--out": "saved/here", "--games-out": "all.parquet"}
"""What a run that is not refused would leave behind."""


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files that cannot be used, and of one that can; nothing may change in it."""
    made = tmp_path_factory.mktemp("wrong")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(made)
        for name, text in FILES.items():
            path = made / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        Path("torn.py").write_text(DRAWS.format(condition="view.game_random() < one * two"))
        Path("bad.py").write_text(DRAWS.format(condition="{'a': [1]} == {}"))
        write(made, bid="if {'a': [sys]} == {}: return 99")
        Path("mine.py").rename("uncompilable.py")
        write(made, bid="if view.coins == 99: return 0\n        " * 2001)
        Path("mine.py").rename("branching.py")
        write(made)
        for command in PLAYED:
            with pytest.raises(SystemExit) as ended:
                main(command.split())
            assert ended.value.code == 0
    return made


@pytest.mark.parametrize(
    ("where", "asked", "told"), [each for each in WRONG if each[0] not in {"=", "==", "~"}]
)
def test_what_cannot_be_is_refused(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    where: str,
    asked: str,
    told: str,
) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder)
    if where == "$":
        words = shlex.split(asked)
        if words[0] == "run" and "--precision" not in words:
            words += [word for pair in USUAL.items() if pair[0] not in words for word in pair]
        said = call(capsys, *words)
        assert said.status == 2
        assert told in said.message
    elif where in "%@":
        said = call(capsys, *shlex.split(asked), program=MONOPOLY if where == "%" else laboratory)
        assert said.status == 2
        assert told in said.message
    else:
        with pytest.raises(UsageError) as caught:
            eval(asked, dict.fromkeys(()), CALLED)
        assert told in str(caught.value)
    assert contents(folder) == before


def problems(**settings: object) -> list[str]:
    with pytest.raises(UsageError) as caught:
        Ruleset.validated(settings, "mine.toml")
    lines = str(caught.value).splitlines()
    assert all(line.startswith("mine.toml: ") for line in lines)
    return [line.removeprefix("mine.toml: ") for line in lines]


def test_a_line_of_a_ruleset_that_cannot_be_is_refused() -> None:
    for where, line, told in WRONG:
        if where == "=":
            (problem,) = problems(**{**PLAYABLE, **tomllib.loads(line)})
            assert problem.startswith(told)


def test_a_line_of_a_ruleset_of_monopoly_that_cannot_be_is_refused() -> None:
    for where, line, told in WRONG:
        if where == "==":
            with pytest.raises(UsageError) as caught:
                load_monopoly("hasbro-classic").extended(
                    {"name": "mine", **tomllib.loads(line)}, "mine.toml"
                )
            assert f"mine.toml: {told}" in str(caught.value)


def test_a_ruleset_that_cannot_vary_so_is_refused() -> None:
    for where, texts, told in WRONG:
        if where == "~":
            with pytest.raises(UsageError) as caught:
                what_ifs(load_ruleset("iello-en"), texts.split(" & "))
            assert told in str(caught.value)


@pytest.mark.parametrize("key", PLAYABLE)
def test_a_key_that_a_ruleset_lacks_is_named(key: str) -> None:
    line, way_out = problems(**{known: PLAYABLE[known] for known in PLAYABLE if known != key})
    assert line.startswith(f"{key}: missing; it must be ")
    assert way_out.startswith("extends: missing, so every rule has to be set")


def test_all_problems_of_a_ruleset_are_told_at_once_in_the_order_of_its_keys() -> None:
    wrong = {"coins": {"3": -1, "4": "x"}, "houses": [0, 61], "refund": 1, "colour": "red"}
    keys = [line.partition(":")[0] for line in problems(**{**PLAYABLE, **wrong})]
    assert keys == ["houses", "houses", "coins.3", "coins.4", "refund", "colour"]
    lines = problems(**{**PLAYABLE, "houses": list(range(100, 130))})
    assert lines[MOST_LINES:] == [f"and {30 - MOST_LINES} more"]
    (line,) = problems(**{**PLAYABLE, "houses": [1 << 20_000, *range(2, 31)]})
    assert line.startswith("houses: a number of hundreds of digits is not allowed")


def test_the_largest_and_the_smallest_deck_are_allowed() -> None:
    few = {"houses": "1-3", "cheques": [0, 0, 0], "houses_per_round": "players-1"}
    assert Ruleset.validated({**PLAYABLE, **few}, "mine.toml").rules(4).houses_per_round == 3
    largest = {
        **{"houses": "1-60", "cheques": [255] * 60, "removed": {"3": 57, "6": 54}},
        "coins": {str(players): 255 for players in (3, 4, 5, 6)},
    }
    ruleset = Ruleset.validated({**PLAYABLE, **largest}, "mine.toml")
    assert [ruleset.rules(players).cards_dealt for players in (3, 4, 5, 6)] == [3, 60, 60, 6]


CALLED: dict[str, Any] = {
    **{name: getattr(forsale_sim, name) for name in forsale_sim.__all__},
    **{"ForSale": forsale_v0.ForSale, "ForSaleVector": vector_v0.ForSaleVector},
}
