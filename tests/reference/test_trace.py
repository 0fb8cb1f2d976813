"""A game as JSON Lines, to the letter."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from forsale_sim.reference.trace import trace, trace_lines

from tests.support.decks import ILLUSTRATED, dealt, one_round, play
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
