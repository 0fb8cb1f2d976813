"""Any game of a run is shown again, by the run's options or its folder, and checked."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from forsale_sim.records import GameRows
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.simulation.experiment import Chunk

from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write
from tests.support.program import cli
from tests.support.trace_checker import check_trace

FIELD = ("--strategy", "spread", "--strategy", "miser", "--strategy", "random")
RUN = ("--games", "60", "--seed", "11", *FIELD)
"""60 or more games for 3 to 6 players."""

CHECKED = "Checked: the compiled engine plays this game the same.\n"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "saved"
    CliRunner().invoke(cli, ["run", *RUN, "--out", str(path), "--plot-format", "svg"])
    return path


@pytest.fixture
def saved(played: Path, folder: Path) -> Path:
    """The folder of a run, to do anything to."""
    shutil.copytree(played, folder / "saved")
    return folder / "saved"


@pytest.mark.parametrize("number", [1, 20, 45, 64])
def test_a_story_to_read(forsale: Command, number: int) -> None:
    said = forsale("replay", *RUN, "--game", number)
    assert (said.status, said.err) == (0, "")
    assert f"game {number} " in said.out.lower().replace(":", " ").replace(",", " ")
    for part in ("iello-en", "Round 1", "sells house", "The end", "win"):
        assert part in said.out
    assert said.out.endswith(f"\n\n{CHECKED}")


@pytest.mark.parametrize("number", [1, 16, 20, 45, 64])
def test_json_lines_that_can_be_checked(forsale: Command, number: int) -> None:
    said = forsale("replay", *RUN, "--game", number, "--format", "json")
    assert (said.status, said.err) == (0, CHECKED)
    lines = said.out.splitlines()
    check_trace(lines)
    setup = json.loads(lines[0])
    assert setup["game"] == number
    assert setup["seed"] == 11
    assert set(setup["lineup"]) <= {"spread", "miser", "random"}


@pytest.mark.parametrize("output", ["text", "json"])
def test_the_folder_of_a_run_is_as_good_as_its_options(
    forsale: Command, saved: Path, output: str
) -> None:
    shown = forsale("replay", "--out", saved, "--game", 33, "--format", output)
    assert shown.status == 0
    assert shown == forsale("replay", *RUN, "--game", 33, "--format", output)


def test_a_strategy_that_has_changed_is_not_shown_as_if_it_had_played(
    forsale: Command, folder: Path
) -> None:
    spec = write(folder)
    options = ("--games", "12", "--seed", "11", "--lineup", ",".join([spec] * 3))
    assert forsale("run", *options, "--engine", "python", "--out", "saved").status == 0
    assert forsale("replay", "--out", "saved", "--game", 1).status == 0
    write(folder, bid="return 0")
    said = forsale("replay", "--out", "saved", "--game", 1)
    assert said.status == 2
    assert f"saved/checkpoint.npz: the strategy {spec}:odd has changed since games" in said.message


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "iello-en", "iello-fr", "--games", "1", "--players-from", "spread,miser"),
        ("meta", "--strategy", "spread", "--strategy", "miser", "--deals", "1"),
    ],
)
def test_games_of_no_tournament(forsale: Command, folder: Path, command: tuple[str, ...]) -> None:
    assert forsale(*command, "--players", "3", "--out", "other").status == 0
    said = forsale("replay", "--out", "other", "--game", "1")
    assert (said.status, said.message) == (
        2,
        f"other was saved by forsale-sim {command[0]}, whose games cannot be replayed: only those "
        "of run, merge and rank can",
    )


def test_a_difference_between_the_engines_is_a_failure(
    forsale: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = CompiledEngine.play

    def play_falsely(self: CompiledEngine, chunk: Chunk, detail: bool = False) -> GameRows:
        rows = play(self, chunk, detail)
        rows.data["coins"] += 1
        return rows

    monkeypatch.setattr(CompiledEngine, "play", play_falsely)
    said = forsale("replay", *RUN, "--game", 5)
    assert said.status == 1
    assert said.message.startswith(
        "the compiled engine plays game 5 differently, in coins: try its strategies with "
        "forsale-sim check\n\nThe game in plain Python:\n\n"
    )


def test_what_only_python_can_play_is_shown_and_said_to_be_unchecked(
    forsale: Command, folder: Path
) -> None:
    spec = write(folder, bid="if sum(1 for _ in range(2)) > 9: return 99")
    said = forsale("replay", *RUN[:4], "--lineup", f"{spec},spread,spread", "--game", 2)
    assert said.status == 0
    assert "The end" in said.out
    assert said.out.splitlines()[-1].startswith("Not checked against the compiled engine: ")


def test_a_game_is_shown_though_another_of_its_deal_fails(forsale: Command, folder: Path) -> None:
    write(folder, bid="if view.seat == 1 and view.round == 2:\n            return 99")
    asked = ("--lineup", "mine.py,spread,spread,spread", "--seed", "3", "--games", "4")
    failing = forsale("replay", *asked, "--game", "1")
    assert failing.status == 1 and "99" in failing.err
    said = forsale("replay", *asked, "--game", "2")
    assert (said.status, said.err) == (0, "")
    assert said.out.endswith(
        "\n\nNot checked against the compiled engine: another game of its deal fails.\n"
    )


def number_of(out: str) -> int:
    return int(out.split()[1])


def test_games_are_found_one_after_the_other(forsale: Command) -> None:
    wanted = ("--player", "miser", "--outcome", "lost", "--bid-over", "3")
    first = forsale("replay", *RUN, *wanted)
    number = number_of(first.out)
    assert first.out == forsale("replay", *RUN, "--game", number).out
    following = forsale("replay", *RUN, *wanted, "--after", number)
    assert number_of(following.out) > number


def test_a_review_is_of_one_strategy_or_of_all(forsale: Command) -> None:
    run = ("--games", "6", "--seed", "11", "--lineup", "random,expert,random", "--game", "1")
    everyone = forsale("replay", *run, "--review").out.partition("Looking back")[2]
    one = forsale("replay", *run, "--player", "random", "--review").out.partition("Looking back")[2]
    assert "  2  expert  " in everyone
    assert "  2  expert  " not in one
    assert set(one.splitlines()[1:]) & set(everyone.splitlines()[1:])
    assert "if the others go on as they have bid and sold" in one


def test_a_game_is_read_from_its_trace(forsale: Command, tmp_path: Path) -> None:
    trace = tmp_path / "game.jsonl"
    told = forsale("replay", *RUN, "--game", "3", "--review", "--format", "json")
    trace.write_text(told.out)
    again = forsale("replay", "--trace", trace, "--review", "--format", "json")
    assert again.out == told.out
    story = forsale("replay", *RUN, "--game", "3").out
    read = forsale("replay", "--trace", trace).out
    assert read.splitlines()[:-1] == story.splitlines()[:-1]
    assert read.splitlines()[-1].startswith("Checked: played by the rules")


def test_a_page_of_the_games_that_are_wanted(forsale: Command, folder: Path) -> None:
    path = folder / "lost.html"
    options = ("--player", "miser", "--outcome", "lost", "--count", "3", "--page", path)
    said = forsale("replay", *RUN, *options)
    assert said.status == 0
    assert "Wrote 3 games" in said.out
    data = path.read_text().split('id="data">')[1].split("</script>")[0]
    numbers = [game["trace"][0]["game"] for game in json.loads(data)]
    after = 0
    for number in numbers:
        said = forsale("replay", *RUN, *options[:4], "--after", after)
        assert said.out.startswith(f"Game {number} of")
        after = number


def test_a_page_of_a_folder_of_traces(forsale: Command, folder: Path) -> None:
    for number in (1, 20):
        said = forsale("replay", *RUN, "--game", number, "--format", "json")
        (folder / f"{number:02}.jsonl").write_text(said.out)
    said = forsale("replay", "--trace", folder, "--page", folder / "both.html")
    assert (said.status, "Wrote 2 games" in said.out) == (0, True)
    said = forsale("replay", "--trace", folder)
    assert said.status == 2
    assert "add --page" in said.message
