"""``forsale-sim tune``, ``exploit`` and ``psro``: what they print and write."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from strategy_lab.plugins.entrants import read_mixture, read_tuned

from tests.cli.calling import contents
from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write

QUICKLY = ("--players", "3", "--deals", "10", "--population", "5", "--final-deals", "20")
SPREAD = ("--against", "spread", "--seed", "9", "--threads", "1", "--generations", "2")


def test_a_tuned_file_plays(forsale: Command, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    said = forsale("tune", "matcher", *QUICKLY, *SPREAD, "--out", out)
    assert said.status == 0, said.err
    made = read_tuned(out / "tuned.toml").made
    assert (made["seed"], made["generations"], made["against"]) == (9, 2, "spread")
    assert made["win_rate_low"] <= made["win_rate"] <= made["win_rate_high"]
    played = forsale("run", "--lineup", f"{out}/tuned.toml,spread,spread", "--games", "30")
    assert played.status == 0 and "tuned#" in played.out


def test_the_command_that_is_printed_plays_the_tuned_strategy(forsale: Command) -> None:
    said = forsale("tune", "matcher", *QUICKLY, *SPREAD)
    (command,) = re.findall(r"^play +forsale-sim (.*)$", said.out, re.MULTILINE)
    played = forsale(*shlex.split(command), "--games", "30", "--format", "json")
    assert "matcher:share=" in " ".join(json.loads(played.out)["manifest"]["strategies"])


def test_tables_are_those_that_json_has(forsale: Command) -> None:
    asked = ("tune", "matcher", *QUICKLY, *SPREAD)
    found = json.loads(forsale(*asked, "--format", "json").out)
    (tuned,) = found["tuned"]
    assert tuned["win_rate_low"] < tuned["win_rate"] < tuned["win_rate_high"]
    assert [row["generation"] for row in found["generations"]] == [1, 2]
    values = {row["parameter"]: row["value"] for row in found["parameters"]}
    assert tuned["strategy"] == f"matcher:share={values['share']},aim={values['aim']}"
    printed = forsale(*asked).out
    assert all(str(value) in printed for value in values.values()), "with all their digits"


def test_the_strategy_that_new_writes_is_tuned(forsale: Command, folder: Path) -> None:
    forsale("new", "mine.py")
    said = forsale("tune", "mine.py", *QUICKLY, *SPREAD, "--out", "x")
    assert said.status == 0, said.err
    assert list(read_tuned(folder / "x" / "tuned.toml").parameters) == ["share"]
    (folder / "mine.py").unlink()
    again = forsale("tune", "--resume", "x")
    assert again.out == said.out, "what is complete is shown without the strategy"


SHORT = (
    *("--players", "3", "--seed", "5", "--threads", "1"),
    *("--generations", "0", "--budget", "0", "--samples", "0"),
)


def test_who_wins_every_deal_has_an_interval_within_all_games(
    forsale: Command, folder: Path
) -> None:
    spec = write(folder, bid="return 0", sell="return lowest(view.hand)")
    asked = ("exploit", spec, *SHORT, "--final-deals", "20")
    (best,) = json.loads(forsale(*asked, "--format", "json").out)["gains"]
    assert best["win_rate"] == best["win_rate_high"] == 1 and best["win_rate_low"] < 0.9


TRAIN = ("--train", "matcher")
GROWING = (
    "--players", "3", *TRAIN, "--generations", "1", "--deals", "10", "--population", "4",
    "--final-deals", "60", "--meta-deals", "6", "--threads", "1", "--seed", "7",
)  # fmt: skip
ASKED = ("psro", "--strategy", "random", *GROWING)


def test_a_field_grows_into_a_mixture_that_plays(forsale: Command, tmp_path: Path) -> None:
    out = tmp_path / "grown"
    said = forsale(*ASKED, "--rounds", "2", "--out", out)
    assert said.status == 0, said.err
    words = " ".join(said.out.split())
    assert "response-1" in words and "lower bound on exploitability" in words
    assert "optimal" not in said.out
    played = forsale("run", "--lineup", f"{out}/mixture.toml,random,random", "--games", "30")
    assert played.status == 0, played.err
    assert "mixture#" in played.out
    shown = forsale("strategies", "show", f"{out}/mixture.toml")
    assert shown.status == 0 and "matcher:" in shown.out


def test_it_goes_on_with_more_rounds(forsale: Command, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    three = forsale(*ASKED, "--rounds", "3", "--out", whole)
    one = forsale(*ASKED, "--rounds", "1", "--out", part)
    assert "a response still gains" in " ".join(one.out.split())
    assert read_mixture(part / "mixture.toml").made["rounds"] == 1
    more = forsale("psro", "--resume", part, "--rounds", "3")
    assert more.out == three.out
    files = [
        {path: content for path, content in contents(folder).items() if path.endswith(".toml")}
        for folder in (whole, part)
    ]
    assert files[0] == files[1]


@pytest.mark.parametrize("rounds", ["1", "2"])
def test_what_is_there_is_not_played_again(rounds: str, forsale: Command, tmp_path: Path) -> None:
    forsale(*ASKED, "--rounds", "2", "--out", tmp_path / "grown")
    before = contents(tmp_path)
    again = forsale("psro", "--resume", tmp_path / "grown", "--rounds", rounds)
    if rounds == "1":
        assert (again.status, "--rounds can only grow: 2 there, not 1" in again.message) == (
            2,
            True,
        )
    else:
        assert "is complete: there was nothing left to do" in again.err
    assert contents(tmp_path) == before
