"""A person plays in the terminal: by typing, by a pipe, and on with a game that was left."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.play.table import BrowserTable, Course
from forsale_sim.reference.table import play_game
from forsale_sim.rules.loading import load_ruleset

from tests.cli.calling import PATIENCE, Said, running
from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write
from tests.support.trace_checker import check_trace

GAME = ("--against", "expert,spread", "--seat", 2, "--seed", 3)
COMMAND = "forsale-sim play --against expert,spread --players 3 --seat 2 --seed 3"


@pytest.fixture
def typed(forsale: Command, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Call ``forsale-sim play`` with what comes through a pipe."""

    def play(text: str, *arguments: object) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return forsale("play", *arguments)

    return play


def moves_of(spec: str, *, seat: int = 2, against: str = "expert", other: str = "spread") -> str:
    """What a strategy would have typed in the game above."""
    lineup = [load_entrant(name) for name in (against, spec, other)]
    rules = load_ruleset("iello-en").rules(3)
    moves: list[int] = []

    class Noting:
        name = spec

        def decide(self, decision: str, view: Any) -> int:
            moves.append(lineup[seat - 1].decide(decision, view))
            return moves[-1]

    play_game(rules, [lineup[0], Noting(), lineup[2]], seed=3, deal=1)
    return "\n".join(str(move or "p") for move in moves) + "\n"


@pytest.mark.parametrize("other", ["another game\n", None])
def test_a_game_is_not_lost_when_its_file_came_to_hold_something_else(
    typed: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, other: str | None
) -> None:
    after, path = Course.after, folder / "game.jsonl"

    def while_another_is_saved(course: Course, move: int) -> Course:
        path.mkdir() if other is None else path.write_text(other)
        return after(course, move)

    monkeypatch.setattr(Course, "after", while_another_is_saved)
    said = typed("p\nq\n", *GAME, "--out", "game.jsonl")
    assert said.status == 1
    assert "game.jsonl" in said.err
    assert "The game is in its moves: --moves 'p'" in said.err
    assert path.is_dir() if other is None else path.read_text() == other


@pytest.mark.thorough
def test_a_whole_game(typed: Any, folder: Path) -> None:
    moves = moves_of("miser")
    said = typed(moves, *GAME, "--out", "game.jsonl")
    assert (said.status, said.err) == (0, "")
    assert said.out.startswith("iello-en, 3 players, seed 3: you sit in seat 2. Type ? for help.\n")
    for part in ("Buying houses", "Selling houses", "The end", "Looking back at "):
        assert said.out.count(part) == 1
    assert said.out.endswith(f"\n\nagain   {COMMAND}\n")
    assert said.out.count("\n> ") == moves.count("\n")
    lines = Path("game.jsonl").read_text().splitlines()
    check_trace(lines)
    assert json.loads(lines[0])["lineup"] == ["expert", "you", "spread"]
    rules = load_ruleset("iello-en").rules(3)
    lineup = [load_entrant(name) for name in ("expert", "miser", "spread")]
    score = play_game(rules, lineup, seed=3, deal=1).score
    assert json.loads(lines[-1])["money"] == list(score.money)
    assert re.search(rf"2  you +{score.coins[1]} +{score.cheques[1]} +{score.money[1]} ", said.out)


@pytest.mark.thorough
def test_a_game_that_is_left_goes_on_where_it_was(typed: Any, folder: Path) -> None:
    moves = moves_of("miser").split()
    left = typed("\n".join([*moves[:5], "q"]), *GAME, "--out", "left.jsonl")
    assert (left.status, left.err) == (0, "")
    *_, rest, saved = left.out.splitlines()
    assert saved == "Saved the game in left.jsonl."
    command = f"{COMMAND} --out left.jsonl --moves '{' '.join(moves[:5])}'"
    assert rest == f"You left the game. To continue: {command}"
    events = [json.loads(line) for line in Path("left.jsonl").read_text().splitlines()]
    assert events[-1]["t"] != "end"
    on = typed("\n".join(moves[5:]), *GAME, "--moves", " ".join(moves[:5]))
    assert on.status == 0
    assert on == typed("\n".join(moves), *GAME)


