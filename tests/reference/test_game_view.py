"""The view of a player who is not to act: the same table, from another seat."""

from __future__ import annotations

from forsale_sim.reference.playing import game_view
from forsale_sim.view import View
from strategy_lab.random_words import GameWords

from tests.support.decks import one_round, play

WORDS = GameWords(1, 3, 1, 1).decision(1, 0)


def test_each_player_sees_the_auction_as_in_their_turn() -> None:
    game = play(one_round(raise_="match"), 4, 7, 7)
    views = [game_view(game, WORDS, seat) for seat in (1, 2, 3)]
    assert game.to_act == 1
    assert [view.seat for view in views] == [1, 2, 3]
    assert [view.own_bid for view in views] == [4, 7, 7]
    assert [view.least_bid for view in views] == [7, 8, 8]
    assert [view.pass_refund for view in views] == [2, 3, 3]
    assert [view.pass_house for view in views] == [8, 8, 8]
    assert game.to_act == 1


def test_who_is_to_act_looks_unless_another_is_named() -> None:
    game = play(one_round(), 4)
    assert (
        shown(game_view(game, WORDS))
        == shown(game_view(game, WORDS, 2))
        != shown(game_view(game, WORDS, 3))
    )


def test_the_end_of_a_game_can_be_looked_at() -> None:
    game = play(one_round(), 1, 2, 5, 6, 0, 0)
    for seat in (1, 2, 3):
        view = game_view(game, WORDS, seat)
        assert (view.bidders, view.cheques_on_offer, view.hand) == (0, 0, 0)
        assert view.cheques_of(seat) == game.cheques[seat]


def shown(view: View) -> tuple[int, ...]:
    return view.seat, view.own_bid, view.least_bid, view.pass_refund, view.coins
