"""What cannot be: one clear message, the right exit status, and nothing left behind."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest
from pyarrow import parquet

from tests.cli.calling import Said, contents
from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write

FILES = {
    "empty.py": "",
    "broken.py": "def (",
    "failing.py": "x = 1\n1 / 0\n",
    "empty.toml": "",
    "broken.toml": "coins = {",
    "cards.toml": 'extends = "iello-en"\nremoved = { 3 = 99 }\n',
    "coins.toml": 'extends = "iello-en"\ncoins = { 3 = -1 }\n',
    "iello-fr.toml": 'extends = "iello-fr"\nrefund = "none"\n',
    "taken/file": "",
    "taken/games.parquet": "",
}

SPREAD = "spread,spread,spread"

REFUSED = [
    (("--games", "0"), "the number of games must be 1 to 1e+12, not 0"),
    (("--games", "-5"), "the number of games must be 1 to 1e+12, not -5"),
    (("--games", "1e30"), "the number of games must be 1 to 1e+12, not 1e+30"),
    (("--games", "1.5"), "'1.5' is not a whole number, such as 1000000 or 1e6"),
    (("--games", "many"), "'many' is not a whole number"),
    (("--games", "nan"), "'nan' is not a whole number"),
    (("--games", "inf"), "'inf' is not a whole number"),
    (("--games", ""), "'' is not a whole number"),
    (("--players", "2"), "is for 3, 4, 5 or 6 players, not 2"),
    (("--players", "7"), "not 7: a file that extends it can set coins = { 7 = … }"),
    (("--players", "3,4,9"), "For Sale is played by 2 to 8 players, not by 9"),
    (("--players", "all"), "'all' is not a list of player counts, such as 3,4 or 3-6"),
    (("--players", ""), "'' is not a list of player counts"),
    (("--strategy", "spraed"), "unknown strategy 'spraed': did you mean 'spread'?"),
    (("--strategy", "zzz"), "unknown strategy 'zzz'. Known: analyst, "),
    (("--strategy", ""), "the name of a strategy is missing in ''"),
    (("--strategy", "expert,spread"), "repeat it, as --strategy expert --strategy spread"),
    (("--strategy", "bid=spread,sell=mather"), "did you mean 'matcher'?"),
    (("--strategy", "bid=spread"), "'bid=spread' is part of a cross: it needs"),
    (("--strategy", "spread:shore=1"), "'spread' has no parameter 'shore': did you mean 'share'?"),
    (("--strategy", "spread:share=7"), "parameter 'share' must be a number from 0.0 to 1.0"),
    (("--strategy", "spread:share=x"), "parameter 'share' must be a number from"),
    (("--strategy", "spread:share=nan"), "parameter 'share' must be a number from"),
    (("--strategy", "spread:share"), "'share' sets nothing; write name=value"),
    (("--strategy", "random:share=1"), "'random' has no parameter 'share', nor any other"),
    (("--strategy", "spread:zzz=1"), "'spread' has no parameter 'zzz'. Known: share"),
    (("--strategy", "nowhere.py"), "no strategy file"),
    (("--strategy", "empty.py"), "empty.py holds no strategy: decorate a class"),
    (("--strategy", "broken.py"), "SyntaxError"),
    (("--strategy", "failing.py"), "failing.py cannot be run: ZeroDivisionError: division by zero"),
    (("--strategy", "mine.py:ood"), "mine.py holds no strategy 'ood': did you mean 'odd'?"),
    (
        ("--strategy", "uncompilable.py:odd", "--strategy", "spread", "--players", "3"),
        "or play it as it is with --engine python",
    ),
    (("--ruleset", "iello-eng"), "no ruleset is called 'iello-eng': did you mean 'iello-en'"),
    (("--ruleset", "nowhere.toml"), "nowhere.toml: there is no such file"),
    (("--ruleset", "empty.toml"), "empty.toml: "),
    (("--ruleset", "broken.toml"), "broken.toml: is not valid TOML"),
    (("--ruleset", "cards.toml"), "cards.toml: removed"),
    (("--ruleset", "coins.toml"), "coins.toml: coins"),
    (("--ruleset", "iello-fr.toml"), "is a built-in ruleset with other rules"),
    (("--lineup", ""), "the name of a strategy is missing in ''"),
    (("--lineup", f"{SPREAD},"), f"the name of a strategy is missing in '{SPREAD},'"),
    (("--lineup", "spread"), "is for 3, 4, 5 or 6 players, not 1"),
    (("--lineup", f"{SPREAD},{SPREAD},spread"), "is for 3, 4, 5 or 6 players, not 7"),
    (("--lineup", "spread,spread,spraed"), "did you mean 'spread'?"),
    (("--lineup", "bid=spread,expert,expert"), "'bid=spread' is part of a cross: it needs bid="),
    (("--lineup", "mine.toml:share=0.2,expert,expert"), "a TOML file takes no parameters"),
    (("--lineup", SPREAD, "--players", "4"), "the lineup seats 3 players, not 4"),
    (
        ("--lineup", SPREAD, "--strategy", "spread"),
        "a lineup and a field of strategies exclude each other",
    ),
    (("--seed", "-1"), "a seed is a whole number from 0 to 2**64 - 1, not -1"),
    (
        ("--seed", str(2**64)),
        "a seed is a whole number from 0 to 2**64 - 1, not 18446744073709551616",
    ),
    (("--seed", "luck"), "'luck' is not a whole number"),
    (("--threads", "0"), "the number of threads must be 1 to 1024, not 0"),
    (("--threads", "1e9"), "the number of threads must be 1 to 1024, not 1000000000"),
    (("--engine", "steam"), "'steam' is not one of 'compiled', 'python'"),
    (("--format", "xml"), "'xml' is not one of 'table', 'json', 'csv'"),
    (("--out-format", "xlsx"), "'xlsx' is not one of 'parquet', 'csv'"),
    (("--plot-format", "pdf"), "'pdf' is not one of 'png', 'svg'"),
    (("--out", "taken"), "the folder taken is not empty, and nothing is overwritten"),
    (("--out", "empty.py"), "is a file"),
    (("--out", "empty.py/new/folder"), "cannot write in empty.py/new/folder: "),
    (("--games-out", "taken/games.parquet"), "taken/games.parquet exists and is not overwritten"),
    (("--games-out", "taken"), "is a directory"),
    (("--games-out", "games.csv"), "--games-out writes Parquet, and games.csv is no name for that"),
    (("--games-out", "games"), "let it end in .parquet"),
    (("--games-out", "nowhere/games.parquet"), "nowhere for games.parquet: make it first"),
    (("--shard", "3/16"), "--shard needs a --seed: each part would draw another"),
    (("--shard", "half", "--seed", "1"), "a part is written as 3/16, not 'half'"),
    (("--shard", "9/1000", "--seed", "1"), "part 9/1000 has no deal to play: with only 3 deals"),
    (("--checkpoint-every", "-1"), "-1.0 is not in the range x>=0"),
    (("--resume", "taken"), "--resume goes on with what was asked for: leave out --games"),
    (("surplus",), "surplus"),
]


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    """Write the files that cannot be used."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    write(folder, bid="if {'a': [time]} == {}: return 99")
    Path("mine.py").rename("uncompilable.py")
    write(folder)


