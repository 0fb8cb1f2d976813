"""Games that people wrote down at the table are read as what they played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from forsale_sim.reference.table import Game, deal_cards, play_seated
from forsale_sim.reference.trace import read_trace, trace, trace_lines
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.rules.ruleset import Rules
from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.errors import UsageError

from tests.support.players import mixed_lineup
from tests.support.program import cli

NAMES = [*ruleset_names(), "iello-en[hidden_houses=2]"]


def written(
    events: list[dict[str, Any]], rules: Rules, unsigned: set[tuple[int, int]]
) -> list[str]:
    """Return a game as people write it down, from its trace.

    No move is left out but passes in the rounds, by the seats, of `unsigned`.
    """
    names = ", ".join(f"player {seat}" for seat in range(1, rules.players + 1))
    lines = [f"{rules.ruleset}: {names}"]
    sold: dict[int, dict[int, int]] = {}
    for event in events:
        if event["t"] in ("houses", "cheques"):
            lines.append(" ".join(map(str, event["cards"])) + (":" if "opener" in event else " /"))
        elif event["t"] in ("bid", "pass"):
            if event["t"] == "bid" or (event["round"], event["seat"]) not in unsigned:
                lines[-1] += f" {event.get('amount', 'p')}"
            shown = "".join(f" {house}" for house in event.get("shown", []))
            lines[-1] = lines[-1].replace(":", f"{shown}:")
        elif event["t"] == "sell":
            sold.setdefault(event["round"], {})[event["seat"]] = event["house"]
    sales = [place for place, line in enumerate(lines) if line.endswith("/")]
    for place, houses in zip(sales, sold.values(), strict=True):
        for seat in range(1, rules.players + 1):
            lines[place] += f" {houses.get(seat, '-')}"
    return lines


@given(name=st.sampled_from(NAMES), seed=st.integers(0, 2**32), data=st.data())
def test_what_was_written_down_is_what_was_played(
    name: str, seed: int, data: st.DataObject
) -> None:
    ruleset = load_ruleset(name)
    rules = ruleset.rules(data.draw(st.sampled_from(ruleset.players)))
    game = Game(rules, deal_cards(rules, seed, 1))
    decisions = play_seated(game, mixed_lineup(rules.players), seed, 1, recording=True)
    events = list(trace(game, 0, 0, []))[1:-1]
    passes = {(each["round"], each["seat"]) for each in events if each["t"] == "pass"}
    chosen = {(each.game.round, each.seat) for each in decisions if each.move == 0}
    unwritten = data.draw(st.sets(st.integers(1, 10)))  # where nobody wrote down a forced pass
    lines = written(events, rules, {each for each in passes - chosen if each[0] in unwritten})
    told = data.draw(st.integers(1, len(lines)))
    whole = read_trace("\n".join(lines[:told]), "the sheet")
    saved = list(trace_lines(whole.game, 0, 0, whole.lineup))
    again = read_trace("\n".join(saved), "its trace")
    assert list(trace_lines(again.game, 0, 0, again.lineup)) == saved
    read = [json.loads(line) for line in saved[1:]]
    if told == len(lines):
        assert [event for event in read if event["t"] != "end"] == events
    rounds = [place for place, each in enumerate(events) if each["t"] in ("houses", "cheques")]
    end = rounds[told - 1] if told <= len(rounds) else len(events)
    assert read[:end] == events[:end]


def replayed(text: str, *more: str) -> Result:
    return CliRunner().invoke(cli, ["replay", "--trace", "-", *more], input=text)


def refusal(text: str) -> str:
    told = replayed(text)
    assert isinstance(told.exception, UsageError)
    return str(told.exception)


UNFINISHED = "the auction of this line is not finished: Bob in seat 2 has to bid or pass"
FACE_DOWN = """\
iello-en[hidden_houses=1]: Ann, Bob, Cem
6 18 11: 1 2 3 p p
2 30: 1 p
"""
SHEET = """\
iello-en: Ann, Bob, Cem   # by lamplight

