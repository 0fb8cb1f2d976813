"""The rules of one buying round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from forsale_sim.reference.events import Houses, Pass, Take
from forsale_sim.reference.table import Deal, Game
from strategy_lab.game import IllegalMoveError

from tests.support.decks import ILLUSTRATED, dealt, one_round, play


def longer(per_round: int, cards: int = 6, **changes: Any) -> Game:
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


@pytest.mark.parametrize(("refund", "back"), [("up", 3), ("down", 2), ("all", 5), ("none", 0)])
def test_the_refund_of_a_bid_of_five(refund: str, back: int) -> None:
    game = play(one_round(refund=refund), 5, 6, 0)
    assert passes(game) == [Pass(round=1, seat=3, house=8, bid=0, refund=0)]
    game.pass_()
    assert passes(game)[1] == Pass(round=1, seat=1, house=20, bid=5, refund=back)
    assert game.coins == {1: 28 - 5 + back, 2: 22, 3: 28}
    assert game.prices == {8: 0, 20: 5 - back, 28: 6}


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


def test_only_the_first_to_take_a_house_is_refunded() -> None:
    four = {"players": 4, "coins": (28,) * 4, "houses": (1, 2, 3, 4), "cheques": (0, 1, 2, 3)}
    game = play(one_round(houses_per_round=4, refunded="first", **four), 4, 6, 8, 9, 0, 0, 0)
    assert [(each.house, each.bid, each.refund) for each in passes(game)] == [
        (1, 4, 2),
        (2, 6, 0),
        (3, 8, 0),
    ]


def test_a_least_raise_is_for_bids_over_others() -> None:
    game = one_round(raise_=3)
    assert game.legal_moves() == [0, *range(1, 29)]
    play(game, 2)
    with pytest.raises(IllegalMoveError, match=r"a bid of 4 .*raise = 3.*bid, 2, by at least 3"):
        game.bid(4)
    assert game.legal_moves()[:2] == [0, 5]


@pytest.mark.parametrize("raise_", ["strict", "match", 4])
def test_the_first_bid_of_an_auction_is_the_least_opening_bid(raise_: str | int) -> None:
    game = play(one_round(raise_=raise_, opening_bid=3), 0)
    with pytest.raises(IllegalMoveError, match="first bid of an auction is at least 3"):
        game.bid(2)
    assert game.legal_moves()[:2] == [0, 3]
    play(game, 3)
    assert game.legal_moves()[1] == {"strict": 4, "match": 3, 4: 7}[raise_]


@pytest.mark.parametrize(
    ("opener", "seat"), [("winner", 2), ("left", 3), ("lowest", 1), ("lot", 3)]
)
def test_who_opens_the_next_auction(opener: str, seat: int) -> None:
    rules = replace(ILLUSTRATED, houses=tuple(range(1, 7)), cheques=tuple(range(6)), opener=opener)
    game = Game(rules, Deal(rules.houses, tuple(range(1, 7)), openers=(3,)))
    play(game, 0, 5, 6, 7, 0)
    assert [event.opener for event in game.events if isinstance(event, Houses)] == [1, seat]
    assert game.to_act == game.opener == seat
