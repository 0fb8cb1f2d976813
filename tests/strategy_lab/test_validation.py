"""Every way in which a ruleset's file can be wrong, and what is said of it."""

from __future__ import annotations

import pytest
from forsale_sim.rules.ruleset import Ruleset
from strategy_lab.errors import UsageError
from strategy_lab.ruleset_files import MOST_LINES, shown

PLAYABLE: dict[str, object] = {
    "name": "mine",
    "houses": "1-30",
    "cheques": "1-30",
    "coins": {"3": 28, "4": 21},
    "houses_per_round": "players",
    "raise": "strict",
    "refund": "up",
}

HOUSES = (
    "it must be up to 60 different whole numbers from 1 to 60: a list, or a range such as '1-30'"
)
CHEQUES = (
    "it must be up to 60 whole numbers from 0 to 255, as many as there are houses: a list, "
    "or a range such as '1-30'"
)
COINS = "it must be a table with a key for each number of players, 2 to 8, such as 3 = 28"
PURSE = "it must be a whole number from 0 to 255, or a list of one for each seat"
REMOVED = "it must be a table with keys for numbers of players, 2 to 8, such as 4 = 2"
ASIDE = "it must be a whole number from 0 to 60"
HOUSES_PER_ROUND = "it must be 'players', or 'players - 1' (- 2, …) for fewer houses than players"
RAISE = "it must be 'strict', 'match', or the least raise: a whole number up to 255"
OPENER = "it must be 'winner', 'left', 'lowest' or 'lot'"
REFUND = "it must be 'up', 'down', 'all', 'none', or a fraction such as '1/3 up' or '2/3 down'"
READINGS = (
    "it must be a list of texts that say how unclear rules are understood, or of tables with such "
    "a text and the rule it is about, such as { rule = 'refund', text = '…' }"
)
NAME = (
    "it must be up to 60 letters, digits, spaces and . + - _, beginning with a letter or digit "
    "(a file that gives no name is called by its own)"
)


def problems(settings: dict[str, object]) -> list[str]:
    with pytest.raises(UsageError) as caught:
        Ruleset.validated(settings, "mine.toml")
    lines = str(caught.value).splitlines()
    assert all(line.startswith("mine.toml: ") for line in lines)
    return [line.removeprefix("mine.toml: ") for line in lines]


