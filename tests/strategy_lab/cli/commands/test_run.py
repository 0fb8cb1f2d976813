"""``forsale-sim run``: what it prints and saves, and that the same is always the same."""

from __future__ import annotations

import itertools
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import Said, contents
from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write
from tests.strategy_lab.plugins.test_tuned import written

FIELD = ("--strategy", "spread", "--strategy", "coinflip", "--strategy", "random")
GAMES = ("--games", "60", "--seed", "7", *FIELD)
THREE = (*GAMES, "--players", "3")

HEAVY = ("matplotlib", "pandas", "pyarrow")

MANIFEST = [
    *("schema", "version", "command", "seed", "games", "games_requested", "deals", "rulesets"),
    *("players", "strategies", "seating", "engine", "threads", "seconds", "digest"),
]
MEASURES = [
    *("games", "win_rate", "win_rate_low", "win_rate_high"),
    *("money_mean", "money_mean_low", "money_mean_high", "money_sd"),
    *("coins_left_mean", "paid_mean", "cheques_mean", "first_place", "last_place"),
]
TABLES = {
    "by_strategy": ["ruleset", "players", "strategy", *MEASURES],
    "by_seat": ["ruleset", "players", "seat", *MEASURES],
    "by_strategy_and_seat": ["ruleset", "players", "strategy", "seat", *MEASURES],
    "head_to_head": [
        *("ruleset", "players", "strategy", "opponent", "games"),
        *("ahead_rate", "ahead_rate_low", "ahead_rate_high"),
    ],
}
"""What has been published: more may come after it, nothing of it may go."""

RULESET = """
extends = "iello-fr"
name = "short"
coins = {{ 3 = 20 }}
"""


def digest(said: Said) -> str:
    assert said.status == 0, said.err
    found = re.findall(r"^digest  ([0-9a-f]{64})$", said.out, re.MULTILINE)
    assert len(found) == 1
    return str(found[0])


def printed(said: Said, label: str) -> list[str]:
    """Return the arguments of the command that is printed after a label."""
    line = next(line for line in said.out.splitlines() if line.startswith(f"{label} "))
    program, *arguments = shlex.split(line.removeprefix(label))
    assert program == "forsale-sim"
    return arguments


def test_a_strategy_that_plays_alone_is_told_how_to_find_company(forsale: Command) -> None:
    alone = forsale("run", "--games", "12", "--seed", "7", "--players", "3", "--strategy", "quick")
    assert "Every seat is played by quick, so it wins a fair share" in alone.err
    assert "--strategy all --strategy quick" in alone.err
    amid = forsale(
        *("run", "--games", "12", "--seed", "7", "--players", "3"),
        *("--strategy", "all", "--strategy", "quick"),
    )
    assert "Every seat" not in amid.err
    assert "--strategy random --strategy quick" in amid.out


def test_json_is_one_object_with_what_is_published(forsale: Command) -> None:
    said = forsale("run", *GAMES, "--format", "json")
    run = said.json
    assert list(run)[: len(TABLES) + 2] == ["manifest", *TABLES, "by_players"]
    assert list(run["manifest"])[: len(MANIFEST)] == MANIFEST
    assert run["manifest"]["games"] == 64
    assert run["manifest"]["games_requested"] == 60
    assert run["manifest"]["players"] == [3, 4, 5, 6]
    for name, columns in TABLES.items():
        assert run[name]
        for row in run[name]:
            assert [key for key in row if key in columns] == columns
    for row in run["by_strategy"]:
        assert 0 <= row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"] <= 1
    assert said.out.endswith("}\n")
    assert said.err == "Playing 64 games for the 60 asked for: whole deals in 4 tables.\n"


