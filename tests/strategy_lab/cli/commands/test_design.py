"""``forsale-sim design``."""

from __future__ import annotations

import json
import re
import shlex
import threading
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import forsale_sim
import pytest
from forsale_sim.training import trained_play
from strategy_lab.errors import StoppedError
from strategy_lab.experiments.design.experiment import CandidateRace as Race
from strategy_lab.experiments.design.experiment import Design
from strategy_lab.experiments.retuning import Retuning
from strategy_lab.simulation import execution
from strategy_lab.simulation.checkpoints import Checkpoint
from strategy_lab.simulation.experiment import Experiment, Outcome, PlayedPiece

from tests.cli.calling import call
from tests.cli.conftest import Command

QUICK = ("--players", 3, "--field", "strong", "--seed", 1, "--threads", 1)
COINS = ("--vary", "coins=24..26", "--games", 30_000)


def test_it_says_what_to_change_and_how_sure_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    said = call(capsys, "design", *COINS, "--maximise", "win_by_strategy", *QUICK, "--out", out)
    assert said.status == 0
    text = " ".join(said.out.split())
    found = re.search(r"- Beginning with (\d+) coins is not shown to be better .*?\(iello-en", text)
    coins = found[1]
    assert int(coins) < 24, "the last number won, so those beyond it raced, too"
    assert "Among the players who decided, the change takes the part of wins that " in text
    assert "Which should you print? The English edition, as it is." in text
    assert not (out / "recommended.toml").exists()
    assert json.loads((out / "manifest.json").read_text())["recommended"] is None
    assert not (out / "design.png").exists()
    assert (out / "report.html").stat().st_size < 600_000
    page = (out / "report.md").read_text()
    assert page.startswith(f"# Beginning with {coins} coins is not shown to be better ")
    links = re.findall(r"\]\(([\w./-]+)\)", page)
    assert links and all((out / link).is_file() for link in links)
    again = ("design", "--resume", out)
    (out / "report.md").unlink()
    assert "Saved" in call(capsys, *again).err, "a page that is missing is written again"
    assert (out / "report.md").read_text("utf-8") == page
    assert "nothing left to do" in call(capsys, *again).err
    printed = json.loads(call(capsys, *again, "--format", "json").out)
    findings = printed["manifest"]["findings"]
    assert all(finding in text for finding in findings), "one list for all"
    assert findings[0].startswith(page.splitlines()[0].removeprefix("# "))


def test_a_front_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goals = ("--minimise", "seat_gap", "--maximise", "win_by_strategy", "--keep", "ties<=50%")
    said = call(capsys, "design", *COINS, *goals, *QUICK, "--out", tmp_path / "out")
    assert said.status == 0
    assert (tmp_path / "out" / "design.png").stat().st_size > 10_000


def test_a_file_says_what_is_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wishes.toml"
    path.write_text(
        'players = 3\nvary = ["coins=24..26"]\nmaximise = "win_by_strategy"\nfield = "strong"\n'
        "games = 30000\nseed = 1\n"
    )
    by_file = call(capsys, "design", path, "--threads", 1)
    by_options = call(capsys, "design", *COINS, "--maximise", "win_by_strategy", *QUICK)
    assert by_file.out == by_options.out


@pytest.mark.thorough
def test_python_plays_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(
        capsys, "design", *COINS, "--maximise", "win_by_strategy", *QUICK, "--format", "json"
    )
    result = forsale_sim.design(
        players=3,
        vary={"coins": range(24, 27)},
        maximise="win_by_strategy",
        field="strong",
        games=30_000,
        seed=1,
        threads=1,
    )
    assert result.manifest["digest"] == json.loads(said.out)["manifest"]["digest"]
    assert list(result.finalists["measure"])[:2] == ["seat_gap", "money"]


def test_seats_are_made_fair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--players", 3, "--fair-seats", "--field", "mirrors:expert", "--seed", 2)
    saved = ("--out", tmp_path / "out", "--out-format", "csv", "--out-format", "parquet")
    said = call(capsys, "design", *options, "--games", 200_000, "--format", "json", *saved)
    rows = json.loads(said.out)["fair_coins"]
    assert len(rows) == 3 * 8, "by seat and table"
    assert [row["seat"] for row in rows[:3]] == [1, 2, 3]
    assert sum(row["coins_more"] for row in rows[:3]) == pytest.approx(0, abs=1e-9)


@pytest.fixture
def short_tuning(monkeypatch: pytest.MonkeyPatch) -> None:
    effort = trained_play.Effort(generations=3, population=10, deals=80, final_deals=200)
    monkeypatch.setattr(trained_play, "STRATEGIES", 2)
    monkeypatch.setattr(trained_play, "QUICK", effort)
    monkeypatch.setattr(trained_play, "FULL", effort._replace(generations=4))


