"""Rulesets that vary: what a text asks for, what they are called, and how they differ."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Raise, Ruleset
from hypothesis import given
from strategy_lab.errors import UsageError
from strategy_lab.varying import MOST, Difference, differences, variation_text, what_ifs

from tests.generated import raises, refunds, rulesets

ENGLISH = load_ruleset("iello-en")


def made(*texts: str, base: Ruleset = ENGLISH) -> Sequence[Ruleset]:
    return what_ifs(base, texts)


def refusal(*texts: str) -> str:
    with pytest.raises(UsageError) as caught:
        made(*texts)
    return str(caught.value)


def test_a_ruleset_is_varied_by_values() -> None:
    varied = ENGLISH.vary(coins={4: 20, 5: "+1"}, raise_="match")
    assert varied.name == "iello-en[coins.4=20,coins.5=+1,raise=match]"
    assert (varied.coins[4], varied.coins[5]) == ((20,) * 4, (17,) * 5)
    assert varied.raise_ == "match"
    assert ENGLISH.vary(coins=(23, 21, 21, 21)).players == (4,)
    assert not differences(ENGLISH.vary(refund="down"), ENGLISH)


def test_a_what_if_can_be_for_other_numbers_of_players() -> None:
    varied = ENGLISH.vary(coins=[10] * 8, removed=6)
    assert varied.name == "iello-en[coins=10 10 10 10 10 10 10 10,removed=6]"
    assert (varied.players, varied.removed) == ((8,), {8: 6})
    assert not differences(load_ruleset(varied.name), varied)
    assert not differences(ENGLISH.vary(removed=6, coins=[10] * 8), varied)


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"coins": 20}, "iello-en[refund=none,coins=20]"),
        ({"refund": "up"}, "iello-en[refund=up]"),
    ],
)
def test_a_what_if_is_varied_again(changes: dict[str, object], name: str) -> None:
    varied = ENGLISH.vary(refund="none").vary(**changes)
    assert varied.name == name
    assert not differences(load_ruleset(name), varied)
    assert ENGLISH.vary(coins=20).vary(coins="+1").coins[4] == (21,) * 4


@pytest.mark.parametrize(
    "changes",
    [
        {"refund": "up"},
        {"coins": "-1", "refund": "none"},
        {"coins": {4: [23, 21, 21, 21]}},
        {"houses": "1-20", "cheques": "1-20"},
    ],
)
def test_a_ruleset_is_found_by_the_name_of_a_what_if(changes: dict[str, object]) -> None:
    varied = ENGLISH.vary(**changes)
    assert load_ruleset(varied.name) == varied


def test_a_span_is_all_whole_numbers_in_it() -> None:
    assert Ruleset.variables.variation("coins=10..12,20").values == (10, 11, 12, 20)
    assert "write the lower number first" in refusal("coins=12..10")
    assert Ruleset.variables.variation(variation_text("coins", range(10, 13))).values == (
        10,
        11,
        12,
    )
    assert variation_text("raise_", "match") == "raise=match"
    assert variation_text("coins", np.arange(2)) == "coins=0,1"
    assert variation_text("coins", [[23, 21, 21, 21], 20]) == "coins=[23,21,21,21],20"


def test_a_list_is_written_as_in_names_or_as_in_files() -> None:
    (spaced,), (listed,) = made("coins=22 21 21 21"), made("coins=[22,21,21,21]")
    assert spaced == listed
    assert spaced.name == "iello-en[coins=22 21 21 21]"


def test_a_value_that_the_ruleset_has_makes_no_what_if() -> None:
    (up,) = made("refund=up,down")
    assert up.name == "iello-en[refund=up]"
    assert [row.parameter for row in differences(ENGLISH, up)] == ["refund"]


def test_several_make_a_grid() -> None:
    names = [ruleset.name for ruleset in made("refund=up,none", "coins=+1,-1")]
    assert names == [
        f"iello-en[refund={refund},coins={coins}]"
        for refund in ("up", "none")
        for coins in ("+1", "-1")
    ]


@pytest.mark.parametrize(
    ("text", "coins"),
    [
        ("coins=+1", {3: 29, 4: 22, 5: 17, 6: 15}),
        ("coins=-2", {3: 26, 4: 19, 5: 14, 6: 12}),
        ("coins=20", {3: 20, 4: 20, 5: 20, 6: 20}),
        ("coins.4=20", {3: 28, 4: 20, 5: 16, 6: 14}),
        ("coins.5=+3", {3: 28, 4: 21, 5: 19, 6: 14}),
    ],
)
def test_coins_for_all_seats(text: str, coins: dict[int, int]) -> None:
    (ruleset,) = made(text)
    assert ruleset.coins == {players: (amount,) * players for players, amount in coins.items()}
    assert ruleset.removed == ENGLISH.removed


def test_coins_by_seat_are_for_as_many_players() -> None:
    (ruleset,) = made("coins=[23,21,21,21]")
    assert ruleset.name == "iello-en[coins=23 21 21 21]"
    assert ruleset.coins == {4: (23, 21, 21, 21)}
    assert ruleset.removed == {4: 2}


def test_one_change_builds_on_another() -> None:
    (by_seat,) = made("coins=[23,21,21,21]", "coins.4=-1")
    assert by_seat.coins == {4: (22, 20, 20, 20)}
    for texts in (("coins=+1", "coins.4=-2"), ("coins.4=-2", "coins=+1")):
        (ruleset,) = made(*texts)
        assert (ruleset.coins[3][0], ruleset.coins[4][0]) == (29, 20)


def test_other_rules() -> None:
    fewer, more = made("removed.4=0,+2")
    assert (fewer.removed[4], more.removed[4]) == (0, 4)
    assert fewer.removed[3] == more.removed[3] == 0
    assert made("houses_per_round=players - 1")[0].houses_per_round == "players - 1"
    assert made("raise=match")[0].raise_ == "match"
    (decks,) = made("houses=1-8", "cheques=[0,0,2,2,3,3,4,4]")
    assert decks.name == "iello-en[houses=1-8,cheques=list 1]"
    assert decks.cheques == (0, 0, 2, 2, 3, 3, 4, 4)


def test_no_what_if_comes_twice() -> None:
    assert len(made("coins.4=20,-1,20")) == 1


def test_a_grid_has_an_end() -> None:
    values = ",".join(map(str, range(1, MOST + 2)))
    assert f"a grid of {MOST + 1} rulesets is more than the {MOST}" in refusal(f"coins={values}")


def test_the_printed_editions_contradict_each_other_in_two_places() -> None:
    assert differences(load_ruleset("iello-de"), load_ruleset("iello-en")) == (
        Difference("refund", None, "up", "down"),
    )
    assert differences(load_ruleset("iello-en-variant"), load_ruleset("iello-fr-variant")) == (
        Difference("removed", 5, 2, 3),
        Difference("refund", None, "down", "up"),
    )


def test_equal_rules_are_no_difference_whatever_they_are_called() -> None:
    assert differences(load_ruleset("iello-de"), load_ruleset("iello-fr")) == ()


def test_a_player_count_that_only_one_allows() -> None:
    rows = differences(load_ruleset("ravensburger-1997"), load_ruleset("iello-de"))
    assert Difference("players", None, (3, 4, 5), (3, 4, 5, 6)) in rows
    assert Difference("coins", 6, None, (14,) * 6) in rows
    assert Difference("removed", 6, None, 0) in rows


@given(rulesets(), rulesets())
def test_a_difference_is_the_same_seen_from_the_other_side(a: Ruleset, b: Ruleset) -> None:
    mirrored = tuple(row._replace(a=row.b, b=row.a) for row in differences(b, a))
    assert differences(a, b) == mirrored


@given(rulesets(), raises, refunds)
def test_exactly_what_was_changed_differs(a: Ruleset, raise_: Raise, refund: str) -> None:
    b = a.with_changes("changed", raise_=raise_, refund=refund, readings=["No rule."])
    expected = [("raise", a.raise_, raise_), ("refund", a.refund, refund)]
    assert differences(a, b) == tuple(
        Difference(parameter, None, before, after)
        for parameter, before, after in expected
        if before != after
    )
