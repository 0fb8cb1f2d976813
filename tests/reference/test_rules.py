"""The rules of a game: buying, selling, scoring, and the examples that rulebooks print."""

from __future__ import annotations

import copy
import doctest
from dataclasses import replace
from typing import Any

import pytest
from forsale_sim.reference import table as module
from forsale_sim.reference.table import Cheques, Deal, Game, Houses, Pass, Score, Sell, Take
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.game import IllegalMoveError
from strategy_lab.rows import whole_win

from tests.support.decks import ILLUSTRATED, dealt, one_round, play


def longer(per_round: int, cards: int = 6, **changes: Any) -> Game:
    decks = {"houses": tuple(range(1, cards + 1)), "cheques": tuple(range(cards))}
    return dealt(replace(ILLUSTRATED, houses_per_round=per_round, **decks, **changes))


def passes(game: Game) -> list[Pass]:
    return [event for event in game.events if isinstance(event, Pass)]


def test_under_strict_a_bid_must_exceed_the_highest() -> None:
    game = play(one_round(raise_="strict"), 4)
    with pytest.raises(IllegalMoveError, match=r"a bid of 4 .*above the highest bid, 4"):
        game.bid(4)
    game.bid(5)
    assert game.to_act == 3


def test_under_match_a_bid_may_equal_the_highest_but_not_be_lower() -> None:
    game = play(one_round(raise_="match"), 4)
    with pytest.raises(IllegalMoveError, match=r"a bid of 3 .*at least the highest bid, 4"):
        game.bid(3)
    game.bid(4)
    assert game.to_act == 3


def test_under_match_a_player_whose_own_bid_is_the_highest_must_add_a_coin() -> None:
    game = play(one_round(raise_="match"), 4, 4, 4)
    assert game.to_act == 1
    with pytest.raises(IllegalMoveError, match=r"a bid of 4 .*above the player's own bid, 4"):
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
    with pytest.raises(IllegalMoveError, match=r"a bid of 4 .*bid, 2, by at least 3"):
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


def test_the_bank_gives_coins_to_those_who_pass_by_their_order() -> None:
    game = longer(2, pass_gift=(2,))
    assert "or pass for no house and 0 back, 2 from the bank" in str(game)
    play(game, 4, 0, 6, 0)
    assert passes(game) == [Pass(1, 2, None, 0, 0, 2), Pass(1, 1, 1, 4, 2, 0)]
    assert game.coins == {1: 26, 2: 30, 3: 22}


def test_houses_face_down_are_turned_over_once_all_others_are_taken() -> None:
    game = longer(3, hidden_houses=2)
    assert "Houses on offer: 1 and 2 face down" in str(game)
    play(game, 4, 0, 6, 0)
    assert [each[2:] for each in passes(game)] == [(1, 0, 0, 0, (2, 3)), (2, 4, 2, 0, ())]


@pytest.mark.parametrize(
    ("opener", "seat"), [("winner", 2), ("left", 3), ("lowest", 1), ("lot", 3)]
)
def test_who_opens_the_next_auction(opener: str, seat: int) -> None:
    rules = replace(ILLUSTRATED, houses=tuple(range(1, 7)), cheques=tuple(range(6)), opener=opener)
    game = Game(rules, Deal(rules.houses, tuple(range(1, 7)), openers=(3,)))
    play(game, 0, 5, 6, 7, 0)
    assert [event.opener for event in game.events if isinstance(event, Houses)] == [1, seat]
    assert game.to_act == game.opener == seat


def selling(cheques: tuple[int, ...] = (0, 4, 4, 7, 9, 9)) -> Game:
    """A game about to sell: seat 1 holds 1 and 4, seat 2 holds 2 and 5, seat 3 holds 3 and 6."""
    decks = {"houses": tuple(range(1, 7)), "cheques": cheques}
    return play(dealt(replace(ILLUSTRATED, **decks)), 0, 0, 1, 0, 0)


def sales(game: Game) -> list[tuple[int, int, int, int]]:
    return [
        (event.round, event.seat, event.house, event.cheque)
        for event in game.events
        if isinstance(event, Sell)
    ]


def test_houses_are_revealed_together_when_the_last_has_chosen() -> None:
    game = selling()
    assert game.hands == {1: 0b001001, 2: 0b010010, 3: 0b100100}
    play(game, 4, 2)
    assert sales(game) == []
    assert game.hands == {1: 0b001001, 2: 0b010010, 3: 0b100100}
    game.sell(3)
    assert sales(game)[:3] == [(1, 1, 4, 4), (1, 3, 3, 4), (1, 2, 2, 0)]


def test_a_last_house_is_sold_without_asking() -> None:
    game = play(selling(), 4, 2, 3)
    assert game.phase == "over"
    assert sales(game)[3:] == [(2, 3, 6, 9), (2, 2, 5, 9), (2, 1, 1, 7)]
    assert game.cheques == {1: 11, 2: 9, 3: 13}


@pytest.mark.parametrize("house", [2, 7, 0, -1, 60, 10**12])
def test_only_a_house_in_hand_can_be_sold(house: int) -> None:
    game = selling()
    before = str(game)
    with pytest.raises(IllegalMoveError, match=rf"a sale of house {house} .*holds 1 4"):
        game.sell(house)
    assert str(game) == before