def test_what_is_not_saved_loads_nothing_that_saving_needs() -> None:
    program = (
        "import sys; from forsale_sim.program import FOR_SALE\n"
        "from strategy_lab.cli.main import new_cli\n"
        f"new_cli(FOR_SALE).main(['run', *{GAMES!r}], standalone_mode=False)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("\n[]\n")


def test_a_drawn_seed_is_told_and_works_again(forsale: Command) -> None:
    unseeded = ("run", "--games", "60", "--players", "3", *FIELD)
    first, second = forsale(*unseeded), forsale(*unseeded)
    seeds = [
        re.search(r"seed (\d+),", said.out.splitlines()[0])[1]  # type: ignore[index]
        for said in (first, second)
    ]
    assert seeds[0] != seeds[1]
    assert digest(first) != digest(second)
    for seed, said in zip(seeds, (first, second), strict=True):
        assert digest(forsale(*unseeded, "--seed", seed)) == digest(said)


@pytest.mark.parametrize(
    "asked",
    [
        ("--games", "1_000", "--players", "3"),
        ("--games", "60", *FIELD, "--players", "5,3", "--engine", "python"),
        ("--games", "60", "--lineup", "spread,bid=linear,sell=matcher,spread:share=0.3,random"),
        ("--games", "60", "--lineup", "spread,random,random", "--no-rotate"),
        ("--games", "60", "--strategy", "bid=spread:share=0.3,sell=matcher", "--players", "4"),
        ("--games", "60", *FIELD, "--ruleset", "my rules.toml", "--ruleset", "gryphon-2009"),
        ("--games", "60", *FIELD, "--strategy", "my own/mine.py", "--players", "3"),
        ("--games", "60", "--lineup", "my own/mine.py:odd,spread,spread"),
    ],
)
def test_the_printed_commands_work(forsale: Command, folder: Path, asked: tuple[str, ...]) -> None:
    Path("my own").mkdir()
    write(folder / "my own")
    Path("my rules.toml").write_text(RULESET.format())
    said = forsale("run", *asked)
    assert digest(forsale(*printed(said, "again"))) == digest(said)
    replayed = forsale(*printed(said, "replay"))
    assert replayed.status == 0
    assert "Checked: " in replayed.out


def test_lineups_drawn_with_replacement_are_another_run(forsale: Command) -> None:
    replaced = (*THREE, "--lineups", "with-replacement")
    said, usual = forsale("run", *replaced), forsale("run", *THREE)
    assert "drawn lineups with replacement, all rotations" in said.out
    digests = [re.search(r"^digest  (.*)$", each.out, re.MULTILINE) for each in (said, usual)]
    assert digests[0] and digests[1] and digests[0][1] != digests[1][1]
    again = re.search(r"^again   forsale-sim (.*)$", said.out, re.MULTILINE)
    assert again and "--lineups with-replacement" in again[1]
    refused = forsale("run", "--lineup", "spread,spread,random", "--lineups", "with-replacement")
    assert refused.status == 2
    assert refused.message.startswith("nothing is drawn for a lineup (--lineup)")


def test_a_lineup_is_played_under_its_different_rotations(forsale: Command) -> None:
    lineup = ("--games", "60", "--seed", "1", "--format", "json", "--lineup")
    run = forsale("run", *lineup, "spread,random,spread,random").json
    assert run["manifest"]["seating"] == "fixed lineup, all rotations"
    assert (run["manifest"]["games"], run["manifest"]["deals"]) == (60, 30)
    seats = {(row["strategy"], row["seat"]): row["games"] for row in run["by_strategy_and_seat"]}
    assert seats == dict.fromkeys(itertools.product(["spread", "random"], [1, 2, 3, 4]), 30)

    still = forsale("run", *lineup, "spread,random,miser", "--no-rotate").json
    assert still["manifest"]["seating"] == "fixed lineup, no rotation"
    assert (still["manifest"]["games"], still["manifest"]["deals"]) == (60, 60)
    assert [(row["strategy"], row["seat"]) for row in still["by_strategy_and_seat"]] == [
        ("spread", 1),
        ("random", 2),
        ("miser", 3),
    ]

    alike = forsale("run", *lineup, "spread,spread,spread").json
    assert (alike["manifest"]["games"], alike["manifest"]["deals"]) == (60, 60)


def test_a_strategy_that_cannot_be_compiled_is_played_in_python(
    forsale: Command, folder: Path
) -> None:
    spec = write(folder, bid="if {'a': [View]} == {}: return 99")
    said = forsale("run", *THREE, "--strategy", spec)
    assert said.status == 2
    assert "mine.py, line 21)" in said.message
    assert said.message.endswith("or try --engine python.")
    said = forsale("run", *THREE, "--strategy", spec, "--engine", "python")
    again = printed(said, "again")
    assert again[-2:] == ["--engine", "python"]
    assert digest(forsale(*again)) == digest(said)
    assert "Not checked against the compiled engine" in forsale(*printed(said, "replay")).out


def test_files_of_the_same_run_are_the_same(forsale: Command, folder: Path) -> None:
    saved = []
    for threads in ("1", "2"):
        said = forsale(
            *("run", *GAMES, "--threads", threads, "--out", threads, "--plot-format", "svg"),
            *("--games-out", f"{threads}/games.parquet"),
        )
        assert said.status == 0
        files = contents(Path(threads))
        manifest = json.loads(files.pop("manifest.json") or "")
        del files["checkpoint.npz"]  # which says how long it took
        saved.append((files, manifest["digest"]))
    assert saved[0] == saved[1]
    assert any(name.endswith(".svg") for name in saved[0][0])


def test_tuned_parameters_in_another_game_are_told_of_once(forsale: Command, folder: Path) -> None:
    path = written(folder, players=3)
    lineup = ("--lineup", "mine.toml,spread,spread", "--games", "12")
    assert "was tuned for" not in forsale("run", *lineup).err
    said = forsale("run", *lineup, "--ruleset", "iello-fr", "--ruleset", "iello-en")
    assert said.err.splitlines() == [
        f"{path.name} was tuned for iello-en with 3 players: here it plays iello-fr with 3 players."
    ]
    field = ("--strategy", "mine.toml", "--strategy", "spread", "--players", "4", "--games", "24")
    for command in ("run", "rank"):
        assert forsale(command, *field).err.count("here it plays iello-en with 4 players.") == 1
    few = ("--players", "4", "--seed", "1")
    for others in (
        ("play", "--against", "mine.toml", *few),
        ("meta", "--strategy", "mine.toml", "--strategy", "spread", *few, "--deals", "2"),
    ):
        assert forsale(*others).err.count("here it plays iello-en with 4 players.") == 1, others


def test_a_deck_that_leaves_an_uneven_round_is_told(forsale: Command, folder: Path) -> None:
    small = 'extends = "iello-en"\nhouses = "1-21"\ncheques = "1-21"\n'
    (folder / "small.toml").write_text(small, encoding="utf-8")
    said = forsale("run", "--ruleset", "small.toml", *GAMES)
    assert (
        "small for 4 players: 19 houses, 4 a round, leave 3 for the last round; rounds are even "
        "with removed.4 = 1.\n"
    ) in said.err
    assert "small for 3 players" not in said.err
    assert "leave" not in forsale("run", "--ruleset", "iello-de-variant", *GAMES).err


@pytest.mark.parametrize(("players", "nearest"), [(2, 3), (7, 6), (8, 6)])
def test_unprinted_players_are_told_what_strategies_know_of_them(
    forsale: Command, players: int, nearest: int
) -> None:
    coins = " ".join(["10"] * players)
    said = forsale("run", "--ruleset", f"iello-en[coins={coins}]", *GAMES)
    assert (
        f"No edition is printed for {players} players: built-in strategies with tuned or learned "
        f"values use those for {nearest}.\n"
    ) in said.err
    assert "No edition" not in forsale("run", *GAMES).err
