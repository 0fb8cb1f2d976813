"""``forsale-sim rank``: what it prints and saves, and that the same is always the same."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from strategy_lab.experiments.rank.rating_tables import TABLES

from tests.cli.calling import PATIENCE, Said, contents, running
from tests.cli.conftest import Command
from tests.cli.refusing import assert_refused

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


def test_json_has_all_tables_with_their_columns(forsale: Command) -> None:
    found = as_json(forsale("rank", *GAMES, "--format", "json"))
    assert list(found) == ["manifest", *TABLES]
    for name in ("ratings", "head_to_head"):
        assert {tuple(row) for row in found[name]} == {TABLES[name]}
    assert len(found["ratings"]) == 3 * 4


def test_csv_has_all_tables_in_one(forsale: Command) -> None:
    said = forsale("rank", *THREE, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert [row["table"] for row in rows] == ["ratings"] * 3 + ["head_to_head"] * 6
    assert sum(float(row["rating"]) for row in rows[:3]) == pytest.approx(0, abs=1e-4)
    assert {row["rating"] for row in rows[3:]} == {""}


def test_a_folder_holds_tables_plot_and_manifest(forsale: Command, folder: Path) -> None:
    said = forsale(
        "rank", *THREE, "--out", "ranking", "--out-format", "parquet", "--plot-format", "svg"
    )
    assert said.status == 0, said.err
    assert sorted(contents(folder / "ranking")) == [
        *(".lock", "checkpoint.npz"),
        *("cycles.parquet", "head_to_head.parquet", "manifest.json", "ratings.parquet"),
        "ratings_iello-en.svg",
    ]
    manifest = json.loads((folder / "ranking" / "manifest.json").read_text())
    assert manifest["complete"] is True
    assert manifest["command"].startswith("forsale-sim rank ")
    table = parquet.read_table(folder / "ranking" / "ratings.parquet")
    assert tuple(table.column_names) == TABLES["ratings"]
    assert table.schema.field("rating").metadata[b"unit"] == b"points"
    assert parquet.read_table(folder / "ranking" / "cycles.parquet").num_rows == 0
    assert forsale("replay", "--out", "ranking", "--game", "5").status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--strategy", "spread"), "spread has nobody to be ranked with: name another strategy"),
        (("--lineup", "spread,spread,spread"), "spread has nobody to be ranked with"),
        (("--strategy", "spraed"), "unknown strategy 'spraed': did you mean 'spread'?"),
        (("--games", "0"), "the number of games must be 1 to"),
        (("--threads", "0"), "the number of threads must be 1 to 1024, not 0"),
        (("--plot-format", "svg"), "--plot-format needs --out: the folder that plots are saved in"),
        (("--out", "taken"), "the folder taken is not empty"),
    ],
)
def test_what_cannot_be_is_one_message(
    forsale: Command, folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert_refused(forsale, folder, ("rank", *arguments), message)


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


def test_what_is_complete_is_ranked_after_an_interruption(tmp_path: Path) -> None:
    with running(
        *("rank", "--games", 10**11, *FIELD, "--players", "3,4", "--seed", "5", "--out", "saved"),
        cwd=tmp_path,
    ) as command:
        command.wait_until_playing()
        command.interrupt()
        said = command.ended(PATIENCE)
    assert said.status == 130
    assert "(PARTIAL: stopped early), seed 5" in said.out.splitlines()[0]
    assert "\n1 spread " in said.out
    assert "Stopped early: these are " in said.err
    assert "Traceback" not in said.err
    manifest = json.loads((tmp_path / "saved" / "manifest.json").read_text())
    assert manifest["complete"] is False
    ratings = parquet.read_table(tmp_path / "saved" / "ratings.parquet").to_pylist()
    assert len(ratings) == 6
