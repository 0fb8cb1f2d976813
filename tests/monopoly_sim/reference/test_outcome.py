"""The records of a game hold what its trace says."""

from __future__ import annotations

from monopoly_sim.reference.events import Game
from monopoly_sim.reference.table import Trade
from monopoly_sim.reference.trace import detail_of, play_on, result_of, row_of
from monopoly_sim.reference.turns import exchange
from monopoly_sim.rules.board import set_of
from monopoly_sim.rules.ruleset import load_ruleset

from tests.monopoly_sim.positions import game_of
from tests.monopoly_sim.random_player import RandomPlayer


def test_a_row_is_the_result() -> None:
    game = Game(load_ruleset("football-de").rules(4), [RandomPlayer()] * 4, seed=1, deal=2)
    play_on(game)
    result, row = result_of(game), row_of(game, [3, 2, 1, 0])
    assert row["strategy"].tolist() == [3, 2, 1, 0, 0, 0, 0, 0]
    assert row["place"][:4].tolist() == list(result.places)
    assert row["score"][:4].tolist() == list(result.worth)
    assert row["win"].sum() == row["win"].max() == 60
    assert (row["rounds"], row["ending"]) == (result.rounds, result.ending)


def test_detail_tells_who_completed_a_group_first_and_what_deeds_cost() -> None:
    game = Game(load_ruleset("hasbro-classic").rules(4), [RandomPlayer()] * 4, seed=3, deal=1)
    play_on(game)
    detail = detail_of(game)
    bought = [event for event in game.events if getattr(event, "purpose", "") == "purchase"]
    auctions = [event for event in game.events if getattr(event, "purpose", "") == "auction"]
    first = {event.square: event for event in reversed([*bought, *auctions])}  # type: ignore[union-attr]
    assert len(first) > 20
    assert detail["buyer"].astype(bool).sum() == len(first)
    rents = [event.amount for event in game.events if getattr(event, "purpose", "") == "rent"]  # type: ignore[union-attr]
    assert detail["rent"].sum() == sum(rents)
    assert detail["visits"].sum() == len(rents)
    assert detail["proposals"] >= detail["trades"] > 0


def test_a_trade_completes_a_group() -> None:
    game = game_of(players=2)
    for square, seat in ((1, 1), (3, 2)):
        game.hand_over(square, seat)
    assert not detail_of(game)["group_seat"].any()
    exchange(game, 1, Trade(partner=2, given=set_of([1]), cards_given=0, cash=5))
    assert detail_of(game)["group_seat"][0] == 2