def test_what_is_varied_here_can_be_played() -> None:
    assert Ruleset.validated(PLAYABLE, "mine.toml").rules(4).coins == (21,) * 4


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("houses", 30, f"houses: 30 is not allowed; {HOUSES}"),
        ("houses", "1 to 30", f"houses: '1 to 30' is not allowed; {HOUSES}"),
        ("houses", "0-29", f"houses: '0-29' is not allowed; {HOUSES}"),
        ("houses", "2-61", f"houses: '2-61' is not allowed; {HOUSES}"),
        ("houses", [61, *range(1, 30)], f"houses: 61 is not allowed; {HOUSES}"),
        ("houses", [0, *range(1, 30)], f"houses: 0 is not allowed; {HOUSES}"),
        ("houses", [-1, *range(1, 30)], f"houses: -1 is not allowed; {HOUSES}"),
        ("houses", [True, *range(1, 30)], f"houses: true is not allowed; {HOUSES}"),
        ("houses", [1.0, *range(2, 31)], f"houses: 1.0 is not allowed; {HOUSES}"),
        ("houses", ["1", *range(2, 31)], f"houses: '1' is not allowed; {HOUSES}"),
        (
            "houses",
            [1 << 20_000, *range(2, 31)],
            f"houses: a number of hundreds of digits is not allowed; {HOUSES}",
        ),
        ("houses", "30-1", "houses: the range '30-1' runs downwards; write it as '1-30'"),
        (
            "houses",
            "1-999",
            "houses: the range '1-999' goes beyond 255, the highest value allowed",
        ),
        (
            "houses",
            [1, 1, 7, 7, *range(8, 34)],
            "houses: 1, 7 more than once; all houses must be different",
        ),
        ("cheques", [256, *range(29)], f"cheques: 256 is not allowed; {CHEQUES}"),
        ("cheques", [-1] * 30, f"cheques: -1 is not allowed; {CHEQUES}"),
        ("cheques", [False, *range(29)], f"cheques: false is not allowed; {CHEQUES}"),
        (
            "cheques",
            "2-30",
            "cheques: 29 cheques for 30 houses; the decks must have equal size",
        ),
        ("cheques", [], "cheques: 0 cheques for 30 houses; the decks must have equal size"),
        ("cheques", [0] * 61, f"cheques: {shown([0] * 61)} is not allowed; {CHEQUES}"),
        ("coins", 28, f"coins: 28 is not allowed; {COINS}"),
        ("coins", {}, "coins: no number of players; give at least one, such as 3 = 28"),
        ("coins", {"1": 20}, f"coins: 1 is not a number of players; {COINS}"),
        ("coins", {"9": 20}, f"coins: 9 is not a number of players; {COINS}"),
        ("coins", {"03": 20}, f"coins: 03 is not a number of players; {COINS}"),
        ("coins", {"all": 20}, f"coins: all is not a number of players; {COINS}"),
        ("coins", {"3": -1}, f"coins.3: -1 is not allowed; {PURSE}"),
        ("coins", {"3": 256}, f"coins.3: 256 is not allowed; {PURSE}"),
        ("coins", {"3": True}, f"coins.3: true is not allowed; {PURSE}"),
        ("coins", {"3": "28"}, f"coins.3: '28' is not allowed; {PURSE}"),
        ("coins", {"3": {"1": 28}}, f"coins.3: {{1 = 28}} is not allowed; {PURSE}"),
        ("coins", {"3": [1, 2, -3]}, f"coins.3: -3 is not allowed; {PURSE}"),
        ("coins", {"3": [1, 2]}, "coins.3: 2 amounts for 3 seats; give one for each seat"),
        ("removed", 2, f"removed: 2 is not allowed; {REMOVED}"),
        ("removed", {"9": 2}, f"removed: 9 is not a number of players; {REMOVED}"),
        ("removed", {"3": -1}, f"removed.3: -1 is not allowed; {ASIDE}"),
        ("removed", {"3": True}, f"removed.3: true is not allowed; {ASIDE}"),
        ("removed", {"3": [1, 1, 1]}, f"removed.3: [1, 1, 1] is not allowed; {ASIDE}"),
        (
            "removed",
            {"3": 31},
            "removed.3: 31 of 30 cards leave fewer than a round's 3; at most 27 can be removed",
        ),
        (
            "removed",
            {"4": 27},
            "removed.4: 27 of 30 cards leave fewer than a round's 4; at most 26 can be removed",
        ),
        (
            "removed",
            {"5": 2},
            "removed.5: there is no coins.5; say what 5 players start with, or leave this number "
            "of players out",
        ),
        ("houses_per_round", 3, f"houses_per_round: 3 is not allowed; {HOUSES_PER_ROUND}"),
        (
            "houses_per_round",
            "players + 1",
            f"houses_per_round: 'players + 1' is not allowed; {HOUSES_PER_ROUND}",
        ),
        (
            "houses_per_round",
            "players - 3",
            "houses_per_round: 'players - 3' leaves no house for 3 players; "
            "the fewest is 'players - 2'",
        ),
        ("raise", "Strict", f"raise: 'Strict' is not allowed; {RAISE}"),
        ("raise", 256, f"raise: 256 is not allowed; {RAISE}"),
        ("raise", True, f"raise: true is not allowed; {RAISE}"),
        ("refund", "1/3", f"refund: '1/3' is not allowed; {REFUND}"),
        ("refund", "4/3 up", f"refund: '4/3 up' is more than the bid; {REFUND}"),
        ("refund", "1/0 up", f"refund: '1/0 up' divides by nothing; {REFUND}"),
        (
            "opening_bid",
            0,
            "opening_bid: 0 is not allowed; it must be a whole number from 1 to 255",
        ),
        ("coin_value", 11, "coin_value: 11 is not allowed; it must be a whole number from 0 to 10"),
        ("refunded", "last", "refunded: 'last' is not allowed; it must be 'all' or 'first'"),
        ("opener", "loser", f"opener: 'loser' is not allowed; {OPENER}"),
        ("refund", "half", f"refund: 'half' is not allowed; {REFUND}"),
        ("refund", True, f"refund: true is not allowed; {REFUND}"),
        ("refund", ["up"], f"refund: ['up'] is not allowed; {REFUND}"),
        ("name", "", "name: the text is blank; leave the key out if there is nothing to say"),
        ("name", "a/b", f"name: 'a/b' is not allowed; {NAME}"),
        ("name", "x" * 61, f"name: {shown('x' * 61)} is not allowed; {NAME}"),
        ("name", 3, f"name: 3 is not allowed; {NAME}"),
        ("title", [], "title: [] is not allowed; it must be a text"),
        ("title", "\x1b[2J", "title: '\\x1b[2J' holds characters that cannot be printed"),
        ("year", "1997", "year: '1997' is not allowed; it must be a whole number, such as 2020"),
        (
            "readings",
            "None.",
            f"readings: 'None.' is not allowed; {READINGS}",
        ),
        (
            "readings",
            [{"rule": "refunds", "text": "Half."}],
            f"readings.rule: 'refunds' is not allowed; {READINGS}",
        ),
        (
            "readings",
            ["Some.", {"refund": "Half."}],
            "readings: a table with the keys ['refund']; it must be a text, or a table with the "
            "keys text and rule",
        ),
        (
            "readings",
            ["Some.", " "],
            "readings: the text is blank; leave the key out if there is nothing to say",
        ),
        (
            "extends",
            3,
            "extends: 3 is not allowed; "
            "it must be the name of a built-in ruleset, or the path of a .toml file",
        ),
    ],
)
def test_a_value_that_is_not_allowed(key: str, value: object, line: str) -> None:
    assert problems({**PLAYABLE, key: value}) == [line]


