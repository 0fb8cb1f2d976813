"""What a strategy sees, at moments of a game worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from forsale_sim.cards import members
from forsale_sim.reference.table import Game, game_view
from forsale_sim.view import View

from tests.support.decks import ILLUSTRATED, dealt, one_round, play

# Houses 1, 2 | 3, 4 | 5, 6 come up in turn, 7 is set aside; the cheques likewise.
RULES = replace(
    ILLUSTRATED,
    houses=(1, 2, 3, 4, 5, 6, 7),
    cheques=(0, 0, 2, 3, 5, 8, 9),
    coins=(10, 13, 12),
    removed=1,
    houses_per_round=2,
)


class Words:
    def __init__(self, *words: int) -> None:
        self.words: Iterator[int] = iter(words)

    def next_word(self) -> int:
        return next(self.words)

    def game_word(self) -> int:
        return 3 * 2**30


def seen(game: Game, *words: int) -> View:
    return game_view(game, Words(*words))


def by_seat(view: View, name: str) -> list[int]:
    return [getattr(view, name)(seat) for seat in view.seats]


def second_auction() -> Game:
    """Seat 2 bid 3, seat 3 passed, seat 1 bid 5 in the second round; seat 2 is to act."""
    game = play(
        dealt(RULES), 4, 6, 0, 0
    )  # seat 3 nothing, seat 1 house 1 for 2, seat 2 house 2 for 6
    return play(game, 3, 0, 5)


def test_an_auction() -> None:
    view = seen(second_auction())
    assert (view.players, view.seat, view.seats, view.round) == (3, 2, range(1, 4), 2)
    assert (view.coins, by_seat(view, "coins_of")) == (7, [8, 7, 12])
    assert by_seat(view, "starting_coins_of") == [10, 13, 12]
    assert (view.hand, by_seat(view, "hand_of")) == (0b10, [0b01, 0b10, 0])
    assert (view.own_bid, by_seat(view, "bid_of")) == (3, [5, 3, 0])
    assert (view.highest_bid, view.least_bid) == (5, 6)
    assert view.opener == 2
    assert (view.bidders, by_seat(view, "in_auction")) == (2, [True, True, False])
    assert [view.refund(bid) for bid in range(4)] == [0, 0, 1, 1]
    assert (view.pass_house, view.pass_refund) == (3, 1)
    assert members(view.houses_on_offer) == [3, 4]
    assert view.cheques_on_offer == 0
    assert members(view.unseen_houses) == [5, 6, 7]
    assert members(view.unseen_cheques) == [1, 2, 3, 4, 5, 6, 7]
    assert members(view.deck_houses) == members(view.deck_cheques) == [1, 2, 3, 4, 5, 6, 7]
    assert (view.removed, view.houses_per_round) == (1, 2)
    assert by_seat(view, "cheques_of") == [0, 0, 0]
    assert [view.buyer_of(house) for house in range(1, 5)] == [1, 2, 0, 0]
    assert [view.price_of(house) for house in range(1, 5)] == [2, 6, 0, 0]
    assert [view.cheque_of(house) for house in range(1, 5)] == [0, 0, 0, 0]
    assert [view.sale_of(house) for house in range(1, 5)] == [0, 0, 0, 0]
    assert repr(view) == "<View from seat 2 of 3, buying round 2>"


def test_the_first_pass_with_a_house_too_few() -> None:
    view = seen(play(dealt(RULES), 4, 6, 7))
    assert (view.seat, view.bidders) == (1, 3)
    assert (view.pass_house, view.pass_refund) == (0, 4)


def test_the_least_bid_under_match() -> None:
    view = seen(play(dealt(replace(RULES, raise_="match")), 4, 4))
    assert (view.seat, view.highest_bid, view.least_bid) == (3, 4, 4)
    view = seen(play(dealt(replace(RULES, raise_="match")), 4, 4, 4))
    assert (view.seat, view.own_bid, view.least_bid) == (1, 4, 5)


def test_a_sale() -> None:
    game = play(second_auction(), 0, 0, 2, 0)
    # Seat 1 opened the third round and left first; seat 2 bid 2, seat 3 passed for house 5.
    view = seen(game)
    assert (view.seat, view.round, view.opener) == (1, 1, 2)
    assert by_seat(view, "hand_of") == [0b001001, 0b100110, 0b010000]
    assert by_seat(view, "coins_of") == [3, 3, 12]
    assert by_seat(view, "bid_of") == [0, 0, 0]
    assert (view.own_bid, view.highest_bid, view.least_bid, view.bidders) == (0, 0, 1, 0)
    assert not any(by_seat(view, "in_auction"))
    assert (view.pass_house, view.pass_refund, view.houses_on_offer) == (0, 0, 0)
    assert members(view.unseen_houses) == [7]
    assert members(view.cheques_on_offer) == [1, 2, 3]
    assert members(view.unseen_cheques) == [4, 5, 6, 7]
    assert [view.cheque_value(card) for card in range(1, 9)] == [0, 0, 2, 3, 5, 8, 9, 0]
    assert view.cheque_sum(view.unseen_cheques) == 25
    assert view.cheque_sum(0b111 | 1 << 50) == 2
    assert repr(view) == "<View from seat 1 of 3, selling round 1>"

    view = seen(play(game, 4, 6))  # against 5 of seat 3, its only house
    assert (view.round, view.seat) == (2, 2)
    assert by_seat(view, "cheques_of") == [0, 2, 0]
    assert [view.cheque_of(house) for house in range(1, 7)] == [0, 0, 0, 0, 0, 2]
    assert [view.sale_of(house) for house in range(1, 7)] == [0, 0, 0, 1, 1, 1]
    assert [view.buyer_of(house) for house in range(1, 7)] == [1, 2, 2, 1, 3, 2]
    assert members(view.cheques_on_offer) == [4, 5]


def test_choices_of_this_round_are_hidden() -> None:
    game = play(second_auction(), 0, 0, 2, 0)
    twin = game.copy()
    assert seen(play(game, 1))._snapshot == seen(play(twin, 4))._snapshot


def test_a_view_is_a_snapshot() -> None:
    game = second_auction()
    view = seen(game)
    before = view._snapshot
    shown = repr(before)
    play(game, 0, 0, 2, 0, 4, 6, 2)
    assert repr(view._snapshot) == shown
    assert view.buyer_of(3) == 0


@pytest.mark.parametrize("name", ["coins", "round", "_snapshot", "_words", "hand_of", "anything"])
def test_a_view_cannot_be_assigned_to(name: str) -> None:
    view = seen(second_auction())
    with pytest.raises(AttributeError, match=f"view can only be read: view.{name}"):
        setattr(view, name, 99)
    with pytest.raises(AttributeError, match=f"view can only be read: view.{name}"):
        delattr(view, name)
    assert view.coins == 7


@pytest.mark.parametrize("seat", [0, -1, 4])
@pytest.mark.parametrize(
    "name", ["coins_of", "starting_coins_of", "hand_of", "bid_of", "in_auction", "cheques_of"]
)
def test_there_is_no_such_seat(name: str, seat: int) -> None:
    with pytest.raises(IndexError, match="seat"):
        getattr(seen(second_auction()), name)(seat)


@pytest.mark.parametrize("number", [2.0, 2.5, None, "2"])
@pytest.mark.parametrize(
    "name",
    [
        *("coins_of", "starting_coins_of", "hand_of", "bid_of", "in_auction", "cheques_of"),
        *("cheque_value", "buyer_of", "price_of", "cheque_of", "sale_of"),
        *("refund", "random_below"),
    ],
)
def test_methods_take_whole_numbers_only(name: str, number: object) -> None:
    ask = getattr(seen(second_auction(), 0, 0), name)
    with pytest.raises(TypeError, match="integer"):
        ask(number)
    assert ask(np.int64(2)) == ask(2)


def test_random_numbers_use_one_word_each() -> None:
    view = seen(second_auction(), 2**31, 2**32 - 1, 2**31 + 1, 0)
    assert view.random() == 0.5
    assert view.random() == 1 - 2**-32
    assert view.random_below(6) == 3
    assert view.game_random() == 0.75
    assert view.random() == 0.0


@pytest.mark.parametrize("n", [0, -3, 2**32 + 1])
def test_random_below_takes_a_number_in_range(n: int) -> None:
    with pytest.raises(ValueError, match="random_below"):
        seen(second_auction(), 1).random_below(n)


def test_each_player_sees_the_auction_as_in_their_turn() -> None:
    game = play(one_round(raise_="match"), 4, 7, 7)
    views = [game_view(game, Words(), seat) for seat in (1, 2, 3)]
    assert game.to_act == 1
    assert [view.seat for view in views] == [1, 2, 3]
    assert [view.own_bid for view in views] == [4, 7, 7]
    assert [view.least_bid for view in views] == [7, 8, 8]
    assert [view.pass_refund for view in views] == [2, 3, 3]
    assert [view.pass_house for view in views] == [8, 8, 8]
    assert game.to_act == 1