def test_a_game_that_goes_on_is_saved_where_it_was(typed: Any, folder: Path) -> None:
    moves = moves_of("miser").split()
    typed("\n".join(moves), *GAME, "--out", "whole.jsonl")
    whole = Path("whole.jsonl").read_bytes()
    lengths = []
    for first, last in [(0, 0), (0, 3), (3, 5), (5, len(moves))]:
        command = (*GAME, "--out", "game.jsonl", "--moves", " ".join(moves[:first]))
        assert typed("\n".join([*moves[first:last], "q"]), *command).status == 0
        held = Path("game.jsonl").read_bytes()
        assert whole.startswith(held)
        lengths.append(len(held))
    assert lengths == sorted(set(lengths))
    assert held == whole


@pytest.mark.parametrize("known", [1, 2])
@pytest.mark.parametrize("held", [b"", b"my diary\n", b"\xff\xfe", "of another seed", "further"])
def test_no_other_file_is_replaced_by_a_game_that_goes_on(
    typed: Any, folder: Path, held: bytes | str, known: int
) -> None:
    moves = moves_of("miser").split()
    if held == "of another seed":
        typed("q\n", *GAME[:-1], 4, "--out", "game.jsonl")
    elif held == "further":
        typed("\n".join([*moves[:4], "q"]), *GAME, "--out", "game.jsonl")
    else:
        Path("game.jsonl").write_bytes(held)
    before = Path("game.jsonl").read_bytes()
    said = typed(
        "\n".join(moves[known:]), *GAME, "--out", "game.jsonl", "--moves", " ".join(moves[:known])
    )
    assert said.status == 2
    assert said.err == (
        "forsale-sim: error: game.jsonl exists already, and does not hold the beginning of this "
        "game: name another file\n"
    )
    assert said.out.count("\n> ") == (known if held == "further" else 0)
    assert Path("game.jsonl").read_bytes() == before


def test_input_that_ends(typed: Any, folder: Path) -> None:
    said = typed("p\n", *GAME, "--out", "left.jsonl")
    assert said.status == 130
    assert said.err == (
        "forsale-sim: error: the input ended before the game did. "
        f"To continue: {COMMAND} --out left.jsonl --moves p\n"
    )
    assert not list(folder.iterdir())


def test_what_is_not_understood_is_asked_again(typed: Any) -> None:
    said = typed("seven\n99\n\n?\nt\nq\n", *GAME)
    assert said.status == 0
    assert "'seven' is no move. Type p to pass" in said.out
    assert "A bid of 99 is too high: you own 28." in said.out
    assert "  h           a hint" in said.out
    assert said.out.count("Houses on offer") == 2  # once when asked, once for t
    assert said.out.count("\n> ") == 6


def test_moves_are_taken_back(typed: Any, folder: Path) -> None:
    moves = moves_of("miser")
    straight = typed(moves, *GAME, "--out", "straight.jsonl")
    said = typed(f"b\n20\nback\n{moves}", *GAME, "--out", "game.jsonl")
    assert (said.status, said.err) == (0, "")
    assert "> b\nThere is no move to take back.\n> 20\n" in said.out
    assert "> back\nYou take back “bid 20”.\n\nHouses on offer: 1 22 23;" in said.out
    ends = [each.out[each.out.index("The end") :] for each in (said, straight)]
    assert ends[0].replace("game.jsonl", "straight.jsonl") == ends[1]
    assert Path("game.jsonl").read_bytes() == Path("straight.jsonl").read_bytes()


