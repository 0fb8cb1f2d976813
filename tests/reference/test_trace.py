"""A game as JSON Lines and as a story, to the letter, and read back as the game that it tells."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from forsale_sim.reference.table import Game, deal_cards, play_seated
from forsale_sim.reference.trace import read_trace, story, trace, trace_lines
from forsale_sim.rules.ruleset import Rules
from hypothesis import given, settings
from hypothesis import strategies as st
from strategy_lab.errors import UsageError

from tests.generated import rules
from tests.support.decks import ILLUSTRATED, dealt, one_round, play
from tests.support.players import mixed_lineup
from tests.support.trace_checker import TraceError, check_trace

LINEUP = ["spread", "file.py:mine", "expert"]

ILLUSTRATED_LINES = """\
{"t": "setup", "ruleset": "illustrated", "rules": {"refund": "down", "raise": "strict", \
"houses_per_round": 3, "coins": 28, "removed": 0, "houses": [8, 20, 28], "cheques": [0, 12, 13]}, \
"players": 3, "seed": 42, "game": 7, "lineup": ["spread", "file.py:mine", "expert"]}
{"t": "houses", "round": 1, "cards": [8, 20, 28], "opener": 1}
{"t": "bid", "round": 1, "seat": 1, "amount": 1}
{"t": "bid", "round": 1, "seat": 2, "amount": 2}
{"t": "bid", "round": 1, "seat": 3, "amount": 5}
{"t": "bid", "round": 1, "seat": 1, "amount": 6}
{"t": "pass", "round": 1, "seat": 2, "house": 8, "bid": 2, "refund": 1}
{"t": "pass", "round": 1, "seat": 3, "house": 20, "bid": 5, "refund": 2}
{"t": "take", "round": 1, "seat": 1, "house": 28, "paid": 6}
{"t": "cheques", "round": 1, "cards": [0, 12, 13]}
{"t": "sell", "round": 1, "seat": 1, "house": 28, "cheque": 13}
{"t": "sell", "round": 1, "seat": 3, "house": 20, "cheque": 12}
{"t": "sell", "round": 1, "seat": 2, "house": 8, "cheque": 0}
{"t": "end", "coins": [22, 27, 25], "cheques": [13, 0, 12], "money": [35, 27, 37], \
"win": [0, 0, 1], "undealt": {"houses": [], "cheques": []}}"""


def test_the_illustrated_game() -> None:
    game = play(one_round(), 1, 2, 5, 6, 0, 0)
    assert "\n".join(trace_lines(game, 42, 7, LINEUP)) == ILLUSTRATED_LINES


def test_a_pass_without_a_house_and_cards_set_aside() -> None:
    decks = {"houses": (1, 2, 5, 9), "cheques": (3, 3, 4, 4), "houses_per_round": 2, "removed": 2}
    game = play(dealt(replace(ILLUSTRATED, **decks)), 0, 0)
    lines = list(trace(game, 1, 1, LINEUP))
    assert lines[2] == {"t": "pass", "round": 1, "seat": 1, "house": None, "bid": 0, "refund": 0}
    assert lines[-1]["undealt"] == {"houses": [5, 9], "cheques": [4, 4]}
    assert '"house": null' in list(trace_lines(game, 1, 1, LINEUP))[2]


@pytest.mark.parametrize(
    ("cheques", "text"),
    [
        ((5, 5, 5), '"win": [0.3333333333333333, 0.3333333333333333, 0.3333333333333333]'),
        ((4, 5, 5), '"win": [0, 0.5, 0.5]'),
    ],
)
def test_shared_wins(cheques: tuple[int, ...], text: str) -> None:
    game = play(one_round(cheques=cheques), 0, 0)
    assert text in list(trace_lines(game, 1, 1, LINEUP))[-1]


def test_an_unfinished_game_has_no_end() -> None:
    lines = list(trace(play(one_round(), 1), 1, 1, LINEUP))
    assert [line["t"] for line in lines] == ["setup", "houses", "bid"]


def test_names_are_written_as_they_are() -> None:
    line = next(trace_lines(one_round(), 1, 1, ["maßvoll", "b", "c"]))
    assert '"maßvoll"' in line


def tampered(old: str, new: str) -> list[str]:
    assert old in ILLUSTRATED_LINES
    return ILLUSTRATED_LINES.replace(old, new).splitlines()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"amount": 5', '"amount": 2', "line 5: a bid of 2 does not exceed 2"),
        ('"amount": 6', '"amount": 29', "line 6: a bid of 29 with 28 coins"),
        ('"bid": 5, "refund": 2', '"bid": 5, "refund": 3', "line 8: the refund is 2, not 3"),
        ('"house": 8, "bid"', '"house": 20, "bid"', "line 7: the pass takes 8, not 20"),
        ('"paid": 6', '"paid": 5', "line 9: "),
        ('"seat": 3, "house": 20, "cheque"', '"seat": 3, "house": 8, "cheque"', "does not hold"),
        ('"cheque": 12', '"cheque": 13', "line 12: cheque 12 is due"),
        ('"win": [0, 0, 1]', '"win": [1, 0, 0]', "wins are"),
        ('"win": [0, 0, 1]', '"win": [0, 0, 1.0]', "whole"),
        ('"cards": [0, 12, 13]', '"cards": [0, 12, 12]', "no such cheques"),
        ('"opener": 1', '"opener": 2', "seat 1 opens"),
        ('"round": 1, "cards": [8', '"cards": [8', "keys are"),
        ('"refund": "down"', '"refund": "up"', "the refund is 3"),
    ],
)
def test_the_referee_sees_a_broken_rule(old: str, new: str, complaint: str) -> None:
    with pytest.raises(TraceError, match=".*".join(complaint.split(" is "))):
        check_trace(tampered(old, new))


def test_the_referee_wants_a_whole_game() -> None:
    check_trace(ILLUSTRATED_LINES.splitlines())
    with pytest.raises(TraceError, match="ends where"):
        check_trace(ILLUSTRATED_LINES.splitlines()[:-1])
    with pytest.raises(TraceError, match="after the end"):
        check_trace([*ILLUSTRATED_LINES.splitlines(), json.dumps({"t": "end"})])


LINES = ILLUSTRATED_LINES.splitlines()


@settings(max_examples=30, deadline=None)
@given(rules(), st.integers(1, 99))
def test_any_game_is_read_back(rules: Rules, deal: int) -> None:
    game = Game(rules, deal_cards(rules, 5, deal))
    lineup = mixed_lineup(rules.players)
    decisions = play_seated(game, lineup, 5, deal, recording=True)
    names = [player.name for player in lineup]
    told = list(trace_lines(game, 5, deal, names))
    read = read_trace("\n".join(told), "here")
    assert list(trace_lines(read.game, read.seed, read.number, read.lineup)) == told
    assert [each.move for each in read.decisions] == [each.move for each in decisions]
    assert [each.seat for each in read.decisions] == [each.seat for each in decisions]


@pytest.mark.parametrize("lines", range(1, len(LINES)))
def test_an_unfinished_game_is_read_as_far_as_it_goes(lines: int) -> None:
    read = read_trace("\n".join(LINES[:lines]), "here")
    told = list(trace_lines(read.game, read.seed, read.number, read.lineup))
    assert told[:lines] == LINES[:lines]


def changed(number: int, **values: Any) -> str:
    line = json.dumps({**json.loads(LINES[number - 1]), **values})
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is neither a trace"),
        ("{}", "is no trace"),
        ("not json", "is neither a trace"),
        ("[1]", "is neither a trace"),
        (changed(1, players=9), "is for 9 players|is no trace|players"),
        (changed(3, amount=99), "is no trace.*99"),
        (changed(7, refund=2), "line 7: .*refund.* is not what the rules make"),
        (changed(9, paid=5), "line 9: "),
        (changed(14, money=[1, 2, 3]), "line 14: "),
        ("\n".join([*LINES, LINES[-1]]), "line 15: .*: nothing"),
    ],
)
def test_what_is_not_a_game_is_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_trace(text, "here")


def test_other_keys_and_reviews_are_ignored() -> None:
    text = "\n".join([changed(3, comment="bold"), '{"t": "review", "seat": 1}'])
    plain = read_trace("\n".join(LINES), "here")
    assert len(read_trace(text, "here").decisions) == len(plain.decisions)


SEATED = ["spread", "mine", "expert"]

STORY = """\
Game 7 of seed 42: illustrated, 3 players

  seat 1  spread  28 coins
  seat 2  mine    28 coins
  seat 3  expert  28 coins

