"""Rulesets: the editions, and what is said of mistakes in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from monopoly_sim.rules.board import HOTEL
from monopoly_sim.rules.ruleset import Ruleset, load_ruleset, ruleset_names, settings_of
from strategy_lab.errors import UsageError
from strategy_lab.varying import differences, what_ifs


def changed(**changes: Any) -> Ruleset:
    return load_ruleset("hasbro-classic").extended({"name": "mine", **changes}, "mine.toml")


def keys(one: Ruleset, other: Ruleset) -> list[str]:
    return [difference.parameter for difference in differences(one, other)]


def refusal(**changes: Any) -> str:
    with pytest.raises(UsageError) as caught:
        changed(**changes)
    return str(caught.value)


def test_the_check_sums_of_the_standard_board() -> None:
    board = load_ruleset("hasbro-classic").rules(4).board
    assert sum(board.prices) == 5690
    assert HOTEL * sum(board.house_prices) == 13750
    assert board.group_rents[37] == (2 * 85, 375, 1100, 2500, 3000, 3500)
    assert [group.bit_count() for group in board.groups] == [2, 3, 3, 3, 3, 3, 3, 2]
    assert (board.deeds.bit_count(), board.size, board.jail) == (28, 40, 10)


@pytest.mark.parametrize("name", ruleset_names())
def test_every_edition_is_playable_and_explains_itself(name: str) -> None:
    ruleset = load_ruleset(name)
    assert ruleset.title
    assert ruleset.source
    assert [len(ruleset.deck_a), len(ruleset.deck_b)] == [16, 16]
    about = [reading.rule for reading in ruleset.readings if reading.rule]
    assert len(about) == len(set(about))
    for players in range(2, 9):
        assert len(ruleset.rules(players).start_cash) == players


def test_editions_differ_in_what_their_rulebooks_say() -> None:
    football, classic, fast = map(
        load_ruleset, ("football-de", "hasbro-classic", "hasbro-speed-die")
    )
    assert keys(football, classic) == [
        "double_rent_needs_clear_group",
        "utility_rolls_again",
    ]
    assert keys(fast, classic) == ["speed_die"]
    assert fast.rules(2).start_cash == (2500, 2500)
    assert football.rules(2).board.names[39] == "Schlossallee"
    assert not {*football.rules(2).board.names} & {*classic.rules(2).board.names}
    assert classic.rules(2).deck_names == ("Chance", "Community Chest")


def test_a_reading_goes_with_the_rule_that_it_explains() -> None:
    def rules(ruleset: Ruleset) -> set[str | None]:
        return {reading.rule for reading in ruleset.readings}

    assert "jail_rent" in rules(changed())
    assert "jail_rent" not in rules(changed(jail_rent=False))


def test_house_rules_are_data() -> None:
    ruleset = changed(
        free_parking_jackpot=True,
        landing_salary=400,
        auction="none",
        jail_rent=False,
        start_cash=[1500, 1550, 1600, 1650, 1700, 1750, 1800, 1850],
        houses="unlimited",
    )
    assert ruleset.rules(3).start_cash == (1500, 1550, 1600)
    assert ruleset.rules(3).houses > 110


STREET = {
    "kind": "street",
    "name": "A",
    "group": "a",
    "price": 60,
    "house": 50,
    "rents": [2, 10, 30, 90, 160, 250],
}
SQUARES: list[dict[str, Any]] = [
    {"kind": "go", "name": "GO"},
    STREET,
    {"kind": "jail", "name": "Jail"},
    *[{"kind": "parking", "name": "Rest"}] * 5,
]
SMALL: dict[str, Any] = {
    "squares": SQUARES,
    "railway_rents": [],
    "utility_factors": [],
    "deck_a": ["collect 1"],
    "deck_b": ["collect 1"],
}


def with_square(place: int, **changes: Any) -> dict[str, Any]:
    squares = list(SQUARES)
    squares[place] = {**squares[place], **changes}
    return {**SMALL, "squares": squares}


def test_a_board_of_one_s_own() -> None:
    board = changed(**SMALL).rules(2).board
    assert board.names == ("GO", "A", "Jail", *["Rest"] * 5)
    assert (board.size, board.jail, board.groups) == (8, 2, (0b10,))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (with_square(0, kind="parking"), "squares: one square must be of kind 'go', the first"),
        (with_square(2, kind="parking"), "squares: 0 squares are of kind 'jail'; there must be"),
        (with_square(1, kind="stret"), "squares.1: 'stret' is no kind of square: did you mean"),
        (with_square(1, price=1), "squares.1: price: 1 is not allowed; it must be a whole number"),
        (with_square(1, rents=[1, 2]), "squares.1: rents: [1, 2] is not allowed; it must be a li"),
        (
            with_square(1, rents=[9, 8, 9, 9, 9, 9]),
            "squares.1: rents: [9, 8, 9, 9, 9, 9] is out of order",
        ),
        (with_square(1, name=3), "squares.1: name: 3 is not allowed; it must be a text"),
        (with_square(2, price=3), "squares.2: a jail square has no key 'price'; it has kind, name"),
        (with_square(3, kind="tax"), "squares.3: the key 'tax' is missing; a tax square needs it"),
        ({**SMALL, "squares": [3, *SQUARES]}, "squares.0: 3 is no table such as"),
        (
            {**SMALL, "deck_a": ["nearest railway, rent x 2"]},
            "deck_a: leads to the nearest railway, of which the board has none",
        ),
        (
            with_square(3, **{**STREET, "house": 60}),
            "squares: group 'a': its houses have different prices",
        ),
        (
            {"readings": [{"text": "x", "basis": "choice", "rule": "rent"}]},
            "readings: 'rent' is no rule that a ruleset sets",
        ),
    ],
)
def test_a_mistake_is_named_with_the_rule_that_it_breaks(
    changes: dict[str, Any], message: str
) -> None:
    assert f"mine.toml: {message}" in refusal(**changes)


def test_the_number_of_players_is_limited() -> None:
    with pytest.raises(UsageError, match="'mine' is for 2 to 4 players, not 5"):
        changed(most_players=4).rules(5)


def test_a_file_extends_an_edition(tmp_path: Path) -> None:
    path = tmp_path / "jackpot.toml"
    path.write_text('extends = "football-de"\nfree_parking_jackpot = true\n', encoding="utf-8")
    ruleset = load_ruleset(str(path))
    assert ruleset.name == "jackpot"
    assert keys(ruleset, load_ruleset("football-de")) == ["free_parking_jackpot"]
    assert ruleset.rules(2).board.names[39] == "Schlossallee"


def test_a_ruleset_can_be_written_as_json_and_read_again() -> None:
    whole = load_ruleset("football-de")
    again = Ruleset.validated(json.loads(json.dumps(settings_of(whole))), "itself")
    assert again == whole.model_copy(update={"extends": None})


FOOTBALL = load_ruleset("football-de")


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        ("free_parking_jackpot=true", False, True),
        ("landing_salary=+200", 200, 400),
        ("auction=none", "limits", "none"),
        ("jail_rent=false", True, False),
        ("houses=unlimited", 32, "unlimited"),
        ("houses=-4", 32, 28),
        ("start_cash=+100", (1500,) * 8, (1600,) * 8),
        ("railway_rents=[50,100,150,200]", (25, 50, 100, 200), (50, 100, 150, 200)),
    ],
)
def test_house_rules_have_names(change: str, before: object, after: object) -> None:
    (ruleset,) = what_ifs(FOOTBALL, [change])
    (changed,) = differences(FOOTBALL, ruleset)
    assert (changed.a, changed.b) == (before, after)
    assert load_ruleset(ruleset.name) == ruleset
