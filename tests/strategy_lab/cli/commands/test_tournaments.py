"""``forsale-sim rank`` and ``meta``: what they print and save."""

from __future__ import annotations

import json
import re
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


def test_the_tables_of_several_player_counts(forsale: Command) -> None:
    said = forsale("rank", *GAMES, "--players", "3,4")
    assert said.status == 0
    lines = said.out.splitlines()
    assert lines[0] == "302 games of 88 deals, seed 7, drawn lineups, all rotations"
    for part in ("Ruleset iello-en", "rating ", "3 players, % ahead of", "4 players, % ahead of"):
        assert sum(line.startswith(part) for line in lines) == 1, part
    assert re.search(r"^1 spread +\d+ ±", said.out, re.MULTILINE)
    assert "3 players: no cycle shown" in lines
    assert lines[-2].startswith("digest  ")


def test_the_digest_is_that_of_the_run_it_plays(forsale: Command) -> None:
    ranked = as_json(forsale("rank", *THREE, "--format", "json"))
    run = as_json(forsale("run", *THREE, "--format", "json"))
    assert ranked["manifest"]["digest"] == run["manifest"]["digest"]
    shared = ("strategy", "opponent", "ahead_rate", "ahead_rate_low", "ahead_rate_high")
    assert [[row[name] for name in shared] for row in ranked["head_to_head"]] == [
        [row[name] for name in shared] for row in run["head_to_head"]
    ]


def test_a_plot_is_saved_and_games_are_replayed(forsale: Command, folder: Path) -> None:
    said = forsale("rank", *THREE, "--out", "ranking", "--plot-format", "svg")
    assert said.status == 0, said.err
    assert (folder / "ranking" / "ratings_iello-en.svg").exists()
    assert forsale("replay", "--out", "ranking", "--game", "5").status == 0


def test_a_field_too_large_to_rate_leaves_nothing_behind(forsale: Command, folder: Path) -> None:
    field = [
        part for i in range(60) for part in ("--strategy", f"spread:share={i / 100 + 0.01:.2f}")
    ]
    said = forsale("rank", "--games", "1e6", "--players", "6", *field, "--out", "ranking")
    assert said.status == 2
    assert "60 strategies can meet in " in said.message
    assert contents(folder) == {}


def test_strategies_of_which_one_always_wins_have_no_intervals(forsale: Command) -> None:
    field = ("--strategy", "random", "--strategy", "counter")
    said = forsale("rank", "--games", "12", "--seed", "3", "--players", "3", *field)
    assert said.status == 0, said.err
    assert (
        "3 players: no strategy ever finished behind one further right: counter | random"
        in said.out
    )
    assert "±" not in said.out.partition("Plackett")[0]


DEALS = ("--deals", "12", "--seed", "7", *FIELD)


def test_the_tables_of_a_meta_game(forsale: Command) -> None:
    said = forsale("meta", *DEALS, "--players", "3,4")
    assert said.status == 0, said.err
    lines = said.out.splitlines()
    assert lines[0].endswith(" games of 19 lineups on common deals, seed 7")
    parts = ("one among", "all play", "% of time, alpha")
    for part in (f"{players} players, {part}" for players in (3, 4) for part in parts):
        assert sum(line.startswith(part) for line in lines) == 1, part
    assert lines[-2].startswith("digest  ")
    assert said.err == ""


def test_a_plot_of_a_meta_game_is_saved(forsale: Command, folder: Path) -> None:
    said = forsale("meta", *DEALS, "--players", "4", "--out", "field", "--plot-format", "svg")
    assert said.status == 0, said.err
    assert (folder / "field" / "meta_game_iello-en.svg").exists()


def test_other_deals_than_asked_for_are_told(forsale: Command) -> None:
    said = forsale("meta", "--deals", "10", "--seed", "1", "--players", "4", *FIELD)
    assert said.err == (
        "Playing 12 deals with 4 players for the 10 asked for: all orders of seats as often.\n"
    )
