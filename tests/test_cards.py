"""Sets of cards, checked against Python's own sets."""

from __future__ import annotations

from forsale_sim import cards
from forsale_sim.cards import MAX_CARDS
from hypothesis import given
from hypothesis import strategies as st

some_cards = st.sets(st.integers(1, MAX_CARDS))
any_card = st.integers(0, MAX_CARDS)  # 0 is no card, and in no set


def bits(members: set[int]) -> int:
    return sum(2 ** (card - 1) for card in members)


@given(some_cards)
def test_count_lowest_highest(members: set[int]) -> None:
    assert cards.count(bits(members)) == len(members)
    assert cards.lowest(bits(members)) == min(members, default=0)
    assert cards.highest(bits(members)) == max(members, default=0)


@given(some_cards, any_card)
def test_parts_of_a_set(members: set[int], card: int) -> None:
    assert cards.has(bits(members), card) is (card in members)
    assert cards.remove(bits(members), card) == bits(members - {card})
    assert cards.below(bits(members), card) == bits({c for c in members if c < card})
    assert cards.above(bits(members), card) == bits({c for c in members if c > card})


@given(some_cards, st.integers(-2, MAX_CARDS + 2))
def test_nth_counts_from_0_and_answers_0_for_what_is_not_there(members: set[int], n: int) -> None:
    expected = sorted(members)[n] if 0 <= n < len(members) else 0
    assert cards.nth(bits(members), n) == expected


@given(some_cards)
def test_members_are_ascending(members: set[int]) -> None:
    assert cards.members(bits(members)) == sorted(members)


@given(any_card)
def test_a_set_of_one_card(card: int) -> None:
    assert cards.only(card) == bits({card} - {0})
