"""A run that is repeated, replayed or resumed has loaded what it had, or says what differs."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from strategy_lab.errors import UsageError
from strategy_lab.plugins.loading import load_file

from tests.strategy_lab.check.trying import write
from tests.support.program import cli

MADE = "import os\nFIRST = int(os.environ['FIRST'])\nTABLE = [n for n in range(9)]\nLIMIT = 3"
BID = "if FIRST + TABLE[3] + LIMIT == view.round: return 0"


def said(*words: str) -> list[str]:
    result = CliRunner().invoke(cli, words, catch_exceptions=False)
    return result.stdout.splitlines()


def again(lines: list[str], begins: str) -> list[str]:
    (line,) = (line for line in lines if line.startswith(begins))
    return shlex.split(line)[2:]


def load_anew(spec: str) -> None:
    """Let the file be loaded again, as another process does."""
    text = Path(spec).read_text(encoding="utf-8")
    Path(spec).write_text("", encoding="utf-8")
    load_file(Path(spec).resolve())
    Path(spec).write_text(text, encoding="utf-8")


def test_a_line_that_is_run_again_compares_what_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRST", "1")
    monkeypatch.chdir(tmp_path)
    spec = write(tmp_path, top=MADE, bid=BID)
    asked = ["--games", "12", "--seed", "1", "--lineup", f"{spec},spread,spread"]
    saved = ["--out", "saved", "--engine", "python", "--games", "12", "--seed", "1"]
    lines = said("run", *asked, "--engine", "python")
    said("run", *saved, "--lineup", f"{spec},spread,spread")
    run, replay = again(lines, "again"), again(lines, "replay")
    assert "--loaded" in run
    load_anew(spec)
    assert lines[2:] == said(*run)[2:]
    monkeypatch.setenv("FIRST", "2")
    load_anew(spec)
    for command in (run, replay):
        with pytest.raises(
            UsageError, match=r"another FIRST \(mine.py\) of .*mine.py:odd or TABLE"
        ):
            said(*command)
    with pytest.raises(UsageError, match=r"reads another FIRST \(mine.py\) than when games were"):
        said("replay", "--out", "saved", "--game", "1")


def test_nothing_is_added_where_nothing_is_made(tmp_path: Path) -> None:
    spec = write(tmp_path, top="LIMIT = 3", bid="if LIMIT == view.round: return 0")
    lines = said("run", "--games", "12", "--seed", "1", "--lineup", f"{spec},spread,spread",
                 "--engine", "python")  # fmt: skip
    assert "--loaded" not in again(lines, "again")
