from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import call, running
from tests.strategy_lab.check.trying import write


def duelled(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    said = call(capsys, "duel", *arguments, "--format", "json")
    assert said.status == 0
    assert said.err == ""
    result: dict[str, Any] = json.loads(said.out)
    return result


def test_the_field_is_what_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    few = ("spread", "miser", "--players", 4, "--seed", 7, "--max-deals", 100)
    asked = duelled(capsys, *few, "--field", "spread", "--field", "linear", "--field", "expert")
    assert asked["manifest"]["field"] == ["linear", "expert"]
    none = duelled(capsys, *few, "--no-field")
    assert none["manifest"]["field"] == []
    assert none["duels"][0]["games"] == 100 * 8
    assert none["manifest"]["command"].endswith("--players 4 --no-field --max-deals 100 --seed 7")


@pytest.mark.thorough
def test_the_llr_is_shown_live_and_ctrl_c_keeps_what_is_known(tmp_path: Path) -> None:
    with running(
        *("duel", "spread", "miser", "--players", "3,4", "--seed", 1),
        *("--elo1", 0.001, "--max-deals", 10**9),
        cwd=tmp_path,
    ) as command:
        command.wait_until_shown(
            r"iello-en, 3 players: llr [+-]\d\.\d\d\s+for spread, [+-]\d\.\d\d for miser,\s+"
            r"between -2\.97 and 3\.64"
        )
        command.interrupt()
        said = command.ended(10)
    assert said.status == 130
    assert said.out.startswith("A is spread, B is miser (PARTIAL: stopped early)\n")
    assert re.search(r"stopped after [\d,]+ deals", said.out)
    assert "4 players" not in said.out
    assert "Stopped early: these are " in said.err
    assert "Traceback" not in said.err


@pytest.mark.thorough
def test_ctrl_c_before_the_first_look_leaves_nothing(tmp_path: Path) -> None:
    spec = write(tmp_path, bid="while view.coins >= 0: pass")
    with running("duel", "spread", spec, "--players", 3, cwd=tmp_path) as command:
        command.wait_until_shown(r"\b0/\d+ +games")
        command.interrupt()
        said = command.ended(10)
    assert said.status == 130
    assert "interrupted before there was anything to show" in said.err
    assert "Traceback" not in said.err
