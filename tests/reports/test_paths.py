"""A configuration names the same files wherever its own file is, and wherever it is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.reports.experiment import Config, load_config
from strategy_lab.ruleset_files import is_path

NAMED = Config(
    rulesets=("iello-en", "my.toml", "../common/old.toml", "./rules"),
    fields=(
        "strong",
        "counter,mine.py:bold:share=0.3,level=2,mixed.toml",
        "mirrors:lib/mine.py,expert",
        "bid=expert,sell=lib/sell.py:late,linear",
        "reference=mirrors:lib/best.py",
    ),
    trained="trained/{ruleset}-{players}-{seed}.toml",
)


def test_paths_in_a_file_are_relative_to_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "rep.toml"
    path.write_text(NAMED.to_toml(), encoding="utf-8")
    found = load_config(path)
    assert found.rulesets == (
        "iello-en",
        str(tmp_path / "my.toml"),
        str(tmp_path / "../common/old.toml"),
        str(tmp_path / "rules"),
    )
    assert found.fields == (
        "strong",
        f"counter,{tmp_path}/mine.py:bold:share=0.3,level=2,{tmp_path}/mixed.toml",
        f"mirrors:{tmp_path}/lib/mine.py,expert",
        f"bid=expert,sell={tmp_path}/lib/sell.py:late,linear",
        f"reference=mirrors:{tmp_path}/lib/best.py",
    )
    assert found.trained == f"{tmp_path}/trained/{{ruleset}}-{{players}}-{{seed}}.toml"


def test_what_is_found_here_is_seen_from_there_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in (Path(), Path("cfg"), Path("../elsewhere"), tmp_path / "deep" / "er"):
        found = NAMED.resolved_from(folder)
        assert found.relative_to(folder) == NAMED
        assert all(map(is_path, found.rulesets[1:]))


def test_another_folder_sees_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    seen = NAMED.resolved_from(Path("cfg")).relative_to(Path("out"))
    assert seen.rulesets == ("iello-en", "../cfg/my.toml", "../common/old.toml", "../cfg/rules")
    assert seen.fields[2] == "mirrors:../cfg/lib/mine.py,expert"
    again = seen.resolved_from(Path("out"))
    assert [str(Path(text).resolve()) for text in again.rulesets[1:]] == [
        str(tmp_path / "cfg" / "my.toml"),
        str(tmp_path / "common" / "old.toml"),
        str(tmp_path / "cfg" / "rules"),
    ]


def test_what_names_no_file_stays_as_it_is() -> None:
    for folder in (Path(), Path("anywhere")):
        assert Config().resolved_from(folder) == Config().relative_to(folder) == Config()


def test_a_long_path_is_not_refused(tmp_path: Path) -> None:
    path = tmp_path / "rep.toml"
    long = f"{'deep/' * 60}my.toml"
    path.write_text(f'rulesets = ["{long}"]\n', encoding="utf-8")
    assert load_config(path).rulesets == (str(tmp_path / long),)
