"""A game from `python -m strategy_lab new-game`, installed from its wheel, and changed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.thorough


def ran(folder: Path, *arguments: str, status: int = 0) -> str:
    """Run a module of Python in a folder, with what is installed there; return what it printed."""
    installed = {"PYTHONPATH": str(folder / "site"), "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env={**os.environ, **installed},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == status, said
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
    texts = [path.read_text("utf-8") for path in (empty / "dicey").rglob("*") if path.is_file()]
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
    mine = empty / "mine.py"
    mine.write_text(
        "from dicey.game import strategy\n@strategy('mine')\nclass Mine:\n"
        "    def roll(view):\n        return 7 + view.score\n"
    )
    said = ran(empty, "dicey", "run", *few, "--strategy", "mine.py", "--strategy", "bold", status=1)
    assert "roll: 7 is illegal: it is one of 0, 1" in said
