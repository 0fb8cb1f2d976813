"""``forsale-sim meta``: what it prints and saves, and that the same is always the same."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from strategy_lab.experiments.meta.schema import TABLES

from tests.cli.calling import PATIENCE, Said, contents, running
from tests.cli.conftest import Command
from tests.cli.refusing import assert_refused

FIELD = ("--strategy", "spread", "--strategy", "coinflip", "--strategy", "miser")
DEALS = ("--deals", "12", "--seed", "7", *FIELD)
FOUR = (*DEALS, "--players", "4")


def as_json(said: Said) -> dict[str, Any]:
    assert said.status == 0, said.err
    found: dict[str, Any] = json.loads(said.out)
    return found


def test_the_tables_of_several_player_counts(forsale: Command) -> None:
    said = forsale("meta", *DEALS, "--players", "3,4")
    assert said.status == 0, said.err
    lines = said.out.splitlines()
    assert lines[0].endswith(" games of 19 lineups on common deals, seed 7")
    parts = ("one among", "all play", "% of time, alpha")
    for part in (f"{players} players, {part}" for players in (3, 4) for part in parts):
        assert sum(line.startswith(part) for line in lines) == 1, part
    assert lines[-2].startswith("digest  ")
    assert said.err == ""


def test_json_has_all_tables_with_their_columns(forsale: Command) -> None:
    found = as_json(forsale("meta", *FOUR, "--format", "json"))
    assert list(found) == ["manifest", *TABLES]
    for name, columns in TABLES.items():
        assert {tuple(row) for row in found[name]} <= {columns}
    assert len(found["invasions"]) == 6
    manifest = found["manifest"]
    assert manifest["strategies"] == ["spread", "coinflip", "miser"]
    assert manifest["complete"] is True
    assert manifest["settings"][0]["lineups"] == 12


def test_csv_has_all_tables_in_one(forsale: Command) -> None:
    said = forsale("meta", *FOUR, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert {row["table"] for row in rows} <= set(TABLES)
    shares = [row for row in rows if row["lineup"] == "spread,spread,coinflip,miser"]
    assert sum(int(row["copies"]) * float(row["win_rate"]) for row in shares) == pytest.approx(1)


def test_a_folder_holds_tables_plot_and_manifest(forsale: Command, folder: Path) -> None:
    said = forsale("meta", *FOUR, "--out", "field", "--plot-format", "svg")
    assert said.status == 0, said.err
    assert set(contents(folder / "field")) == {
        *(f"{name}.parquet" for name in TABLES),
        *(".lock", "checkpoint.npz", "manifest.json", "meta_game_iello-en.svg"),
    }
    manifest = json.loads((folder / "field" / "manifest.json").read_text())
    assert manifest["command"].startswith("forsale-sim meta ")
    table = parquet.read_table(folder / "field" / "payoffs.parquet")
    assert tuple(table.column_names) == TABLES["payoffs"]
    assert table.schema.field("win_rate").metadata[b"unit"] == b"fraction"


def test_other_deals_than_asked_for_are_told(forsale: Command) -> None:
    said = forsale("meta", "--deals", "10", "--seed", "1", "--players", "4", *FIELD)
    assert said.err == (
        "Playing 12 deals with 4 players for the 10 asked for: all orders of seats as often.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--strategy", "spread"), "spread alone is no game: name another strategy (--strategy)"),
        ((*FIELD, "--strategy", "spraed"), "unknown strategy 'spraed': did you mean 'spread'?"),
        (("--strategy", "miser,spread"), "--strategy takes one strategy, not 'miser,spread'"),
        (("--deals", "0"), "the number of deals (--deals) must be at least 1, not 0"),
        (("--deals", "1e9", "--players", "4"), "8 strategies can sit down in 330 ways among 4"),
        (("--alpha", "-1"), "alpha (--alpha) must be more than 0 and at most 1e+06, not -1"),
        (("--alpha", "nan"), "alpha (--alpha) must be more than 0 and at most 1e+06, not nan"),
        (("--population", "5"), "the population (--population) must be 6 to 1000, not 5"),
        (("--players", "9"), "For Sale is played by 2 to 8 players, not by 9"),
        (("--threads", "0"), "the number of threads must be 1 to 1024, not 0"),
        (("--seed", "-1"), "a seed is a whole number from 0 to 2**64 - 1, not -1"),
        (("--out-format", "csv"), "--out-format needs --out: the folder that tables are saved in"),
        (("--out", "taken"), "the folder taken is not empty"),
    ],
)
def test_what_cannot_be_is_one_message(
    forsale: Command, folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert_refused(forsale, folder, ("meta", *arguments), message)


def test_what_is_complete_is_looked_at_after_an_interruption(tmp_path: Path) -> None:
    with running(
        *("meta", "--deals", 10**5, *FIELD, "--players", "3,4", "--seed", "5", "--out", "saved"),
        cwd=tmp_path,
    ) as command:
        # A batch with 3 players and one with 4 are some 50,000 games.
        command.wait_until_shown(r"\b[1-9]\d{5}/\d+")
        command.interrupt()
        said = command.ended(PATIENCE)
    assert said.status == 130
    assert "(PARTIAL: stopped early), seed 5" in said.out.splitlines()[0]
    assert "Stopped early: these are " in said.err
    assert "Traceback" not in said.err
    manifest = json.loads((tmp_path / "saved" / "manifest.json").read_text())
    assert manifest["complete"] is False
