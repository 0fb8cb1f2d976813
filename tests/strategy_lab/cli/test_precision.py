"""``run --precision`` ends when it is known, and says by what."""

from __future__ import annotations

import re
from pathlib import Path

from strategy_lab.stats.intervals import RATE_INTERVAL

from tests.cli.conftest import Command

FIELD = ("--players", "3", "--strategy", "spread", "--strategy", "random", "--seed", "5")
PRECISE = ("run", "--precision", "0.02", *FIELD)


def test_it_ends_when_all_rates_are_known(forsale: Command) -> None:
    found = forsale(*PRECISE, "--format", "json").json
    manifest = found["manifest"]
    assert manifest["precision"] == 0.02
    assert manifest["max_games"] == manifest["games_requested"] == 10**9
    assert manifest["precision_reached"] is True
    assert manifest["complete"] is True
    assert manifest["intervals"]["rates"] == RATE_INTERVAL
    for row in [*found["by_strategy"], *found["by_seat"]]:
        assert row["win_rate_high"] - row["win_rate"] <= 0.02
        assert row["win_rate"] - row["win_rate_low"] <= 0.02
    assert manifest["games"] < 50_000


def test_its_games_are_those_of_a_run_of_that_size(forsale: Command) -> None:
    precise = forsale(*PRECISE, "--threads", "2", "--format", "json").json
    fixed = forsale("run", "--games", precise["manifest"]["games"], *FIELD, "--format", "json").json
    assert fixed["manifest"]["digest"] == precise["manifest"]["digest"]
    assert fixed["manifest"]["precision"] is None
    assert fixed["manifest"]["precision_reached"] is None
    rates = [[row["win_rate"] for row in found["by_seat"]] for found in (fixed, precise)]
    assert rates[0] == rates[1]


def test_a_limit_that_comes_first_is_told(forsale: Command) -> None:
    said = forsale(*PRECISE[:2], "0.001", "--max-games", "6000", *FIELD)
    assert said.status == 0
    assert "win rates NOT all known to ±0.1 points" in said.out
    assert "iello-en, 3 players: win rates are not known to ±0.1 points after 6,000 games (" in (
        said.err
    )


def test_its_games_are_shown_again_by_its_options(forsale: Command, folder: Path) -> None:
    asked = ("--precision", "0.001", "--max-games", "1000", "--players", "3,4", *FIELD[2:])
    said = forsale("run", *asked, "--out", "saved", "--plot-format", "svg")
    (again,) = re.findall(r"^replay  forsale-sim (replay .*) --game 1$", said.out, re.MULTILINE)
    shown, saved = (
        forsale(*words, "--game", "600") for words in (again.split(), ("replay", "--out", "saved"))
    )
    assert shown == saved and shown.status == 0
    refused = forsale("replay", "--out", "saved", "--max-games", "1000", "--game", "1")
    assert refused.status == 2
