from __future__ import annotations

from pathlib import Path

import pytest
from strategy_lab.plugins.entrants import MixtureFile, write_mixture

from tests.cli.calling import contents, running
from tests.cli.conftest import Command

SMALL = """
rulesets = ["iello-en"]
players = [3]
fields = ["counter,spread,random"]
what_ifs = []
games = 60
seed = 1
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def report_in(folder: Path) -> dict[str, bytes | None]:
    """All files but the checkpoint, which says how long it took."""
    files = contents(folder)
    del files["checkpoint.npz"]
    return files


def test_a_report_is_written_and_made_again(forsale: Command, folder: Path) -> None:
    said = forsale("report", written(folder, SMALL), "--out", "first")
    assert said.status == 0
    assert said.out == ""
    assert "Saved the report: first" in said.err
    assert forsale("report", "first/report.toml", "--out", "again").status == 0
    assert report_in(folder / "again") == report_in(folder / "first")


def test_files_are_found_from_the_folder_of_what_names_them(
    forsale: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = folder / "cfg"
    asked.mkdir()
    (asked / "my.toml").write_text('extends = "iello-en"\nrefund = "none"\n', encoding="utf-8")
    write_mixture(asked / "mixed.toml", MixtureFile(("counter", "spread"), (1.0, 2.0), {}))
    text = SMALL.replace("iello-en", "my.toml").replace("spread,", "mixed.toml,")
    config = written(asked, text)
    assert forsale("report", config.relative_to(folder), "--out", "first").status == 0
    assert 'rulesets = ["../cfg/my.toml"]' in (folder / "first" / "report.toml").read_text()
    monkeypatch.chdir(folder / "first")
    assert forsale("report", "report.toml", "--out", "../again").status == 0
    assert report_in(folder / "again") == report_in(folder / "first")


def test_games_may_be_others_than_the_file_says(forsale: Command, folder: Path) -> None:
    said = forsale("report", written(folder, SMALL), "--games", "30", "--out", "few")
    assert said.err.startswith("Playing 30 games.\n")
    assert "games = 30\n" in (folder / "few" / "report.toml").read_text()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("seed", "sede"), "mine.toml: sede: no such key: did you mean 'seed'"),
        (("counter,spread,random", "counter"), "field 'counter' is of one strategy"),
        (("counter,", "countre,"), "did you mean 'counter'"),
        (("iello-en", "iello-ne"), "did you mean 'iello-en'"),
        (("what_ifs = []", 'what_ifs = ["refund=upp"]'), "'upp' is not allowed"),
        (("players = [3]", "players = [7]"), "players"),
    ],
)
def test_what_cannot_be_reported_on_is_refused(
    change: tuple[str, str], says: str, forsale: Command, folder: Path
) -> None:
    said = forsale("report", written(folder, SMALL.replace(*change)), "--out", "out")
    assert said.status == 2
    assert says in said.message
    assert not (folder / "out").exists()


def test_a_headline_that_was_refused_can_be_mended(forsale: Command, folder: Path) -> None:
    claims = 'headline = "Seat 1 always wins"\nclaims = ["win_rate seat 1 > 60"]\n'
    refused = forsale("report", written(folder, SMALL + claims), "--out", "out")
    assert "Go on with: forsale-sim report --resume out" in refused.err
    written(folder, f'{SMALL}question = "Who wins?"\n')
    assert forsale("report", "--resume", "out").status == 0
    twin = (folder / "out" / "report.md").read_text(encoding="utf-8")
    assert "*Who wins?*" in twin
    assert "Seat 1 always wins" not in twin


def test_a_full_folder_is_left_as_it_is(forsale: Command, folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "out" / "mine").write_text("mine")
    said = forsale("report", written(folder, SMALL), "--out", "out")
    assert said.status == 2
    assert "is not empty" in said.message
    assert [path.name for path in (folder / "out").iterdir()] == ["mine"]


@pytest.mark.thorough
def test_ctrl_c_leaves_what_the_report_goes_on_from(folder: Path) -> None:
    config = written(folder, SMALL)
    with running("report", config, "--games", "1e9", "--out", "out", cwd=folder) as process:
        process.wait_until_playing()
        process.interrupt()
        said = process.ended(10)
    assert said.status == 130
    assert "Traceback" not in said.err
    assert said.err.rstrip().endswith("Go on with: forsale-sim report --resume out")
    assert sorted(contents(folder / "out")) == [".lock", "checkpoint.npz", "manifest.json"]


HOUSE_RULE = 'extends = "iello-en"\nrefund = "none"\n'


@pytest.mark.thorough
def test_rulesets_and_players_are_named_without_a_configuration(
    forsale: Command, folder: Path
) -> None:
    (folder / "house.toml").write_text(HOUSE_RULE, encoding="utf-8")
    few = ("--games", 8, "--players", "3")
    named = ("--ruleset", "iello-en", "--ruleset", "house.toml")
    assert forsale("report", *few, *named, "--out", "house").status == 0
    text = (folder / "house" / "report.md").read_text(encoding="utf-8")
    assert text.startswith("# Giving nothing back means that passing costs each player more coins")
    config = (folder / "house" / "report.toml").read_text(encoding="utf-8")
    assert 'rulesets = ["iello-en", "../house.toml"]' in config
    assert "players = [3]" in config
    assert forsale("report", "house/report.toml", "--out", "again").status == 0
    assert report_in(folder / "again") == report_in(folder / "house")


def test_a_ruleset_is_no_configuration(forsale: Command, folder: Path) -> None:
    (folder / "house.toml").write_text(HOUSE_RULE, encoding="utf-8")
    said = forsale("report", "house.toml", "--out", "house")
    assert said.status == 2
    assert "house.toml is a ruleset" in said.message
    assert "forsale-sim report --ruleset iello-en --ruleset house.toml --out DIR" in said.message
    assert not (folder / "house").exists()


def test_players_are_those_that_the_rulesets_have_in_common(forsale: Command, folder: Path) -> None:
    said = forsale("report", "--ruleset", "ravensburger-1997", "--games", 2, "--out", "old")
    assert said.status == 0
    assert "players = [3, 4, 5]" in (folder / "old" / "report.toml").read_text(encoding="utf-8")


def test_a_draft_says_that_it_is_one(
    forsale: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("forsale_sim.reports.experiment.DRAFT_GAMES", 20)
    assert forsale("report", written(folder, SMALL), "--draft", "--out", "draft").status == 0
    config = (folder / "draft" / "report.toml").read_text(encoding="utf-8")
    assert "(draft)" in config
    assert "games = 20" in config