def test_the_last_seller_takes_what_is_left_a_round_for_each_cheque() -> None:
    decks = {"houses": tuple(range(1, 6)), "cheques": (1, 2, 3, 4, 5), "houses_per_round": 1}
    game = dealt(replace(ILLUSTRATED, **decks))
    play(game, 0, 0)  # seat 3 is left and takes house 1
    play(game, 1, 0, 0)  # and house 2
    play(game, 0, 0)  # seat 3 and 1 pass: seat 2 takes house 3
    play(game, 1, 0, 0, 1, 0, 0)  # and houses 4 and 5
    assert game.hands == {1: 0, 2: 0b11100, 3: 0b00011}
    play(game, 5, 2)
    assert game.phase == "selling", "seats 2 and 3 still hold houses"
    play(game, 4)
    assert game.phase == "over", "one house each, then a lone house: nobody has a choice"
    offers = [event.cards for event in game.events if isinstance(event, Cheques)]
    assert offers == [(1, 2), (3, 4), (5,)], "one cheque for each player who holds a house"
    assert sales(game) == [(1, 2, 5, 2), (1, 3, 2, 1), (2, 2, 4, 4), (2, 3, 1, 3), (3, 2, 3, 5)]


@pytest.mark.parametrize(
    ("coins", "cheques", "places", "wins"),
    [
        ((1, 2, 3), (30, 20, 10), (1, 2, 3), (60, 0, 0)),
        # Equal money: the most coins win.
        ((1, 2, 0), (30, 29, 31), (2, 1, 3), (0, 60, 0)),
        # Equal money and coins: shared, and the next place is left out.
        ((2, 2, 0), (30, 30, 31), (1, 1, 3), (30, 30, 0)),
        ((5, 5, 5), (7, 7, 7), (1, 1, 1), (20, 20, 20)),
        ((1, 0, 0, 0), (9, 9, 9, 5), (1, 2, 2, 4), (60, 0, 0, 0)),
        ((0,) * 6, (8,) * 6, (1,) * 6, (10,) * 6),
        ((0,) * 7, (8,) * 7, (1,) * 7, (120,) * 7),
        ((0,) * 8, (8, 8, 8, 4, 4, 4, 4, 3), (1,) * 3 + (4,) * 4 + (8,), (280,) * 3 + (0,) * 5),
    ],
)
def test_places_and_wins(
    coins: tuple[int, ...],
    cheques: tuple[int, ...],
    places: tuple[int, ...],
    wins: tuple[int, ...],
) -> None:
    score = Score(coins, cheques, tuple(map(sum, zip(coins, cheques, strict=True))))
    assert score.places == places
    assert score.wins == wins
    assert sum(score.wins) == whole_win(len(coins))


def test_the_example_in_the_documentation() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_moves_of_another_phase_are_refused() -> None:
    game = one_round()
    with pytest.raises(IllegalMoveError, match=r"a sale of house 8 .*'buying'"):
        game.sell(8)
    play(game, 0, 0)
    for move in (1, 0):
        with pytest.raises(IllegalMoveError, match="'over'"):
            game.step(move)


def test_an_illegal_move_changes_nothing() -> None:
    game = play(one_round(), 3)
    before, events = str(game), list(game.events)
    with pytest.raises(IllegalMoveError):
        game.step(3)
    assert (str(game), game.events) == (before, events)


@pytest.mark.parametrize("copied", [copy.copy, lambda game: game.copy()])
def test_a_copy_is_played_on_alone(copied) -> None:
    game = play(one_round(), 3, 5)
    before, events = str(game), list(game.events)
    twin = copied(game)
    assert str(twin) == before
    play(twin, 0, 0)
    assert twin.phase == "over"
    assert (str(game), game.events) == (before, events)
    assert str(play(game, 0, 0)) == str(twin)


OFFER = (8, 20, 28)
EXAMPLES = {
    # ruleset: bids in turn until the second and third player pass; refunds of those two; paid
    "iello-de": ((1, 2, 3, 4), (1, 2), 4),
    "iello-en": ((1, 2, 5, 6), (1, 2), 6),
    "iello-fr": ((1, 2, 3, 4), (1, 2), 4),
}


@pytest.mark.parametrize("ruleset", EXAMPLES)
def test_the_example_of_a_buying_round(ruleset: str) -> None:
    bids, refunds, paid = EXAMPLES[ruleset]
    rules = load_ruleset(ruleset).rules(3)
    others = [house for house in rules.houses if house not in OFFER]
    game = Game(rules, Deal((28, 8, 20, *others), tuple(range(1, 31))))

    play(game, *bids, 0, 0)

    passes = [event for event in game.events if isinstance(event, Pass)]
    takes = [event for event in game.events if isinstance(event, Take)]
    assert passes == [
        Pass(round=1, seat=2, house=8, bid=bids[1], refund=refunds[0]),
        Pass(round=1, seat=3, house=20, bid=bids[2], refund=refunds[1]),
    ]
    assert takes == [Take(round=1, seat=1, house=28, paid=paid)]
    assert game.coins == {
        1: 28 - paid,
        2: 28 - bids[1] + refunds[0],
        3: 28 - bids[2] + refunds[1],
    }
    assert (game.phase, game.round, game.opener, game.to_act) == ("buying", 2, 1, 1)
