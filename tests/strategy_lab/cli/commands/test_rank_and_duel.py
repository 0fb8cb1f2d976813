"""What ``rank``, ``meta``, ``duel`` and ``compare`` print and save beside what screens show."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import call, contents, running
from tests.cli.conftest import Command

FIELD = ("--strategy", "spread", "--strategy", "coinflip", "--strategy", "miser")
GAMES = ("--games", "300", "--seed", "7", *FIELD)
THREE = (*GAMES, "--players", "3")


def test_the_digest_is_that_of_the_run_it_plays(forsale: Command) -> None:
    ranked = forsale("rank", *THREE, "--format", "json").json
    run = forsale("run", *THREE, "--format", "json").json
    assert ranked["manifest"]["digest"] == run["manifest"]["digest"]
    shared = ("strategy", "opponent", "ahead_rate", "ahead_rate_low", "ahead_rate_high")
    assert [[row[name] for name in shared] for row in ranked["head_to_head"]] == [
        [row[name] for name in shared] for row in run["head_to_head"]
    ]


def test_a_field_too_large_to_rate_leaves_nothing_behind(forsale: Command, folder: Path) -> None:
    field = [
        part for i in range(60) for part in ("--strategy", f"spread:share={i / 100 + 0.01:.2f}")
    ]
    said = forsale("rank", "--games", "1e6", "--players", "6", *field, "--out", "ranking")
    assert said.status == 2
    assert "60 strategies can meet in " in said.message
    assert contents(folder) == {}


def test_other_deals_than_asked_for_are_told(forsale: Command) -> None:
    said = forsale("meta", "--deals", "10", "--seed", "1", "--players", "4", *FIELD)
    assert said.err == (
        "Playing 12 deals with 4 players for the 10 asked for: all orders of seats as often.\n"
    )


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
