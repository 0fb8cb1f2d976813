"""Every number of an observation is what its place in the table says."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.cards import count, has
from forsale_sim.reference.table import Game, deal_cards, game_view
from forsale_sim.rl.observation import (
    ALL_FIELDS,
    FIELDS,
    PLACES,
    SIZE,
    SIZE_WITH_HISTORY,
    action_mask,
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
        "pass_refund": view.pass_refund + view.pass_gift,
        "cheques_on_offer": count(view.cheques_on_offer),
    }
    return [single[name] if name in single else getattr(view, name)]


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("iello-en", 3), ("gryphon-2009", 4), ("iello-fr-variant[pass_gift=2,hidden_houses=1]", 6)],
)
def test_every_field_says_what_it_should(ruleset: str, players: int) -> None:
    for _, view in views(ruleset, players, 1):
        seen = observe(view, history=True)
        assert np.array_equal(observe(view), seen[:SIZE])
        for name, place in PLACES.items():
            assert seen[place].tolist() == expected(view, name), name


def test_no_action_bids_more_than_players_start_with() -> None:
    richest = 0
    for game, view in views("iello-en[pass_gift=9,coins=4]", 3, 1):
        richest = max(richest, view.coins)
        bids = np.flatnonzero(action_mask(view)[1 + 60 :]) + 1
        if game.auction:
            assert bids.tolist() == [*range(view.least_bid, min(view.coins, 4) + 1)]
    assert richest > 4


def test_fields_follow_each_other_without_a_gap() -> None:
    end = 0
    for field, place in zip(ALL_FIELDS, PLACES.values(), strict=True):
        assert (place.start, place.stop - place.start) == (end, len(field.entries))
        end = place.stop
    assert end == SIZE_WITH_HISTORY == len(meanings()) == len(set(meanings()))
    assert PLACES[FIELDS[-1].name].stop == SIZE
