"""A game from `python -m strategy_lab new-game`, installed from its wheel, and changed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

pytestmark = pytest.mark.thorough


def ran(folder: Path, *arguments: str, status: int | None = 0) -> str:
    """Run a module of Python in a folder, with what is installed there; return what it printed.

    None: it fails with either status.
    """
    installed = {"PYTHONPATH": str(folder / "site"), "COLUMNS": "100"}
    installed["PYTHONDONTWRITEBYTECODE"] = "1"  # two edits of a second may be of one length
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **installed},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode in ((1, 2) if status is None else (status,)), said
    assert "Traceback" not in said, said
    return said


def install(folder: Path, name: str) -> None:
    """Install a game from the wheel of its package, where `ran` finds it."""
    to = ("--no-build-isolation", "--no-deps", "--upgrade", "--target", str(folder / "site"))
    ran(folder, "pip", "install", "--quiet", *to, f"./{name}")


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which nothing was but the game `dicey`, which is installed."""
    folder = tmp_path_factory.mktemp("empty")
    said = ran(folder, "strategy_lab", "new-game", "dicey")
    assert "pip install -e dicey" in said
    install(folder, "dicey")
    return folder


def test_it_is_tested_ranked_and_compared_at_once(empty: Path) -> None:
    assert " passed" in ran(empty, "pytest", "-q", "-p", "no:cacheprovider", "dicey")
    few = ("--games", "600", "--seed", "1", "--players", "3")
    assert "bold" in ran(empty, "dicey", "rank", *few)
    said = ran(empty, "dicey", "compare", "classic", "short", *few, "--tables", "4")
    assert "points of a player  " in said and "turns of a game  " in said
    assert "Dicey" in ran(empty, "dicey", "--help")


def test_a_package_holds_nothing_of_the_game_that_it_was_written_from(empty: Path) -> None:
    written = (path for path in (empty / "dicey").rglob("*.*") if path.suffix != ".pyc")
    texts = [path.read_text("utf-8") for path in written if path.is_file()]
    assert len(texts) >= 9
    assert not any(re.search(r"(?<![a-z])pig(?![a-z])", text, re.IGNORECASE) for text in texts)


def test_mistakes_of_a_game_are_told_in_a_line(empty: Path) -> None:
    few = ("--games", "4", "--seed", "1")
    rules = ("--ruleset", "classic[target=0]")
    assert "it must be a whole number from 1 to 1,000" in ran(
        empty, "dicey", "run", *few, *rules, status=2
    )
    assert "classic is for 2, 3, 4 or 5 players, not 6" in ran(
        empty, "dicey", "run", *few, "--lineup", "bold,bold,bold,bold,bold,careful", status=2
    )
    six = empty / "six.toml"
    six.write_text('extends = "classic"\nplayers = [6]\n')
    said = ran(empty, "dicey", "run", *few, "--ruleset", "six.toml", status=2)
    assert "players: 6 is not allowed; the game is for 2 to 5" in said
    said = ran(empty / "dicey", "dicey", "run", *few, status=2)
    assert "no installed package offers the game 'dicey'" in said
    ran(empty, "dicey", "new", "mine.py")
    mine = empty / "mine.py"
    assert "mine.py passes" in ran(empty, "dicey", "check", "mine.py", "--quick")
    mine.write_text(mine.read_text().replace("view.turn_total < enough", "7 + enough - enough"))
    said = ran(empty, "dicey", "run", *few, "--strategy", "mine.py", "--strategy", "bold", status=1)
    assert "roll: 7 is illegal: it is one of 0, 1" in said


def test_a_person_plays_in_a_terminal(empty: Path) -> None:
    asked = ("dicey", "play", "--ruleset", "short", "--seed", "3", "--seat", "2")
    said = ran(empty, *asked, "--moves", "y; 7; score_of(9); score_of(x-); score_of(-); n")
    assert "score_of(9): no answer: a seat is a number from 1 to view.players" in said
    assert "whether to roll again" in said
    assert "(turn_total 0, score 0, score_of by seat 0 0)\nanswer y or n\n" in said
    assert all(f"'{it}' is none of the answers: y or n" in said for it in ("7", "score_of(x-)"))
    assert "score_of(-): no answer: ask score_of(seat) with numbers" in said
    assert "seat 2 (you) rolls" in said
    (again,) = re.findall(r"To go on: dicey (play .*)", said)
    assert "--moves 'y; n" in again or "--moves y" in again
    assert ran(empty, "dicey", *shlex.split(again)).count("seat 2 (you) rolls") >= 1
    quick = ("--ruleset", "short[target=5]", "--moves", "; ".join(["y"] * 40))
    assert re.search(r"1\. seat \d \(\w+\): \d", ran(empty, *asked[:2], *quick, "--seed", "3"))