def test_a_hint_says_what_it_assumes_whoever_plays(typed: Any, folder: Path) -> None:
    only_python = write(folder, bid="if sum(1 for _ in range(2)) > 9: return 99")
    said = typed("h\nq\n", "--against", f"{only_python},spread", "--seat", 1, "--seed", 5)
    assert said.status == 0
    assert "worth, if the others go on as they have bid and sold:" in said.out
    assert "<- best" in said.out


def test_an_opponent_that_fails(typed: Any, folder: Path) -> None:
    spec = write(folder, bid="raise ValueError('no idea')")
    said = typed("p\np\np\n", "--against", f"{spec},spread", "--seat", 1, "--seed", 5)
    assert said.status == 1
    assert "raised ValueError: no idea" in said.err
    assert "Traceback" not in said.err


def test_a_table_in_a_browser(typed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    served = []

    def serve(table: BrowserTable, tell: Any) -> None:
        served.append(table.answer("look", {})["offer"])
        tell("http://address")

    monkeypatch.setattr("forsale_sim.play.server.serve", serve)
    said = typed("", "--browser", *GAME)
    assert said.status == 0
    assert "http://address" in said.out
    assert served[0]["seats"] == ["expert", "person", "spread"]
    assert served[0]["seed"] == 3
    assert {"beginner", "master", "expert"} <= set(served[0]["opponents"])
    said = typed("", "--browser", "--moves", "p")
    assert said.status == 2
    assert "leave out --moves" in said.message


def test_opponents_are_named_by_their_level(typed: Any) -> None:
    said = typed("q\n", "--against", "casual, beginner", "--seat", 2, "--seed", 3)
    assert "  1  noisy  " in said.out and "  3  noisy:noise=10.0  " in said.out


def test_a_table_needs_libraries(typed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "forsale_sim.play.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    said = typed("", "--browser")
    assert said.status == 1
    assert f"{sys.executable} -m pip install starlette uvicorn" in said.message


ASKED = r"(?s)> .*> "
"""What the terminal shows when it is the person's turn: one mark says whose turn it is."""


@pytest.mark.thorough
def test_typing(tmp_path: Path) -> None:
    with running("play", *GAME, cwd=tmp_path, keyboard=True) as terminal:
        terminal.wait_until_shown(ASKED)
        terminal.type("h\n")
        terminal.wait_until_shown("<- best")
        terminal.type("p\n")
        terminal.wait_until_shown("(?s)you     passes.*Round 2")
        terminal.type("q\n")
        said = terminal.ended(PATIENCE)
    assert said.status == 0
    assert f"You left the game. To continue: {COMMAND} --moves p" in said.err


@pytest.mark.thorough
@pytest.mark.parametrize("after", ["", "h\n"])
def test_control_c(tmp_path: Path, after: str) -> None:
    out = ("--out", "game.jsonl")
    with running("play", *GAME, *out, cwd=tmp_path, keyboard=True) as terminal:
        terminal.wait_until_shown(ASKED)
        terminal.type(after)
        terminal.interrupt()
        said = terminal.ended(PATIENCE)
    assert said.status == 130
    assert "Traceback" not in said.err
    assert f"You left the game. To continue: {COMMAND} --out game.jsonl" in said.err
    assert "error" not in said.err
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


@pytest.mark.thorough
def test_what_is_no_text(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "forsale_sim", "play", *map(str, GAME)],
        input=b"\xff\xfe\nq\n",
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"is no move" in done.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("typed_next", [b"t\n", b"p\n"])
def test_nobody_reads_on(tmp_path: Path, typed_next: bytes) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "forsale_sim", "play", *map(str, GAME)],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        while b"Type p to pass" not in process.stdout.readline():
            assert process.poll() is None
        process.stdout.close()
        process.stdin.write(typed_next)
        process.stdin.close()
        said = process.stderr.read().decode().splitlines()
        assert all("…" in line for line in said)  # strategies may have to be compiled first
    assert process.returncode == 0
