"""The rules of one buying round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from forsale_sim.reference.events import Houses, Pass, Take
from forsale_sim.reference.game import Game
from forsale_sim.reference.moves import IllegalMoveError

from tests.support.decks import ILLUSTRATED, dealt, one_round, play


def longer(per_round: int, cards: int = 6, **changes: Any) -> Game:
    """A game with houses 1, 2, … in ascending order."""
    decks = {"houses": tuple(range(1, cards + 1)), "cheques": tuple(range(cards))}
    return dealt(replace(ILLUSTRATED, houses_per_round=per_round, **decks, **changes))


def passes(game: Game) -> list[Pass]:
    return [event for event in game.events if isinstance(event, Pass)]


def test_under_strict_a_bid_must_exceed_the_highest() -> None:
    game = play(one_round(raise_="strict"), 4)
    with pytest.raises(IllegalMoveError, match=r"a bid of 4 .*strict.*exceed.*highest bid, 4"):
        game.bid(4)
    game.bid(5)
    assert game.to_act == 3


def test_under_match_a_bid_may_equal_the_highest_but_not_be_lower() -> None:
    game = play(one_round(raise_="match"), 4)
    with pytest.raises(IllegalMoveError, match=r"a bid of 3 .*match.*at least the highest bid, 4"):
        game.bid(3)
    game.bid(4)
    assert game.to_act == 3


def test_under_match_a_player_whose_own_bid_is_the_highest_must_add_a_coin() -> None:
    game = play(one_round(raise_="match"), 4, 4, 4)
    assert game.to_act == 1
    with pytest.raises(
        IllegalMoveError, match=r"a bid of 4 .*match.*exceed the player's own bid, 4"
    ):
        game.bid(4)
    game.bid(5)
    assert game.legal_moves()[:2] == [0, 5]


@pytest.mark.parametrize("raise_", ["strict", "match"])
@pytest.mark.parametrize("amount", [0, -1])
def test_a_bid_is_at_least_one_coin(raise_: str, amount: int) -> None:
    game = one_round(raise_=raise_)
    with pytest.raises(IllegalMoveError, match="at least 1 coin"):
        game.bid(amount)
    assert game.legal_moves() == [0, *range(1, 29)]


def test_a_bid_may_be_all_that_a_player_owns_and_no_more() -> None:
    game = one_round()
    with pytest.raises(IllegalMoveError, match=r"a bid of 29 .*owns 28 coins"):
        game.bid(29)
    game.bid(28)
    assert game.phase == "over", "nobody can raise: all must pass"


def test_a_player_who_cannot_bid_must_pass_and_is_not_asked() -> None:
    game = play(one_round(coins=(9, 5, 9)), 5)
    assert game.to_act == 3
    assert passes(game) == [Pass(round=1, seat=2, house=8, bid=0, refund=0)]


def test_equalling_is_enough_under_match_for_a_poor_player_to_be_asked() -> None:
    game = play(one_round(raise_="match", coins=(9, 5, 9)), 5)
    assert game.to_act == 2
    assert game.legal_moves() == [0, 5]


@pytest.mark.parametrize(("refund", "back"), [("up", 3), ("down", 2), ("all", 5), ("none", 0)])
def test_the_refund_of_a_bid_of_five(refund: str, back: int) -> None:
    game = play(one_round(refund=refund), 5, 6, 0)
    assert passes(game) == [Pass(round=1, seat=3, house=8, bid=0, refund=0)]
    game.pass_()
    assert passes(game)[1] == Pass(round=1, seat=1, house=20, bid=5, refund=back)
    assert game.coins == {1: 28 - 5 + back, 2: 22, 3: 28}
    assert game.prices == {8: 0, 20: 5 - back, 28: 6}


def test_who_has_bid_nothing_passes_free_and_the_last_takes_free_if_nobody_bid() -> None:
    game = play(one_round(), 0, 0)
    assert game.events[1:4] == [
        Pass(round=1, seat=1, house=8, bid=0, refund=0),
        Pass(round=1, seat=2, house=20, bid=0, refund=0),
        Take(round=1, seat=3, house=28, paid=0),
    ]
    assert game.coins == {1: 28, 2: 28, 3: 28}


def test_who_has_passed_is_out_until_the_next_round() -> None:
    game = play(one_round(), 1, 0, 2)
    assert game.to_act == 1
    play(game, 3)
    assert game.to_act == 3


def test_who_takes_the_last_house_opens_the_next_round() -> None:
    game = play(longer(3), 1, 2, 0, 0)
    assert game.opener == game.to_act == 2
    assert game.events[-1] == Houses(round=2, cards=(4, 5, 6), opener=2)


def test_with_a_house_too_few_the_first_to_pass_gets_the_whole_bid_and_no_house() -> None:
    game = play(longer(2), 5, 6, 8, 0, 0)
    assert passes(game) == [
        Pass(round=1, seat=1, house=None, bid=5, refund=5),
        Pass(round=1, seat=2, house=1, bid=6, refund=3),
    ]
    assert game.coins == {1: 28, 2: 25, 3: 20}
    assert game.hands == {1: 0, 2: 0b01, 3: 0b10}


def test_a_short_last_round_sends_away_as_many_as_there_are_houses_too_few() -> None:
    game = play(longer(3, cards=4), 0, 0, 5, 6, 7)
    assert game.events[4] == Houses(round=2, cards=(4,), opener=3)
    play(game, 0, 0)
    assert passes(game)[2:] == [
        Pass(round=2, seat=3, house=None, bid=5, refund=5),
        Pass(round=2, seat=1, house=None, bid=6, refund=6),
    ]
    take = next(event for event in game.events[5:] if isinstance(event, Take))
    assert take == Take(round=2, seat=2, house=4, paid=7)


def test_cards_set_aside_are_not_offered() -> None:
    game = play(longer(3, removed=3), 0, 0)
    assert [event.cards for event in game.events if isinstance(event, Houses)] == [(1, 2, 3)]
    assert game.phase == "over"
