"""Every command and every plot, for a game that `new-game` has written and for Monopoly.

*For Sale*'s are in tests/cli. The page docs/new-game.md names them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from monopoly_sim.program import PROGRAM as MONOPOLY
from strategy_lab.cli.games import laboratory
from strategy_lab.game import find_game
from strategy_lab.program import COMMANDS, Program

from tests.cli.calling import call
from tests.second_game.test_new_game import install
from tests.support.documents import ROOT

pytestmark = pytest.mark.thorough

SEED = ("--seed", "1")
SEARCH = ("--generations", "2", "--deals", "8", "--population", "4", "--final-deals", "20")
META = ("--meta-deals", "10", "--rounds", "1")


def asked(game: dict[str, str]) -> dict[str, list[tuple[str, ...]]]:
    """Return how each command is called for a game: by players, strategies, what varies."""
    players = ("--players", game["players"], *SEED)
    few = ("--games", game["games"], *players)
    one, other, vary, ruleset = (game[key] for key in ("one", "other", "vary", "ruleset"))
    whom = ("--strategy", one, "--strategy", other)
    run = ("run", *few, *whom)
    files = ("--out", "ran", "--games-out", "games.parquet")
    return {
        "run": [(*run, *files)],
        "rank": [("rank", *few, *whom, "--out", "ranked")],
        "duel": [("duel", one, other, "--no-field", *players, "--max-deals", "40")],
        "gauntlet": [("gauntlet", one, "--deals", "12", "--mixed", "0", *players)],
        "compare": [("compare", ruleset, "--vary", vary, *few, "--tables", "2")],
        "design": [
            (
                *("design", "--from", ruleset, "--vary", vary, "--minimise", "seat_gap"),
                *(*players, "--games", game["design"]),
            )
        ],
        "tune": [("tune", game["tuned"], "--against", one, *players, *SEARCH)],
        "exploit": [("exploit", game["tuned"], *players, *SEARCH)],
        "psro": [("psro", "--strategy", one, "--train", game["tuned"], *players, *SEARCH, *META)],
        "meta": [("meta", *whom, *players, "--deals", "12", "--out", "met")],
        "report": [
            ("report", "--vary", vary, *few, "--tables", "2", "--out", "page"),
        ],
        "merge": [
            (*run, "--shard", "1/2", "--out", "first"),
            (*run, "--shard", "2/2", "--out", "second"),
            ("merge", "first", "second", "--out", "whole"),
        ],
        "plot": [
            *(("plot", "ran", "--kind", kind, "--out", f"{kind}.svg") for kind in PLOTS),
            ("plot", "ranked", "--kind", "ratings", "--out", "ratings.svg"),
            ("plot", "met", "--kind", "equilibria", "--out", "equilibria.svg"),
        ],
        "replay": [("replay", *few, *whom, "--game", "2")],
        "rulesets": [("rulesets",), ("rulesets", "show", ruleset)],
        "strategies": [("strategies",), ("strategies", "show", one)],
        "check": [("check", one)],
        "new": [("new", "mine.py")],
    }


PLOTS = ("strategies", "seats", "opponents", "players")

DICEY = {
    "players": "3",
    "games": "120",
    "one": "bold",
    "other": "careful",
    "tuned": "careful",
    "vary": "target=60",
    "ruleset": "classic",
    "design": "3000",
}
OF_MONOPOLY = {
    "players": "3",
    "games": "60",
    "one": "builder",
    "other": "collector",
    "tuned": "auctioneer",
    "vary": "auction=none",
    "ruleset": "football-de",
    "design": "3000",
}


@pytest.fixture(scope="module", params=["dicey", "monopoly"])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Program, dict[str, str], Path]]:
    """The program of a game, how it is called, and a folder of its own to call it in."""
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "monopoly":
        yield MONOPOLY, OF_MONOPOLY, folder
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        with pytest.raises(SystemExit):
            from strategy_lab.cli.main import main

            main(laboratory, ["new-game", "dicey"])
        install(folder, "dicey")
        patch.syspath_prepend(str(folder / "site"))
        patch.setenv("PYTHONPATH", str(folder / "site"))
        yield find_game("dicey").program(), DICEY, folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "dicey"]:
        del sys.modules[name]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(
    command: str,
    played: tuple[Program, dict[str, str], Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[Any],
) -> None:
    program, game, folder = played
    (folder / command).mkdir()
    monkeypatch.chdir(folder / command)
    wanted, before = asked(game), ("run", "rank", "meta") if command == "plot" else ()
    for words in (each for name in (*before, command) for each in wanted[name]):
        said = call(capsys, *words, program=program)
        assert said.status == 0, f"{words}: {said.err}"
        assert "Traceback" not in said.err
        assert said.out or "Saved" in said.err


def test_the_page_names_every_command() -> None:
    page = (ROOT / "docs" / "new-game.md").read_text("utf-8")
    sentence = page.partition("*For Sale* have the commands")[2].partition(": tests run")[0]
    assert re.findall(r"`(\w+)`", sentence) == [*COMMANDS, "play"]
    assert [*asked(DICEY)] == [*COMMANDS]
