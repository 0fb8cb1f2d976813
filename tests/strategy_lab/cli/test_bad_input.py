"""A strategy's mistake fails a run with one clear message, and leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import Said, contents
from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write


def run(forsale: Command, *more: str) -> Said:
    """Run games, with all that could be left behind."""
    left = ("--out", "saved/here", "--games-out", "games.parquet")
    return forsale("run", "--games", "60", *left, *more)


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
