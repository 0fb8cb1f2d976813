"""The rules of one selling round."""

from __future__ import annotations

from dataclasses import replace

import pytest
from forsale_sim.reference.events import Cheques, Sell
from forsale_sim.reference.table import Game
from strategy_lab.game import IllegalMoveError

from tests.support.decks import ILLUSTRATED, dealt, play


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