Buying houses

Round 1: houses 8 20 28; seat 1 opens
  seat 1  spread  bids 1
  seat 2  mine    bids 2
  seat 3  expert  bids 5
  seat 1  spread  bids 6
  seat 2  mine    passes, takes house 8, gets 1 of 2 back
  seat 3  expert  passes, takes house 20, gets 2 of 5 back
  seat 1  spread  takes house 28 for 6

Selling houses

Round 1: cheques 0 12 13
  seat 1  spread  sells house 28 for 13
  seat 3  expert  sells house 20 for 12
  seat 2  mine    sells house 8 for 0

The end

  seat  player  coins  cheques  money  win
     1  spread     22       13     35    0
     2  mine       27        0     27    0
     3  expert     25       12     37    1"""


def test_the_illustrated_game_in_words() -> None:
    game = play(one_round(), 1, 2, 5, 6, 0, 0)
    assert story(game, 42, 7, SEATED) == STORY


def test_what_costs_nothing_and_what_brings_no_house() -> None:
    decks = {"houses": (1, 2, 3, 4), "cheques": (0, 0, 5, 5), "houses_per_round": 2}
    game = play(dealt(replace(ILLUSTRATED, removed=2, **decks)), 4, 0, 0)
    text = story(game, 1, 1, SEATED)
    assert "seat 2  mine    passes, takes no house\n" in text
    assert "seat 3  expert  passes, takes house 1 for nothing\n" in text
    assert text.endswith("Set aside unseen: houses 3 4; cheques 5 5")
    game = play(dealt(replace(ILLUSTRATED, removed=2, **decks)), 4, 5, 6, 0)
    assert "seat 1  spread  passes, takes no house, gets 4 of 4 back\n" in story(game, 1, 1, SEATED)
    game = play(one_round(), 0, 0)
    assert "seat 3  expert  takes house 28 for nothing\n" in story(game, 1, 1, SEATED)


def test_a_shared_win() -> None:
    game = play(one_round(cheques=(5, 5, 5)), 0, 0)
    assert "     3  expert     28        5     33  1/3" in story(game, 1, 1, SEATED)


def test_an_unfinished_game_ends_with_the_table() -> None:
    game = play(one_round(), 1)
    assert story(game, 1, 1, SEATED).endswith(f"seat 1  spread  bids 1\n\n{game}")


def test_an_auction_in_print() -> None:
    game = play(one_round(), 1, 0, 5)
    assert str(game) == (
        "illustrated, 3 players: buying, round 1\n"
        "Houses on offer: 20 28\n"
        "Seat 1 to act: bid 6 to 28, or pass for house 20 and 0 back\n"
        "\n"
        "   seat  coins     bid  houses\n"
        ">     1     28       1  -\n"
        "      2     28  passed  8\n"
        "      3     28       5  -"
    )


def test_a_sale_in_print_hides_what_has_been_chosen() -> None:
    decks = {"houses": tuple(range(1, 7)), "cheques": (0, 0, 2, 2, 3, 3)}
    game = play(dealt(replace(ILLUSTRATED, **decks)), 0, 0, 1, 0, 0, 4)
    assert str(game) == (
        "illustrated, 3 players: selling, round 1\n"
        "Cheques on offer: 0 0 2\n"
        "Seat 2 to act: choose a house to sell\n"
        "\n"
        "   seat  coins  cheques  houses\n"
        "      1     28        0  1 4\n"
        ">     2     28        0  2 5\n"
        "      3     27        0  3 6"
    )


def test_a_finished_game_in_print() -> None:
    lines = str(play(one_round(cheques=(4, 5, 5)), 0, 0)).splitlines()
    assert lines[:2] == ["illustrated, 3 players: over", "Won by seat 2 and seat 3"]
