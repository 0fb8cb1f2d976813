"""Searches from Python find what the commands of the same names find."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import forsale_sim
import pytest
from forsale_sim.errors import UsageError
from forsale_sim.plugins.tuned import read_tuned
from forsale_sim.training import exploitation
from forsale_sim.training.parameter_search import Search

from tests.api.playing import Timid
from tests.cli.calling import call, contents

QUICK: dict[str, Any] = {"deals": 10, "population": 5, "seed": 9, "threads": 1}
TUNE: dict[str, Any] = {**QUICK, "players": 3, "generations": 2, "final_deals": 20}
EXPLOIT: dict[str, Any] = {
    **QUICK, "generations": 0, "budget": 0, "samples": 0, "final_deals": 30, "players": 3
}  # fmt: skip
PSRO: dict[str, Any] = {
    **TUNE, "train": "matcher", "rounds": 2, "meta_deals": 6, "generations": 1, "final_deals": 60
}  # fmt: skip


def words(options: dict[str, Any]) -> list[object]:
    """The same on the command line."""
    return [
        word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", value)
    ]


def test_tune_writes_the_file_of_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    tuned = forsale_sim.tune("matcher", against=["spread"], out=tmp_path / "mine.toml", **TUNE)
    other = tmp_path / "other.toml"
    said = call(capsys, "tune", "matcher", "--against", "spread", *words(TUNE), "--out", other)
    assert said.status == 0
    assert tuned.path.read_bytes() == other.read_bytes()
    assert tuned.parameters == read_tuned(other).parameters
    assert tuned.win_rate_low < tuned.win_rate < tuned.win_rate_high
    assert tuned.settings["seed"] == 9
    played = forsale_sim.run(30, lineup=[tuned.path, "spread", "spread"], seed=1)
    assert played.by_strategy["strategy"][0].startswith("mine#")


def test_an_interrupted_search_is_gone_on_with_by_the_same_call(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def finish(self: Search) -> Any:
        raise KeyboardInterrupt

    out = tmp_path / "mine.toml"
    with monkeypatch.context() as patched:
        patched.setattr(Search, "finish", finish)
        with pytest.raises(KeyboardInterrupt, match="found in 2 generations is kept"):
            forsale_sim.tune("matcher", against="spread", out=out, **TUNE)
    again = forsale_sim.tune("matcher", against="spread", out=out, **{**TUNE, "seed": None})
    whole = forsale_sim.tune("matcher", against="spread", out=tmp_path / "whole.toml", **TUNE)
    assert again.settings == whole.settings
    assert again.parameters == whole.parameters


def test_exploit_returns_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    found = forsale_sim.exploit("spread", **EXPLOIT)
    printed = call(capsys, "exploit", "spread", *words(EXPLOIT), "--format", "json")
    (row,) = json.loads(printed.out)["responses"]
    del row["tried"]
    assert found.to_dict("records") == [row]
    assert found.attrs["seed"] == 9


def test_a_strategy_of_the_session_can_be_exploited() -> None:
    (gain,) = forsale_sim.exploit(Timid, **EXPLOIT)["gain"]
    assert gain > 0


def test_an_interrupt_keeps_the_player_counts_that_are_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exploit = exploitation.exploit

    def ending(frozen: Any, rules: Any, *more: Any) -> Any:
        if rules.players == 4:
            raise KeyboardInterrupt
        return exploit(frozen, rules, *more)

    monkeypatch.setattr(exploitation, "exploit", ending)
    with pytest.raises(forsale_sim.Interrupted) as caught:
        forsale_sim.exploit("spread", **{**EXPLOIT, "players": "3-5"})
    assert list(caught.value.result["players"]) == [3]
    with pytest.raises(KeyboardInterrupt) as nothing:
        forsale_sim.exploit("spread", **{**EXPLOIT, "players": 4})
    assert not isinstance(nothing.value, forsale_sim.Interrupted)


def test_psro_grows_the_folder_of_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    grown = forsale_sim.psro("random", out=tmp_path / "grown", **PSRO)
    other = tmp_path / "other"
    asked = ("--strategy", "random", *words(PSRO), "--format", "json", "--out", other)
    rounds = json.loads(call(capsys, "psro", *asked).out)["rounds"]
    assert grown.rounds.to_dict("records") == rounds
    assert contents(grown.mixture.parent) == contents(other)
    assert grown.seed == 9
    assert forsale_sim.run(30, lineup=[grown.mixture, "random", "random"]).manifest["complete"]


def test_searches_are_silent_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    forsale_sim.exploit("spread", **EXPLOIT)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 2}, "ruleset 'iello-en' is for 3, 4, 5 or 6 players, not 2"),
        ({"players": "3"}, "players: '3' is not a whole number"),
        ({"deals": 1}, "deals: it must be at least 2, not 1"),
        ({"final_deals": 1e7}, "final_deals: it must be at most 1,000,000, not 10,000,000"),
        ({"generations": 1}, "generations: it must be at least 2, not 1"),
        ({"population": 3}, "population: it must be at least 4, not 3"),
        ({"population": 300}, "301 candidates and their opponents are more than"),
        ({"against": ()}, "tuning takes opponents: name some (against), or let copies"),
        ({"against": [Timid]}, "against: the strategy 'timid' was defined in a Python session"),
        ({"against": 7}, "against: 7 is no strategy: name one by its spec, or by its file"),
        ({"seed": -1}, "a seed is a whole number from 0 to"),
        ({"threads": 0}, "the number of threads must be 1 to 1024, not 0"),
        ({"ruleset": 7}, "ruleset: 7 is no ruleset"),
        ({"out": "mine.txt"}, "the file to write (out) must be a .toml file"),
    ],
)
def test_what_cannot_be_is_an_exception_that_names_the_argument(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError) as caught:
        forsale_sim.tune("matcher", **{**TUNE, "out": "mine.toml", **options})
    assert str(caught.value).startswith(message)
    assert list(tmp_path.iterdir()) == []


def test_a_field_cannot_grow_from_nothing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="strategies is empty"):
        forsale_sim.psro([], out=tmp_path / "grown", **PSRO)
