"""The page on training, and its example, say what the code says."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from forsale_sim.rl.observation import (
    BID,
    PASS,
    REWARDS,
    SIZE,
    SIZE_WITH_HISTORY,
)

from tests.cli.conftest import Command
from tests.support.documents import ROOT, tables

pytest.importorskip("pettingzoo")

PAGE = (ROOT / "docs/reinforcement-learning.md").read_text(encoding="utf-8")
EXAMPLES = ROOT / "docs/examples"


def test_the_sizes_of_observations_are_told() -> None:
    text = " ".join(PAGE.split())
    assert f"`observation` holds {SIZE} numbers" in text
    assert f"they make {SIZE_WITH_HISTORY} numbers" in text


def test_every_action_is_listed() -> None:
    shown = tables(PAGE)["action", "meaning"]
    assert [row[0] for row in shown] == [str(PASS), f"1 to {BID}", f"{BID + 1} and more"]


def test_every_setting_is_told() -> None:
    from forsale_sim.rl.forsale_v0 import RENDER_MODES, ForSale

    text = " ".join(PAGE.split()).partition("Settings are")[2].partition("Agents are")[0]
    names = [name for name in ForSale.__init__.__annotations__ if name != "return"]
    assert [name for name in names if f"`{name}`" not in text] == []
    assert [each for each in (*REWARDS, *RENDER_MODES) if f'`"{each}"`' not in text] == []


@pytest.fixture
def forsale(capsys: pytest.CaptureFixture[str]) -> Command:
    from tests.cli.calling import call

    return lambda *arguments: call(capsys, *arguments)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "library", "option", "most"),
    [
        ("learner", "sklearn", "--games", 50_000),
        ("masked_ppo", "sb3_contrib", "--steps", 100_000),
    ],
)
def test_examples_learn(
    example: str,
    library: str,
    option: str,
    most: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    forsale: Command,
) -> None:
    pytest.importorskip(library)
    monkeypatch.chdir(tmp_path)
    source = EXAMPLES / f"{example}.py"
    for name, played in (("beginner", 1), ("trained", most)):
        shutil.copy(source, tmp_path / f"{name}.py")
        done = subprocess.run(
            [sys.executable, f"{name}.py", option, str(played)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.endswith(f"Wrote {example}.npz.\n")
        (tmp_path / f"{example}.npz").rename(tmp_path / f"{name}.npz")
        text = source.read_text().replace(f'"{example}.npz"', f'"{name}.npz"')
        (tmp_path / f"{name}.py").write_text(text)
    run = ("run", "--players", 4, "--seed", 1, "--format", "json", "--games", 4000)
    said = forsale(*run, "--strategy", "beginner.py", "--strategy", "trained.py")
    assert said.status == 0
    rows = {row["strategy"].partition(".")[0]: row for row in json.loads(said.out)["by_strategy"]}
    assert rows["trained"]["win_rate_low"] > rows["beginner"]["win_rate_high"]
