"""``forsale-sim rank`` and ``meta``: what they print and save."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.calling import Said, contents
from tests.cli.conftest import Command

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
