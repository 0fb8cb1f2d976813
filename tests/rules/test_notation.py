from __future__ import annotations

import pytest
from forsale_sim.rules import ruleset
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("deck", "text"),
    [
        ((7,), "7"),
        (tuple(range(1, 31)), "1-30"),
        ((0, 0, 3, 4, 5), "2 x 0, 3-5"),
        ((0, 0, 1, 1, 2), "2 x 0-1, 2"),
        ((3, 5, 6), "3, 5-6"),
    ],
)
def test_a_deck_in_short(deck: tuple[int, ...], text: str) -> None:
    assert ruleset.deck_text(deck) == text


@given(st.lists(st.integers(0, 255), min_size=1, max_size=60).map(sorted))
def test_a_deck_in_short_says_all(deck: list[int]) -> None:
    told: list[int] = []
    for run in ruleset.deck_text(deck).split(", "):
        times, _, values = run.rpartition(" x ")
        first, _, last = values.partition("-")
        told += [*range(int(first), int(last or first) + 1)] * int(times or 1)
    assert sorted(told) == deck


@pytest.mark.parametrize("written", ["1-4", " 1 - 4 "])
def test_a_range(written: str) -> None:
    assert ruleset.read_deck(written) == [1, 2, 3, 4]


@pytest.mark.parametrize("written", ["-1-4", "1-", "1..4", "1-4-6", "", 14, None])
def test_what_is_no_range_is_left_for_the_check_that_follows(written: object) -> None:
    assert ruleset.read_deck(written) == written


@pytest.mark.parametrize(
    ("written", "fewer"),
    [("players", 0), ("players - 0", 0), ("players-1", 1), (" players  -  2 ", 2)],
)
def test_houses_per_round(written: str, fewer: int) -> None:
    read = ruleset.read_houses_per_round(written)
    assert read == ("players" if fewer == 0 else f"players - {fewer}")
    assert ruleset.houses_fewer(str(read)) == fewer


def test_one_amount_of_coins_is_for_every_seat() -> None:
    assert ruleset.read_coins({"3": 5, 4: [1, 2, 3, 4]}) == {3: [5, 5, 5], 4: [1, 2, 3, 4]}


def test_coins_in_short() -> None:
    assert ruleset.coins_text((5, 5, 5)) == "5"
    assert ruleset.coins_text((5, 5, 6)) == "5,5,6"
