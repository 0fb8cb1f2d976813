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


def test_the_command_that_is_printed_plays_the_tuned_strategy(forsale: Command) -> None:
    said = forsale("tune", "matcher", *QUICKLY, *SPREAD)
    (command,) = re.findall(r"^play +forsale-sim (.*)$", said.out, re.MULTILINE)
    played = forsale(*shlex.split(command), "--games", "30", "--format", "json")
    assert "matcher:share=" in " ".join(json.loads(played.out)["manifest"]["strategies"])


def test_the_strategy_that_new_writes_is_tuned(forsale: Command, folder: Path) -> None:
    forsale("new", "mine.py")
    said = forsale("tune", "mine.py", *QUICKLY, *SPREAD, "--out", "x")
    assert said.status == 0, said.err
    assert list(read_tuned(folder / "x" / "tuned.toml").parameters) == ["share"]
    (folder / "mine.py").unlink()
    again = forsale("tune", "--resume", "x")
    assert again.out == said.out, "what is complete is shown without the strategy"


def test_a_search_that_gains_nothing_ends_early_and_says_so(
    forsale: Command, tmp_path: Path
) -> None:
    asked = ("tune", "expert", *QUICKLY, "--against", "expert", "--seed", "2", "--threads", "1")
    said = forsale(*asked, "--stall", "3", "--format", "json", "--out", tmp_path / "x")
    rates = [round(each["win_rate"], 9) for each in json.loads(said.out)["generations"]]
    lost = [sum(rates[g - 3 : g]) <= sum(rates[g - 6 : g - 3]) for g in range(6, len(rates) + 1)]
    assert lost[-1] and not any(lost[:-1]) and len(rates) < 60
    text = " ".join(forsale("tune", "--resume", tmp_path / "x").out.split())
    assert f"The search ended after generation {len(rates)} of 60: the last 3 won" in text
    assert read_tuned(tmp_path / "x" / "tuned.toml").made["stall"] == 3
    whole = forsale(*asked, "--stall", "0", "--generations", "8", "--format", "json")
    assert len(json.loads(whole.out)["generations"]) == 8


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