LOWDOWN = """\
from strategy_lab.plugins.strategies import make_strategy
from strategy_lab.table_game import Table, TableRules, rule, table_game

class Rules(TableRules):
    spread: int = rule(7, "how far chance goes", low=1, high=99)

    def score_range(self, players):
        return -self.spread, self.spread

class Lowdown(Table):
    decisions = {"take": "how much to take"}
    lowest_wins = True

    def play(self):
        for seat in self.seats:
            self.score[seat] = self.draw(7) - 3 + 2 * self.ask(seat, "take", range(-2, 3))

GAME = table_game(
    "lowdown", Lowdown, Rules, ruleset="classic", field=("lower", "upper"), players=(2, 12),
    kernel="lowdown.kernel",
)

def strategy(name):
    return lambda source: make_strategy(GAME, name, source)
"""
LOWDOWN_KERNEL = """

@step
def play(state):
    for seat in range(1, state.players + 1):
        number = draw(state, 7) - 3
        taken = ask(state, seat, 0)
        require(-2 <= taken <= 2)
        state.score[seat] = number + 2 * taken
"""
TAKERS = """\
from lowdown.game import strategy

@strategy("lower")
class Lower:
    def take(view):
        return -1 - (view.random() < 0.25)

@strategy("upper")
class Upper:
    def take(view):
        return 1
"""


def test_scores_may_be_negative_the_lowest_may_win_and_twelve_may_play(empty: Path) -> None:
    ran(empty, "strategy_lab", "new-game", "lowdown")
    package = empty / "lowdown" / "lowdown"
    (package / "game.py").write_text(LOWDOWN)
    (package / "strategies.py").write_text(TAKERS)
    (package / "editions" / "short.toml").unlink()
    (package / "editions" / "classic.toml").write_text("players = [2, 5, 12]\n")
    head, rest = (empty / "dicey" / "dicey" / "kernel.py").read_text("utf-8").split("ROLL = 0")
    head = head.replace('{"turn_total": 1}', "{}").replace("    roll,", "    draw,")
    same = rest[rest.index("# What follows") :]
    text = (head + LOWDOWN_KERNEL + same).replace("dicey", "lowdown").replace("Dicey", "Lowdown")
    (package / "kernel.py").write_text(text)
    install(empty, "lowdown")
    said = ran(empty, "strategy_lab", "check-game", "lowdown", "--games", "60", status=1)
    assert "12 players: 60 games are the same compiled" in said
    assert re.search(r"classic\[spread=1\].* score_range of the rules says -1 to 1", said)
    few = ("--games", "600", "--seed", "3", "--out", "low", "--out-format", "csv")
    ran(empty, "lowdown", "run", *few, "--games-out", "games.parquet")
    assert "604 games" in ran(empty, "lowdown", "run", "--resume", "low")
    games = pd.read_parquet(empty / "games.parquet")
    by_players = pd.read_csv(empty / "low" / "by_players.csv").set_index("players")
    for players, these in games.groupby("players"):
        scores = these[[f"points_{seat}" for seat in range(1, players + 1)]].to_numpy()
        ranks = these[[f"rank_{seat}" for seat in range(1, players + 1)]].to_numpy()
        assert scores.min() < 0 < scores.max()
        assert (ranks == 1 + (scores[:, None, :] < scores[:, :, None]).sum(axis=2)).all()
        table = by_players.loc[players]
        assert table["points_mean"] == pytest.approx(scores.mean())
        assert table["points_sd"] == pytest.approx(scores.std(), rel=0.01)
        assert table["points_p50"] == np.quantile(scores, 0.5, method="inverted_cdf")
    strategies = pd.read_csv(empty / "low" / "by_strategy.csv").set_index(["players", "strategy"])
    assert strategies.loc[(12, "lower"), "win_rate"] > 2 * strategies.loc[(12, "upper"), "win_rate"]
    drawn = ("--kind", "players", "--out", "p.svg")
    assert "p.svg" in ran(empty, "lowdown", "plot", "low", *drawn)
    tuned = ("--players", "12", "--seed", "1", "--games", "600")
    assert "lower" in ran(empty, "lowdown", "rank", *tuned).split("upper")[0]
    said = ran(empty, "lowdown", "run", *few[:4], "--ruleset", "classic[spread=4]", status=1)
    assert "score_range of the rules says -4 to 4" in said