6 11 18: 1 2 3 p p
2 14 30: 1 p 2 p
"""


def test_a_game_that_was_not_written_to_its_end_is_told_as_far_as_it_goes() -> None:
    told = replayed(SHEET)
    assert told.exit_code == 0, told.output
    assert told.output.startswith("A game: iello-en, 3 players\n")
    assert "  seat 2  Bob  takes house 30 for 2\n\nWhat comes then was not" in told.output
    assert "Round 3" not in told.output
    assert replayed(SHEET, "--player", "bOB").exit_code == 0
    assert replayed(SHEET, "--player", "Rob").exit_code != 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (SHEET.replace("1 2 3 p p", "1 2 2 p p"), "line 3: Cem in seat 3: a bid of 2 is illegal"),
        (SHEET.replace("1 2 3 p p", "1 2 3 p"), f"line 3: {UNFINISHED}"),
        (SHEET.replace("1 2 3 p p", "1 2 3 p p p"), "line 3: the auction is over before 'p'"),
        (SHEET.replace("1 2 3 p p", "1 2 drei"), "line 3: 'drei' is no move of Cem in seat 3"),
        (SHEET.replace("6 11 18", "6 11"), "line 3: 3 houses are on offer in this round, not 2"),
        (FACE_DOWN.replace(" 11", ""), "line 2: 1 house face down is turned over: write it behind"),
        (FACE_DOWN.replace(" 30", ""), "line 3: 2 houses, and 1 face down, are on offer"),
        (SHEET.replace("14", "18"), "line 4: house 18 was on offer in line 3"),
        (SHEET.replace("14", "31"), "line 4: there is no house 31, only 1 2 3 4"),
        (
            SHEET.replace("14 30:", "14 30"),
            "line 4: an auction needs a colon: houses on offer: bids",
        ),
        (SHEET.replace("1 p 2", "? p 2"), "line 4: ? leaves a gap, and only the end of a game may"),
        (f"{SHEET}...\n1 3 4: 1 p p", "line 5: ... leaves a gap"),
        (SHEET + "0 5 9 / 6 11 18", "line 5: houses are sold before all of them are bought"),
        (SHEET + "0 5 9 / 6 11", "line 5: 2 players sell, but 3 play"),
        ("6 11 18: 1 2 3 p p", "line 1: '6 11 18: 1 2 3 p p' is neither a trace nor the first"),
        ("", "names the ruleset and who played: iello-en: Ann, Bob, Cem"),
        ("players: Ann, Bob", "Begin with a line such as iello-en: Ann, Bob, Cem"),
        ("mine.toml: Ann, Bob, Cem", "line 1: mine.toml: there is no such file"),
        ("iello-en[code=mine.py]: Ann, Bob, Cem", "line 1: mine.py is code, which is not run"),
        ("iello-en: Ann, Bob, Ann", "line 1: Ann is named twice"),
        ("iello-en: Ann", "line 1: ruleset 'iello-en' is for 3, 4, 5 or 6 players, not 1"),
        ('{"t": "setup"}', "'players' is missing. A game of your own needs no JSON"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, says: str) -> None:
    assert says in refusal(text)


def test_a_house_face_down_is_told_when_it_is_turned_over() -> None:
    told = replayed(FACE_DOWN)
    assert told.exit_code == 0, told.output
    assert "Round 1: houses 6 18 and 1 face down;" in told.output
    assert "passes, takes house 18, gets 1 of 2 back; turned over: 11\n" in told.output
    assert "Houses on offer: 30 and 1 face down\n" in told.output


def test_a_house_that_a_player_does_not_have_is_not_sold() -> None:
    rules = "coins=9 9 9,removed=27"
    text = f"iello-en[{rules}]: Ann, Bob, Cem\n6 11 18: 1 2 3 p p\n0 5 9 / 11 6 18"
    assert "line 3: Ann in seat 1 has 6 to sell, not 11" in refusal(text)
    assert "line 3: all houses have been bought; a sale" in refusal(text.replace(" /", ":"))
    untold = replayed(text.rpartition("\n")[0]).output
    assert "What comes then was not" in untold and "The end" not in untold


def test_a_last_auction_that_is_not_finished_is_told_and_commas_and_passes_are_read() -> None:
    told = replayed(SHEET.replace("2 14 30: 1 p 2 p", "2, 14, 30: 1, pass, 2"))
    assert told.exit_code == 0, told.output
    assert f"line 4: {UNFINISHED.replace('Bob in seat 2', 'Cem in seat 3')}" in told.output


def test_a_game_names_a_file_of_rules_but_runs_no_code_that_it_names(tmp_path: Path) -> None:
    house, code = tmp_path / "house.toml", tmp_path / "code.toml"
    house.write_text('extends = "iello-en"\nraise = "match"\n')
    code.write_text('extends = "iello-en"\ncode = "mine.py"\n')
    told = replayed(SHEET.replace("iello-en", str(house)).replace("1 2 3 p p", "1 2 2 p p"))
    assert told.output.startswith("A game: house, 3 players\n")
    assert "is code, which is not run" in refusal(SHEET.replace("iello-en", str(code)))
    offered = {"mine": load_ruleset(str(house))}
    assert read_trace(SHEET.replace("iello-en", "mine"), "", offered).game.rules.ruleset == "house"
    with pytest.raises(UsageError, match=r"line 1: '.*house.toml' is not offered \(mine\)"):
        read_trace(SHEET.replace("iello-en", str(house)), "the game", offered)
