"""What a view shows, as a state; and what it must not hold."""

from __future__ import annotations

import pytest
from forsale_sim.cards import count
from forsale_sim.engine.game import refund_of
from forsale_sim.reference.playing import game_view
from forsale_sim.reference.table import Game, set_of
from forsale_sim.search.sales import position, shown_state
from strategy_lab.compiled.random import mix
from strategy_lab.random_words import GameWords

from tests.play.positions import positions


def auction_size(game: Game) -> int:
    """How many houses the auction that a game is in began with."""
    assert game.auction is not None
    return count(game.auction.houses) + game.auction.taken


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("iello-en", 4), ("ravensburger-1997", 3), ("iello-en-variant[refunded=first]", 4)],
)
def test_a_state_is_the_game_without_its_secrets(ruleset: str, players: int) -> None:
    for game in positions(ruleset, players):
        words = GameWords(1, players, 1, 1).decision(game.to_act, 0)
        state = shown_state(game_view(game, words))[0]
        assert (state["round"], state["opener"]) == (game.round, game.opener)
        for name, by_seat in {
            "coins": game.coins,
            "hand": game.hands,
            "cheques": game.cheques,
        }.items():
            assert dict(enumerate(state[name][1 : players + 1], start=1)) == by_seat, name
        for name, by_house in {
            "buyer": game.buyers, "price": game.prices, "cheque": game.sold_for, "sale": game.sales,
        }.items():  # fmt: skip
            noted = dict(enumerate(state[name]))
            assert {house: noted.pop(house) for house in by_house} == by_house, name
            assert not any(noted.values())
        assert {house: state["auction"][house] for house in game.auctions} == game.auctions
        for number, moves in enumerate(game.past_auctions, start=1):
            for seat, last in enumerate(moves, start=1):
                noted = (state[f"past_{name}"][number, seat] for name in last._fields)
                assert tuple(noted) == last
        assert state["unseen_houses"] == state["deck_houses"] & ~game.seen_houses
        assert state["unseen_cheques"] == state["deck_cheques"] & ~game.seen_cheques
        auction, sale = game.auction, game.sale
        assert state["houses_on_offer"] == (auction.houses if auction else 0)
        assert state["cheques_on_offer"] == (sale.cheques if sale else 0)
        if auction:
            revealed = set_of(game.deal.houses[: count(game.seen_houses)][-auction_size(game) :])
            assert state["houses_revealed"] == revealed
            refund = refund_of(state, 200, count(auction.houses))
            assert refund == (game.rules.refund_of(200) if auction.is_refunded else 0)
        assert state["seats_in"] == set_of(auction.bidders if auction else ())
        assert not state["seed"] and not state["deal"]


def test_the_first_random_number_lies_at_hand() -> None:
    game = next(positions("iello-en", 4))
    words = GameWords(1, 4, 1, 1).decision(game.to_act, 0)
    record = position(game_view(game, words), word=77)[0]
    seat = game.to_act
    assert int(mix(record["decision_seed"][seat])) >> 32 == 77
