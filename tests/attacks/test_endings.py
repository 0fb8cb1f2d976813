"""Strategies that never end, or that end the whole program: a sentence, and no exit 0."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write

RUN = ("run", "--games", "40", "--seed", "1", "--players", "3", "--strategy", "spread")

RECURSIVE = """
import numba
from forsale_sim import View, strategy
from forsale_sim.cards import lowest

{decorator}
def down(n):
    if n == 0:
        return 0
    return {other}(n + 1) + 1

{decorator}
def further(n):
    return down(n)

@strategy("deep")
class Deep:
    def bid(view: View) -> int:
        return down(1)

    def sell(view: View) -> int:
        return lowest(view.hand)
"""


@pytest.mark.parametrize(
    ("decorator", "other", "said"),
    [
        ("@numba.njit", "down", "down calls itself, which compiled code cannot ("),
        ("", "down", "down calls itself, which compiled code cannot ("),
        ("", "further", "call each other, which compiled code cannot ("),
    ],
)
def test_recursion_is_not_compiled(
    decorator: str, other: str, said: str, folder: Path, forsale: Command
) -> None:
    Path("deep.py").write_text(RECURSIVE.format(decorator=decorator, other=other))
    refused = forsale(*RUN, "--strategy", "deep.py")
    assert refused.status == 2
    assert said in refused.err
    assert "deep.py, line " in refused.err
    played = forsale(*RUN, "--strategy", "deep.py", "--engine", "python")
    assert played.status == (2 if decorator else 1)
    assert ("RecursionError" in played.err) is (decorator == "")


def test_nothing_ends_the_program_without_a_word(folder: Path) -> None:
    write(folder, bid="os._exit(0)")
    for words in (
        (*RUN, "--strategy", "mine.py", "--engine", "python"),
        ("strategies", "show", "x.py"),
    ):
        Path("x.py").write_text("import os\nos._exit(0)\n")
        command = [sys.executable, "-m", "forsale_sim", *words]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
        assert said.returncode in (1, 2)
        assert "it would end the whole program (os._exit)" in said.stderr
        assert "Traceback" not in said.stderr