def run(forsale: Command, *more: str) -> Said:
    """Run games, with all that could be left behind, unless it is asked for otherwise."""
    options = {"--games": "60", "--out": "saved/here", "--games-out": "games.parquet"}
    usual = [word for pair in options.items() if pair[0] not in more for word in pair]
    return forsale("run", *usual, *more)


@pytest.mark.parametrize("engine", ["compiled", "python"])
@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        ({"bid": "return 99"}, "a bid of 99 is illegal"),
        ({"bid": "return -1"}, "a bid of -1 is illegal"),
        ({"sell": "return 0"}, "a sale of house 0 is illegal"),
        ({"bid": "if view.round == 3: raise ValueError('no')"}, "it raised ValueError: no"),
        ({"sell": "return 1 // (view.round - view.round)"}, "it raised ZeroDivisionError: "),
    ],
)
def test_a_strategy_s_mistake_fails_the_run(
    forsale: Command, folder: Path, engine: str, mistake: dict[str, str], told: str
) -> None:
    Path("own").mkdir()
    spec = write(Path("own"), **mistake)
    before = contents(folder)
    said = run(forsale, "--lineup", f"{spec},spread,spread", "--engine", engine, "--seed", "1")
    assert said.status == 1
    assert "strategy 'mine.py:odd', " in said.message
    assert told in said.message
    assert contents(folder) == before
    command = said.message.partition("\nSee the game: forsale-sim ")[2]
    shown = forsale(*command.split())
    assert shown.status == 1
    assert told in shown.message
    assert "The game so far:" in shown.message


def test_what_python_alone_can_see_is_a_mistake_too(forsale: Command, folder: Path) -> None:
    Path("own").mkdir()
    spec = write(Path("own"), bid="return 'two'")
    said = run(forsale, "--lineup", f"{spec},spread,spread", "--engine", "python")
    assert said.status == 1
    assert "'two'" in said.message


@pytest.mark.parametrize("full", ["tables", "plots", "manifest"])
def test_a_disk_that_is_full_at_the_end_keeps_what_was_played(
    forsale: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    module = {"plots": "display.plots.plot_files"}.get(full, "display.saving")
    with monkeypatch.context() as filled:
        save = importlib.import_module(f"strategy_lab.{module}")
        filled.setattr(save, f"save_{full}", fail)
        said = run(forsale, "--lineup", SPREAD)
    assert said.status == 1
    last = said.err.splitlines()[-2:]
    assert last[0] == "forsale-sim: error: No space left on device"
    assert last[1] == "60 games are kept. Go on with: forsale-sim run --resume saved/here"
    assert {path.name for path in Path("saved/here").iterdir()} == {
        *("manifest.json", "checkpoint.npz", ".lock")
    }
    assert json.loads(Path("saved/here/manifest.json").read_text())["complete"] is False
    again = forsale("run", "--resume", "saved/here")
    assert again.status == 0
    assert again.out == said.out
    assert again.err == "Saved tables, plots and manifest in saved/here.\n"
    assert parquet.read_metadata("games.parquet").num_rows == 60