@pytest.mark.parametrize("key", PLAYABLE)
def test_a_missing_key(key: str) -> None:
    without = {known: value for known, value in PLAYABLE.items() if known != key}
    line, way_out = problems(without)
    assert line.startswith(f"{key}: missing; it must be ")
    assert way_out.startswith("extends: missing, so every rule has to be set")


@pytest.mark.parametrize(
    ("typo", "meant"), [("refunds", "refund"), ("cheque", "cheques"), ("house_per_round", "houses")]
)
def test_an_unknown_key(typo: str, meant: str) -> None:
    [line] = problems({**PLAYABLE, typo: "up"})
    assert line.startswith(f"{typo}: no such key: did you mean ")
    assert f"'{meant}" in line


def test_a_deck_too_small_for_a_round() -> None:
    assert problems({**PLAYABLE, "houses": "1-3", "cheques": "1-3"}) == [
        "houses: 3 are too few for 4 players, who need 4 a round"
    ]


def test_a_deck_just_large_enough() -> None:
    few = {"houses": "1-3", "cheques": [0, 0, 0], "houses_per_round": "players-1"}
    assert Ruleset.validated({**PLAYABLE, **few}, "mine.toml").rules(4).houses_per_round == 3


def test_the_largest_of_everything_is_allowed() -> None:
    largest = {
        "houses": "1-60",
        "cheques": [255] * 60,
        "coins": {str(players): 255 for players in (3, 4, 5, 6)},
        "removed": {"3": 57, "6": 54},
    }
    ruleset = Ruleset.validated({**PLAYABLE, **largest}, "mine.toml")
    assert [ruleset.rules(players).cards_dealt for players in (3, 4, 5, 6)] == [3, 60, 60, 6]


def test_all_problems_are_told_at_once_in_the_order_of_the_keys() -> None:
    wrong = {"coins": {"3": -1, "4": "x"}, "houses": [0, 61], "refund": 1, "colour": "red"}
    assert [line.split(":")[0] for line in problems({**PLAYABLE, **wrong})] == [
        "houses",
        "houses",
        "coins.3",
        "coins.4",
        "refund",
        "colour",
    ]


def test_endless_problems_are_cut_short() -> None:
    lines = problems({**PLAYABLE, "houses": list(range(100, 130))})
    assert len(lines) == MOST_LINES + 1
    assert lines[-1] == f"and {30 - MOST_LINES} more"


def test_no_problem_speaks_of_the_validation_library() -> None:
    text = "\n".join(problems({"houses": [{}], "coins": {"3": None}, "x": 1, "raise": 2}))
    for jargon in ("pydantic", "http", "Value error", "Input should", "type=", "validation"):
        assert jargon not in text


def test_a_long_value_is_cut_short() -> None:
    assert len(shown(list(range(1000)))) == 60
    assert shown({"a": [True, "x"], "b": 1.5}) == "{a = [true, 'x'], b = 1.5}"
