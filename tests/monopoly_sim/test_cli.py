"""The commands of ``monopoly-sim``, as a user calls them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from monopoly_sim.program import PROGRAM
from monopoly_sim.rules.ruleset import load_ruleset
from strategy_lab.cli.main import new_cli

from tests.monopoly_sim.golden.regenerate import DEAL, SEED


def printed(*arguments: object) -> str:
    result = CliRunner().invoke(
        new_cli(PROGRAM), [str(each) for each in arguments], catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    return result.output


def test_a_ruleset_is_shown_with_its_board_and_readings() -> None:
    text = printed("rulesets", "show", "football-de")
    assert "Schlossallee" in text
    assert "utility_rolls_again" in text
    assert "50/200/600/1400/1700/2000" in text
    for reading in load_ruleset("football-de").readings:
        assert reading.text.split()[-1] in text


def test_what_two_rulesets_do_differently_is_told_square_by_square(tmp_path: Path) -> None:
    values = json.loads(printed("rulesets", "show", "football-de", "--format", "json"))
    values["squares"][39]["price"] = 450
    values["deck_a"][0] = "pay 7"
    path = tmp_path / "mine.toml"
    lines = [
        'extends = "football-de"',
        "salary = 250",
        f"deck_a = {json.dumps(values['deck_a'])}",
        "squares = [",
        *("{" + ", ".join(f"{k} = {json.dumps(v)}" for k, v in each.items()) + "},"
          for each in values["squares"]),
        "]",
    ]  # fmt: skip
    path.write_text("\n".join(lines), encoding="utf-8")
    rows = [line.split() for line in printed("rulesets", "diff", "football-de", path).splitlines()]
    assert rows[0] == ["parameter", "football-de", "mine"]
    assert [" ".join(row) for row in rows[2:]] == [
        "salary 200 250",
        "square 39, price 400 450",
        "deck_a advance to 39 pay 7",
    ]


RUN = ("--lineup", "random,random,random,random", "--seed", SEED, "--games", DEAL)


@pytest.mark.thorough
def test_a_story_tells_what_each_player_has_at_the_start_of_a_turn() -> None:
    story = printed("replay", *RUN, "--game", DEAL)
    assert story.startswith(f"Game {DEAL} of seed {SEED}: football-de, 4 players\n")
    assert "to the bank: purchase, " in story
    money = Counter(dict.fromkeys(range(1, 5), 1500))
    lines = printed("replay", *RUN, "--game", DEAL, "--format", "json").splitlines()
    for event in map(json.loads, (line for line in lines if line.startswith("{"))):
        if event["t"] == "pay":
            money[event["payer"]] -= event["amount"]
            money[event["payee"]] += event["amount"]
        elif event["t"] == "turn":
            seat, number = event["seat"], event["round"]
            assert f"\nRound {number}, seat {seat}: random has {money[seat]:,}\n" in story