RETUNED = ("--vary", "refund=none", "--minimise", "margin", "--players", 3, "--seed", 1)


@pytest.mark.thorough
@pytest.mark.usefixtures("short_tuning")
def test_play_is_tuned_for_each_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "design", *RETUNED, "--games", 30_000)
    assert said.status == 0
    assert "play unchanged" in said.out or "as it is" in said.out
    result = call(capsys, "design", *RETUNED, "--games", 30_000, "--format", "json")
    printed = json.loads(result.out)
    plays = {row["play"] for row in printed["finalists"]}
    assert plays == {"re-tuned", "as in the race", "unchanged"}
    assert "re-tuned fully" in printed["manifest"]["fields"]
    assert re.fullmatch("[0-2] of 2", printed["manifest"]["strategies_changed"])


TUNED = re.compile(r"Tuning changed [^.]*\.")

STAGES: dict[str, Callable[[Experiment], bool]] = {
    "tuning": lambda experiment: isinstance(experiment, Retuning),
    "race": lambda experiment: isinstance(experiment, Race) and len(experiment.parts) == 1,
    "more tuning": lambda experiment: isinstance(experiment, Race) and len(experiment.parts) > 1,
    "confirmation": lambda experiment: isinstance(experiment, Design),
}


def interrupt_in(patch: pytest.MonkeyPatch, stage: str) -> None:
    """Let an interruption come when some of a stage has been played."""
    add, stop, counted = Outcome.add, threading.Event(), []

    def count(outcome: Outcome, played: PlayedPiece) -> None:
        add(outcome, played)
        if STAGES[stage](outcome.experiment):
            counted.append(played)
        if len(counted) == 5:
            stop.set()

    patch.setattr(execution, "MOMENT", 0.0)  # pieces that do not depend on the machine's pace
    patch.setattr(Outcome, "add", count)
    patch.setattr(execution, "stop_on_interrupt", lambda: nullcontext(stop))


@pytest.mark.thorough
@pytest.mark.usefixtures("short_tuning")
@pytest.mark.parametrize("stage", STAGES)
def test_it_goes_on_wherever_it_was_interrupted(
    stage: str, tmp_path: Path, forsale: Command
) -> None:
    wishes = ("--vary", "refund=up", "--maximise", "coins_left", "--players", 3, "--seed", 1)
    wanted = ("design", *wishes, "--games", 30_000, "--threads", 1)
    whole, out = forsale(*wanted), tmp_path / "out"
    with pytest.MonkeyPatch.context() as patch:
        interrupt_in(patch, stage)
        stopped = forsale(*wanted, "--out", out, "--checkpoint-every", 0)
    assert stopped.status == StoppedError.exit_status
    assert f"Go on with: forsale-sim design --resume {shlex.quote(str(out))}" in stopped.err
    assert STAGES[stage](Checkpoint.load(out).outcome.experiment)
    assert not (out / "report.html").exists()
    resumed = forsale("design", "--resume", out)
    assert resumed.status == 0
    assert digest_in(resumed.out) == digest_in(whole.out)
    again = forsale("design", "--resume", out).out
    for said in (resumed.out, again):
        assert TUNED.findall(said) == TUNED.findall(whole.out) != []
    assert (out / "report.html").exists()


def digest_in(out: str) -> str:
    return re.search(r"^digest +(\w+)$", out, re.MULTILINE)[1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plyers = 3", "did you mean 'players'"),
        ("players = [3, 4]", "players takes one value, not 2"),
        ("vary = [1.5]", "vary must be a text or a number"),
        ("fair-seats = true\nplayers = 3\nvary = 'coins=20'", "leave out --vary"),
    ],
)
def test_a_bad_file_is_one_message(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wishes.toml"
    path.write_text(text)
    refusal = call(capsys, "design", path)
    assert refusal.status == 2
    assert words in refusal.message


def unexpected(*_: object) -> Any:
    raise AssertionError


def test_what_cannot_be_kept_is_refused_before_play_is_tuned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outcome, "add", unexpected)
    (tmp_path / "precious.txt").write_text("kept")
    goal = ("--vary", "refund=up", "--minimise", "seat_gap")
    wanted = ("design", *goal, "--players", 3, "--seed", 1)
    full = call(capsys, *wanted, "--out", tmp_path)
    assert full.status == 2
    assert "is not empty, and nothing is overwritten" in full.message
    part = call(capsys, *wanted, "--shard", "1/2")
    assert "--shard is for experiments of a fixed size" in part.message
