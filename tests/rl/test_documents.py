"""The page on training, and its example, say what the code says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from forsale_sim.rl.actions import BID, PASS
from forsale_sim.rl.observation import FIELDS, HISTORY_FIELDS, SIZE, SIZE_WITH_HISTORY, table

from tests.cli.conftest import Command
from tests.support.documents import ROOT, tables

pytest.importorskip("pettingzoo")

PAGE = (ROOT / "docs/reinforcement-learning.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs/examples/softmax.py"


def test_every_number_of_an_observation_is_listed() -> None:
    shown = tables(PAGE)["index", "name", "meaning", "entries", "highest"]
    assert shown == table(FIELDS)
    assert f"`observation` holds {SIZE} numbers" in PAGE
    history = tables(PAGE)["index of the history", "name", "meaning", "entries", "highest"]
    assert history == table(HISTORY_FIELDS)
    assert f"they make {SIZE_WITH_HISTORY}\nnumbers" in PAGE


def test_every_action_is_listed() -> None:
    shown = tables(PAGE)["action", "meaning"]
    assert [row[0] for row in shown] == [str(PASS), f"1 to {BID}", f"{BID + 1} and more"]


def test_every_setting_is_listed() -> None:
    from forsale_sim.rl.forsale_v0 import RENDER_MODES, REWARDS, ForSale

    shown = tables(PAGE)["setting", "values", "meaning"]
    names = list(ForSale.__init__.__annotations__)
    assert [row[0] for row in shown] == [name for name in names if name != "return"]
    values = {row[0]: tuple(re.findall(r'"(\w+)"', row[1])) for row in shown}
    assert (values["reward"], values["render_mode"]) == (REWARDS, RENDER_MODES)


@pytest.fixture
def forsale(capsys: pytest.CaptureFixture[str]) -> Command:
    from tests.cli.calling import call

    return lambda *arguments: call(capsys, *arguments)


def test_the_example_learns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forsale: Command
) -> None:
    shutil.copy(EXAMPLE, tmp_path)
    monkeypatch.chdir(tmp_path)
    done = subprocess.run(
        [sys.executable, "softmax.py", "--games", "200"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "Wrote softmax-weights.txt.\n"
    run = ("run", "--engine", "python", "--players", 4, "--seed", 1, "--format", "json")
    field = ("--strategy", "softmax.py:learner", "--strategy", "softmax.py:beginner")
    said = forsale(*run, "--games", 80, *field)
    assert said.status == 0
    rows = {row["strategy"]: row for row in json.loads(said.out)["by_strategy"]}
    learner, beginner = rows["softmax.py:learner"], rows["softmax.py:beginner"]
    assert learner["win_rate_low"] > beginner["win_rate_high"]
