"""``forsale-sim merge``: parts played apart are the run played in one piece."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import forsale_sim
import pytest
from click.testing import CliRunner
from pyarrow import parquet
from strategy_lab.errors import UsageError

from tests.cli.calling import Said
from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write
from tests.support.program import cli

FIELD = ("--strategy", "spread", "--strategy", "coinflip", "--strategy", "random")
RUN = ("--games", "600", "--players", "3,4", *FIELD)
SEED = ("--seed", "7")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("parts")
    for number in (1, 2, 3):
        options = ("--shard", f"{number}/3", "--out", str(path / f"part-{number}"))
        result = CliRunner().invoke(cli, ["run", *RUN, *SEED, *options, "--plot-format", "svg"])
        assert result.exception is None, result.exception
    return path


@pytest.fixture
def parts(played: Path, folder: Path) -> list[str]:
    """The folders of three parts, to do anything to, in the current folder."""
    shutil.copytree(played, folder, dirs_exist_ok=True)
    return ["part-1", "part-2", "part-3"]


def without_speed(said: Said) -> list[str]:
    assert said.status == 0, said.err
    lines = said.out.splitlines()
    return [lines[0], *lines[2:]]


def test_python_adds_parts_up(parts: list[str]) -> None:
    whole = forsale_sim.merge(parts)
    assert (whole.manifest["games"], whole.manifest["complete"]) == (600, True)
    with pytest.raises(UsageError, match=r"Name all parts, or .* with allow_gaps"):
        forsale_sim.merge(parts[:2])
    assert not forsale_sim.merge(parts[:2], allow_gaps=True).manifest["complete"]


@pytest.mark.thorough
def test_a_part_says_which_it_is(forsale: Command, parts: list[str]) -> None:
    said = forsale("run", "--resume", "part-2")
    first, *_ = said.out.splitlines()
    assert first == "199 games of 58 deals (part 2/3), seed 7, drawn lineups, all rotations"
    assert "again   forsale-sim run --games 600 --players 3,4 " in said.out
    assert " --shard 2/3\n" in said.out
    manifest = json.loads(Path("part-2/manifest.json").read_text())
    assert (manifest["shard"], manifest["complete"]) == ("2/3", True)
    told = forsale("run", *RUN, *SEED, "--shard", "2/3")
    assert without_speed(told) == without_speed(said)
    assert told.err == "Part 2/3: 199 of 600 games.\n"


def test_games_have_the_numbers_of_the_whole_run(forsale: Command, parts: list[str]) -> None:
    number = 250
    shown = forsale("replay", *RUN, *SEED, "--game", number)
    assert forsale("replay", "--out", "part-2", "--game", number) == shown
    for part in (1, 2, 3):
        games = ("--games-out", f"games-{part}.parquet")
        said = forsale("run", *RUN, *SEED, "--shard", f"{part}/3", *games)
        first = min(parquet.read_table(games[1])["game"].to_pylist())
        assert said.out.endswith(f" --game {first}\n")
    assert forsale("run", *RUN, *SEED, "--games-out", "games.parquet").status == 0
    together = parquet.read_table([f"games-{part}.parquet" for part in (1, 2, 3)])
    whole = parquet.read_table("games.parquet")
    assert together.sort_by("game").equals(whole.sort_by("game"))


def test_gaps_that_are_allowed_can_be_filled(forsale: Command, parts: list[str]) -> None:
    allowed = ("--allow-gaps", "--out", "merged", "--plot-format", "svg")
    said = forsale("merge", "part-1", "part-3", *allowed)
    assert said.status == 0
    assert said.out.startswith("401 games of 117 deals (PARTIAL: stopped early), seed 7")
    assert said.err.endswith(
        "\ndeals 34 to 66 of iello-en for 3 players, deals 26 to 50 of iello-en for 4 players are "
        "missing.\n"
    )
    again = forsale("run", "--resume", "merged")
    assert again.err.startswith("Going on after 401 of 600 games.\n")
    assert without_speed(again) == without_speed(forsale("merge", *parts))


def test_parts_are_merged_where_their_strategies_are_not(forsale: Command, folder: Path) -> None:
    spec = write(folder)
    lineup = ("--games", "60", "--seed", "1", "--lineup", f"{spec},spread,spread")
    for part in ("1", "2"):
        assert forsale("run", *lineup, "--shard", f"{part}/2", "--out", part).status == 0
    whole = forsale("run", *lineup)
    Path("mine.py").unlink()
    assert without_speed(forsale("merge", "1", "2")) == without_speed(whole)
