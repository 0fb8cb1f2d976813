"""Every number of an observation is what its place in the table says."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.cards import count, has
from forsale_sim.reference.playing import game_view
from forsale_sim.reference.table import Game, deal_cards
from forsale_sim.rl.observation import (
    ALL_FIELDS,
    FIELDS,
    HIGH,
    HIGH_WITH_HISTORY,
    PLACES,
    SIZE,
    SIZE_WITH_HISTORY,
    meanings,
    observe,
)
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.view import View
from strategy_lab.random_words import GameWords

WORDS = GameWords(1, 4, 1, 1).decision(1, 0)


def views(ruleset: str, players: int, deal: int) -> list[tuple[Game, View]]:
    rules = load_ruleset(ruleset).rules(players)
    game = Game(rules, deal_cards(rules, 3, deal))
    found = []
    turn = 0
    while True:
        found += [(game.copy(), game_view(game, WORDS, seat)) for seat in game.coins]
        if not game.to_act:
            return found
        moves = game.legal_moves()
        turn += 1
        game.step(moves[turn % min(3, len(moves))])


def expected(view: View, name: str) -> list[float]:
    """What a field should say, read off the view in another way: seat by seat, card by card."""
    seats = [(view.seat - 1 + n) % view.players + 1 for n in range(view.players)]
    by_player = {
        "coins": view.coins_of,
        "bids": view.bid_of,
        "in_auction": view.in_auction,
        "cheques": view.cheques_of,
    }
    if name in by_player:
        return [by_player[name](seat) for seat in seats] + [0] * (6 - len(seats))
    by_card = {
        "houses_on_offer": lambda card: has(view.houses_on_offer, card),
        "unseen_houses": lambda card: has(view.unseen_houses, card),
        "unseen_cheques": lambda card: has(view.unseen_cheques, card),
        "auction_of": view.auction_of,
    }
    if name in by_card:
        return [by_card[name](card) for card in range(1, 61)]
    if name == "hands":
        return [
            n < len(seats) and has(view.hand_of(seats[n]), house)
            for n in range(6)
            for house in range(1, 61)
        ]
    if name == "past_bids":
        over = view.auctions if view.bidders == 0 else view.auctions - 1
        return [
            view.bid_in(auction, seats[n]) if n < len(seats) and auction <= over else 0
            for n in range(6)
            for auction in range(1, 61)
        ]
    if name == "cheque_values":
        values = [
            view.cheque_value(card) for card in range(1, 61) if has(view.cheques_on_offer, card)
        ]
        return values + [0] * (6 - len(values))
    single = {
        "buying": any(map(view.in_auction, seats)),
        "selling": count(view.cheques_on_offer) > 0,
        "refund_of_3": view.refund(3),
        "cheques_on_offer": count(view.cheques_on_offer),
    }
    return [single[name] if name in single else getattr(view, name)]


@pytest.mark.parametrize(
    ("ruleset", "players"), [("iello-en", 3), ("gryphon-2009", 4), ("iello-fr-variant", 6)]
)
def test_every_field_says_what_it_should(ruleset: str, players: int) -> None:
    for _, view in views(ruleset, players, 1):
        seen = observe(view, history=True)
        assert np.array_equal(observe(view), seen[:SIZE])
        for name, place in PLACES.items():
            assert seen[place].tolist() == expected(view, name), name


def test_what_is_observed_lies_within_its_bounds() -> None:
    for _, view in views("iello-en", 6, 2):
        assert observe(view).shape == HIGH.shape == (SIZE,)
        seen = observe(view, history=True)
        assert seen.shape == HIGH_WITH_HISTORY.shape == (SIZE_WITH_HISTORY,)
        assert seen.dtype == np.float32
        assert (seen >= 0).all()
        assert (seen <= HIGH_WITH_HISTORY).all()
        assert np.array_equal(HIGH, HIGH_WITH_HISTORY[:SIZE])


def test_every_field_changes_in_some_game() -> None:
    seen = np.array(
        [
            observe(view, history=True)
            for ruleset, players in (("iello-en", 3), ("iello-fr", 4), ("iello-en-variant", 5))
            for _, view in views(ruleset, players, 1)
        ]
    )
    still = [name for name, place in PLACES.items() if not np.ptp(seen[:, place], axis=0).any()]
    assert still == []


def test_fields_follow_each_other_without_a_gap() -> None:
    end = 0
    for field, place in zip(ALL_FIELDS, PLACES.values(), strict=True):
        assert (place.start, place.stop - place.start) == (end, len(field.entries))
        end = place.stop
    assert end == SIZE_WITH_HISTORY == len(meanings()) == len(set(meanings()))
    assert PLACES[FIELDS[-1].name].stop == SIZE


def test_nobody_sees_what_is_face_down() -> None:
    chosen = 0
    for game, view in views("iello-en", 4, 1):
        if game.sale and game.sale.face_down:
            chosen += 1
            twin = game.copy()
            assert twin.sale is not None
            twin.sale.face_down.clear()
            other = game_view(twin, WORDS, view.seat)
            assert np.array_equal(observe(view, history=True), observe(other, history=True))
    assert chosen > 10


def test_nothing_observed_depends_on_the_order_of_the_deck() -> None:
    for game, view in views("iello-en", 3, 4):
        dealt = count(game.seen_houses)
        deal = game.deal
        twin = game.copy()
        twin.deal = type(deal)(
            deal.houses[:dealt] + deal.houses[: dealt - 1 : -1],
            deal.cheques[: count(game.seen_cheques)],
        )
        assert np.array_equal(observe(view), observe(game_view(twin, WORDS, view.seat)))
