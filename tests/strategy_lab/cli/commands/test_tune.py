"""``forsale-sim tune``: what it prints and writes."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from strategy_lab.plugins.entrants import read_tuned

from tests.cli.conftest import Command

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


def test_a_search_begins_where_another_ended(forsale: Command, tmp_path: Path) -> None:
    asked = (*QUICKLY, *SPREAD, "--format", "json")
    first = json.loads(forsale("tune", "matcher", *asked, "--out", tmp_path / "one").out)
    second = json.loads(forsale("tune", tmp_path / "one" / "tuned.toml", *asked).out)
    assert [row["value"] for row in first["parameters"]] == [
        row["start"] for row in second["parameters"]
    ]
