"""A trace is read back as the game that it tells, and as no other."""

from __future__ import annotations

import json
from typing import Any

import pytest
from forsale_sim.reference.playing import play_recorded
from forsale_sim.reference.table import Game, deal_cards
from forsale_sim.reference.trace import read_trace, trace_lines
from forsale_sim.rules.ruleset import Rules
from hypothesis import given, settings
from hypothesis import strategies as st
from strategy_lab.errors import UsageError

from tests.generated import rules
from tests.support.decks import one_round, play
from tests.support.players import mixed_lineup

NAMES = ["spread", "file.py:mine", "expert"]
LINES = list(trace_lines(play(one_round(), 1, 2, 5, 6, 0, 0), 42, 7, NAMES))


@settings(max_examples=30, deadline=None)
@given(rules(), st.integers(1, 99))
def test_any_game_is_read_back(rules: Rules, deal: int) -> None:
    game = Game(rules, deal_cards(rules, 5, deal))
    lineup = mixed_lineup(rules.players)
    decisions = play_recorded(game, lineup, 5, deal)
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
        ("", "is no trace"),
        ("{}", "is no trace"),
        ("not json", "is no trace"),
        ("[1]", "is no trace"),
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
