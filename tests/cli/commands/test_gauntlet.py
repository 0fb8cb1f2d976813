from __future__ import annotations

import json

import pytest

from tests.cli.calling import call

QUICK = ("--players", "3", "--deals", "4", "--strangers", "0", "--mixed", "2", "--seed", "1")


def test_the_worst_tables_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "gauntlet", "expert", *QUICK)
    assert said.status == 0
    assert said.out.startswith("expert among 4 opponents of the part validate\n72 games of 4 deals")
    order = ("worst tenth", "worst tables", "\nkind ", "below: tables")
    places = [said.out.index(text) for text in order]
    assert places == sorted(places)
    again = said.out.rstrip().splitlines()[-1].removeprefix("again   ")
    assert call(capsys, *again.split()[1:]).out == said.out


def test_several_strategies_are_compared_with_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "gauntlet", "expert", "miser", *QUICK)
    assert "more than expert" in said.out
    assert "worst tables of miser" in said.out


def test_json_has_the_manifest_and_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "gauntlet", "expert", *QUICK, "--format", "json", "--part", "test")
    result = json.loads(said.out)
    assert list(result) == ["manifest", "strength", "by_players", "kinds", "tables"]
    assert result["manifest"]["part"] == "test"
    assert result["manifest"]["opponents"] == ["conservative", "dabbler", "escalator", "spoiler"]
    assert result["manifest"]["versions"].keys() == {"panel", "strangers"}
    assert [row["opponents"] for row in result["tables"]][:2] == ["conservative", "dabbler"]


def test_it_says_what_cannot_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert "gauntlet takes a strategy" in call(capsys, "gauntlet").err
    said = call(capsys, "gauntlet", "expert", "--deals", "0")
    assert said.status == 2
    assert "(--deals) must be 1 to 1,000,000, not 0" in said.err
