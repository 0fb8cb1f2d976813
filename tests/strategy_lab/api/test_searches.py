"""Searches from Python find what the commands of the same names find."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import forsale_sim
import pytest
from strategy_lab.plugins.entrants import read_tuned

from tests.cli.calling import call
from tests.strategy_lab.api.playing import Timid
from tests.support.interrupting import interrupt_after

QUICK: dict[str, Any] = {"deals": 10, "population": 5, "seed": 9, "threads": 1}
TUNE: dict[str, Any] = {**QUICK, "players": 3, "generations": 2, "final_deals": 20}
EXPLOIT: dict[str, Any] = {
    **QUICK, "generations": 0, "budget": 0, "samples": 0, "final_deals": 30, "players": 3
}  # fmt: skip


def words(options: dict[str, Any]) -> list[object]:
    """The same on the command line."""
    return [
        word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", value)
    ]


def test_tune_returns_and_writes_what_the_command_does(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tuned = forsale_sim.tune("matcher", against=["spread"], out=tmp_path / "mine", **TUNE)
    other = tmp_path / "other"
    said = call(capsys, "tune", "matcher", "--against", "spread", *words(TUNE), "--out", other)
    assert said.status == 0
    file = tmp_path / "mine" / "tuned.toml"
    assert file.read_bytes() == (other / "tuned.toml").read_bytes()
    assert tuned == forsale_sim.load(other)
    values = dict(tuned.parameters[["parameter", "value"]].itertuples(index=False))
    assert values == read_tuned(file).parameters
    (row,) = tuned.tuned.to_dict("records")
    assert row["win_rate_low"] < row["win_rate"] < row["win_rate_high"]
    assert len(tuned.generations) == TUNE["generations"]
    assert tuned.manifest["seed"] == 9
    for spec in (file, row["strategy"]):
        played = forsale_sim.run(30, lineup=[spec, "spread", "spread"], seed=1)
        assert played.manifest["complete"]


def test_exploit_returns_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    found = forsale_sim.exploit("spread", **EXPLOIT)
    printed = json.loads(call(capsys, "exploit", "spread", *words(EXPLOIT), "--format", "json").out)
    assert found.gains.to_dict("records") == printed["gains"]
    assert found.responses.to_dict("records") == printed["responses"]
    assert found.manifest["seed"] == 9


def test_an_interrupted_exploit_shows_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: dict[str, Any] = {**EXPLOIT, "train": "matcher", "generations": 2}
    with monkeypatch.context() as patched:
        interrupt_after(patched, 45)
        with pytest.raises(forsale_sim.Interrupted) as caught:
            forsale_sim.exploit("spread", out=tmp_path / "mine", **asked)
    (part,) = caught.value.result.responses.to_dict("records")
    assert part["response"] == "tuned matcher, so far"
    assert forsale_sim.resume(tmp_path / "mine") == forsale_sim.exploit("spread", **asked)


def test_a_strategy_of_the_session_can_be_exploited() -> None:
    (gain,) = forsale_sim.exploit(Timid, **EXPLOIT).gains["gain"]
    assert gain > 0
