"""What ``rank``, ``meta``, ``duel`` and ``compare`` print and save beside what screens show."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.training import trained_play
from strategy_lab.experiments.retuning import Retuning
from strategy_lab.simulation.checkpoints import Checkpoint

from tests.cli.calling import Said, call, contents, running
from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write
from tests.support.interrupting import interrupt_after

FIELD = ("--strategy", "spread", "--strategy", "coinflip", "--strategy", "miser")
GAMES = ("--games", "300", "--seed", "7", *FIELD)
THREE = (*GAMES, "--players", "3")


def as_json(said: Said) -> dict[str, Any]:
    assert said.status == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


def test_the_digest_is_that_of_the_run_it_plays(forsale: Command) -> None:
    ranked = as_json(forsale("rank", *THREE, "--format", "json"))
    run = as_json(forsale("run", *THREE, "--format", "json"))
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


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_command_of_the_manifest_plays_it_again(forsale: Command) -> None:
    asked = (
        *("compare", "iello-en", "--vary", "refund=up,none", "--vary", "coins=+1"),
        *("--games", 500, "--players", "3,4", "--seed", 5, "--margin", "win_rate=2"),
        *("--field", "mirrors:expert", "--field", "expert,miser"),
    )
    first = json.loads(forsale(*asked, "--format", "json").out)
    _, *again = first["manifest"]["command"].split()
    second = json.loads(forsale(*again, "--threads", 1, "--format", "json").out)
    assert first["manifest"]["digest"] == second["manifest"]["digest"]
    assert first["differences"] == second["differences"]
    assert first["manifest"]["rulesets"] == [
        "iello-en",
        "iello-en[refund=up,coins=+1]",
        "iello-en[refund=none,coins=+1]",
    ]
    assert first["manifest"]["margins"] == {"win_rate": 0.02}
    said = " ".join(forsale(*again).out.split())
    for finding in first["manifest"]["findings"]:
        assert finding.partition(" players: ")[2] in said


def test_the_usual_fields_are_of_players_who_know_the_rules_and_of_strangers(
    forsale: Command,
) -> None:
    said = forsale(
        *("compare", "iello-fr", "iello-en", "--games", 1, "--players", 3, "--format", "json")
    )
    printed = json.loads(said.out)
    estimands = printed["manifest"]["estimands"]
    assert set(estimands.values()) == {"before", "strangers"}
    assert list(estimands) == list(printed["manifest"]["fields"])
    assert next(iter(estimands)) == "trained for iello-fr"
    assert {row["table"] for row in printed["differences"]} == set(estimands)


def test_a_game_by_a_what_if_needs_a_file_to_be_seen(forsale: Command, tmp_path: Path) -> None:
    bid = "return 99 if view.refund(9) == 9 else 0"
    asked = ("--field", f"spread,{write(tmp_path, bid=bid)}", "--players", 4, "--games", 2000)
    said = forsale("compare", "iello-en", "--vary", "refund=all", *asked)
    assert said.status == 1
    assert "--ruleset FILE.toml" in said.message
    assert said.message.endswith("where FILE.toml is a file of iello-en[refund=all]")


def test_play_is_tuned_from_several_seeds(
    forsale: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = trained_play.Effort(generations=2, population=10, deals=80, final_deals=0)
    monkeypatch.setattr(trained_play, "ANEW", few)
    asked = ("iello-en", "iello-en[refund=none]", "--players", 3, "--games", 6000, "--seed", 5)
    without = forsale("compare", *asked, "--field", "trained")
    assert "Nobody here has learned iello-en[refund=none]" in " ".join(without.out.split())
    said = forsale("compare", *asked, "--field", "trained", "--training-seeds", 2)
    assert said.status == 0
    assert "3, trained anew" in said.out
    assert " sd " in said.out
    assert "Nobody here" not in said.out
    assert "Trained anew: the mean" in said.out
    assert "Trained anew" not in without.out
    assert "--training-seeds 2" in said.out.splitlines()[-1]
    assert forsale("compare", *asked, "--training-seeds", 21).status == 2


@pytest.mark.thorough
def test_tuning_is_part_of_the_session(
    forsale: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    few = trained_play.Effort(generations=2, population=10, deals=80, final_deals=50)
    monkeypatch.setattr(trained_play, "STRATEGIES", 2)
    monkeypatch.setattr(trained_play, "QUICK", few)
    asked = ("iello-en", "iello-en[refund=none]", "--players", 3, "--games", 6000, "--seed", 5)
    asked = ("compare", *asked, "--field", "strong", "--training-seeds", 1, "--threads", 1)
    whole, out = forsale(*asked), tmp_path / "out"
    with monkeypatch.context() as patched:
        interrupt_after(patched, 60)
        stopped = forsale(*asked, "--out", out, "--checkpoint-every", 0)
    assert stopped.status == 130
    assert isinstance(Checkpoint.load(out).outcome.experiment, Retuning)
    played = Checkpoint.load(out).outcome.games
    assert played > 0
    assert f"Go on with: forsale-sim compare --resume {shlex.quote(str(out))}" in stopped.err
    resumed = forsale("compare", "--resume", out)
    assert resumed.out == whole.out
    assert "Going on after" in resumed.err
    parts = [tmp_path / "1", tmp_path / "2"]
    for part in parts:
        assert forsale(*asked, "--shard", f"{part.name}/2", "--out", part).status == 0
    merged = forsale("merge", *parts, "--out", tmp_path / "merged")
    assert merged.out.partition("digest")[2].split()[0] in whole.out