NO_MORE = "the game has ended, an answer was refused, or an index is beyond the end of a list"
MISTAKES = (
    ("kernel.py", "die == state.rules.lost_at", "die == 2",
     r"(?s)turns: \d+ in plain Python, \d+ compiled.* rolls \d.*"
     r"Here, at decision \d+, they part:\n"
     r"  in plain Python, seat \d \(\w+\) is asked roll and answers \d\n"
     r"  compiled, seat \d \(\w+\) is asked roll and answers \d\n"),
    ("kernel.py", "0 <= again <= 1", "again == 1", f"compiled, {NO_MORE}"),
    ("kernel.py", "state.rules.faces", "6", r"\[faces=\d+\], 2 players: game \d+ is another one"),
    ("kernel.py", "state.rules.faces)", "state.rules.faces) + state.score[40]", NO_MORE),
    ("kernel.py", "ROLL = 0", "ROLL = 1", f"compiled, {NO_MORE}"),
    ("kernel.py", '{"turn_total": 1}', "{}", "cannot be compiled: its state has no field 'turn_to"),
    ("kernel.py", "count.turns", "count.turn", "no field 'turn': .* to `counts` of the class"),
    ("kernel.py", "end_game(state, rows", "endgame(state, rows",
     r"compiled \(.*kernel.py, line \d\d\): NameError: name 'endgame' is not defined"),
    ("kernel.py", "= partial(", "= partly(", r"'partly'.* \(.*kernel.py, line 65\); mend it there"),
    ("kernel.py", "def play(", "def play", r"SyntaxError: .*kernel.py, line 32\); mend it there"),
    ("game.py", "turn_total = 0\n\n", "lowest_win = True\n\n", "did you mean 'lowest_wins'"),
    ("game.py", "score_range(", "scores_range(", "did you mean 'score_range'"),
    ("game.py", "decisions =", "asked_for =", "Dicey has no `decisions`"),
    ("game.py", "def take_turn(", "def take_turn", r"SyntaxError: .*game.py, line 62\); mend"),
    ("game.py", '(seat, "roll")', '(seat, "rol")', "asks 'rol', .*mean 'roll'.* Name it there"),
    ("game.py", '["turns"] +=', '["turn"] +=', "counts 'turn', .*mean 'turns'.* Name it there"),
    ("game.py", '["turns"] += 1', '["turn"] = 1', "counts 'turn', .*mean 'turns'.* Name it there"),
    ("game.py", "self.turn_total\n        self", "self.turn_total / 2\n        self",
     r"a score of \d+\.\d, and score_range of the rules says 0 to \d+, in whole numbers"),
    ("game.py", '["turns"] += 1', '["turns"] += 0.5', "counts 0.5 turns: count by whole numbers"),
    ("game.py", '(seat, "roll")', '(0, "roll")', "asks seat 0, and seats are 1 to"),
    ("game.py", '(seat, "roll")', '(seat, "roll", ())', "the game allows no answer"),
    ("game.py", "return 0, self.target", "return self.target", "score_range of the rules, with"),
    ("game.py", "rule(100,", "rule(0,", "the usual value of a rule, 0, is not a whole number from"),
    ("game.py", "rules.faces)", "rules.face)", "no rule 'face': did you mean 'faces'"),
    ("strategies.py", "Parameter(12", "Para(12", r"no strategy of Dicey can be .* line 14\); mend"),
    ("strategies.py", "def roll(view: View) -> bool:\n        most", "def rol(view):\n        most",
     r"'bold': 'rol' is no decision: did you mean 'roll'.*strategies.py, line \d\d\)"),
    ("game.py", "table_of(self).turn_total", "table_of(self).turns",
     r"no attribute 'turns' \(.*strategies.py, line \d\d, from .*game.py, line \d\d\)"),
    ("game.py", "            seat = seat", "            self.score += [0]\n            seat = seat",
     r"Dicey.score has \d+ numbers at the end, and needs \d: one by seat"),
    ("game.py", "    def play(", "    def standing(self, at):\n        at.x\n\n    def play(",
     r"Dicey.standing, with classic for \d players: it raised AttributeError.*line \d\d\)"),
)  # fmt: skip


@contextmanager
def edited(empty: Path, file: str, right: str, wrong: str) -> Iterator[None]:
    path = empty / "site" / "dicey" / file
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), "utf-8")
    try:
        yield
    finally:
        path.write_text(text, "utf-8")


CHECK = ("strategy_lab", "check-game", "dicey", "--games")


@pytest.mark.parametrize(("file", "right", "wrong", "told"), MISTAKES)
def test_a_mistake_of_a_game_is_told_with_its_place_and_its_way_out(
    empty: Path, file: str, right: str, wrong: str, told: str
) -> None:
    with edited(empty, file, right, wrong):
        said = ran(empty, *CHECK, "20", status=None)
    assert re.search(told, said), said


def test_a_decision_that_does_not_exist_ends_the_run_and_not_the_process(empty: Path) -> None:
    with edited(empty, "kernel.py", "ROLL = 0", "ROLL = 1"):
        said = ran(empty, "dicey", "run", "--games", "4", "--seed", "1", status=1)
    assert "raised an exception when compiled, but not in plain Python" in said


def test_a_standing_of_its_own_decides_the_places_in_both_engines(empty: Path) -> None:
    own = "    def standing(self, seat):\n        return self.score[seat], seat\n\n    def play("
    next_seat = "        seat = seat % state.players + 1\n"
    ends = (
        "    for each in range(1, state.players + 1):\n"
        "        state.standing[each] = 100 * state.score[each] + each\n"
    )
    with edited(empty, "game.py", "    def play(", own):
        assert re.search(r"place: .* in plain Python, .* comp", ran(empty, *CHECK, "100", status=1))
        with edited(empty, "kernel.py", next_seat, next_seat + ends):
            assert "dicey passes" in ran(empty, *CHECK, "100")
