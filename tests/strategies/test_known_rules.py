"""The rules that `champion` knows are those of built-in strategies, as they are."""

from __future__ import annotations

import pytest
from forsale_sim.cards import members
from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.table import game_view
from forsale_strategies.known_rules import (
    MEMBERS,
    POINTS,
    PURSES,
    RULES,
    SHARES,
    bid_by_rule,
    point_of_hand,
    sale_by_rule,
)
from forsale_strategies.quick import MIXTURES
from strategy_lab.plugins.entrants import read_mixture
from strategy_lab.random_words import GameWords

from tests.play.positions import positions

OTHERS = (
    "expert", "counter", "linear", "matcher", "miser", "highest-first", "lowest-first",
    *(f"spread:share={share}" for share in SHARES),
)  # fmt: skip
"""Whose rule has which number, from `MEMBERS` to `PURSES`."""


@pytest.mark.parametrize("players", [3, 5])
def test_every_rule_plays_as_its_strategy_does(players: int) -> None:
    members = read_mixture(MIXTURES / f"iello-en-{players}.toml").members
    specs = ["blueprint", *members[: MEMBERS - 1], *OTHERS]
    assert len(specs) == PURSES
    entrants = [load_entrant(spec) for spec in specs]
    answers = set()
    for game in positions("iello-en", players):
        words = GameWords(1, players, 1, 1).decision(game.to_act, 0)
        view = game_view(game, words)
        if game.phase == "selling":
            says = [sale_by_rule(view, number) for number in range(PURSES)]
            assert says == [entrant.decide("sell", view) for entrant in entrants]
        else:
            says = [bid_by_rule(view, number) for number in range(PURSES)]
            assert says == [entrant.decide("bid", view) for entrant in entrants]
        answers.add(tuple(says))
    assert len(set(zip(*answers, strict=True))) == PURSES  # no two are the same


def test_some_rules_bid_up_to_a_share_of_their_coins() -> None:
    for game in positions("iello-en", 4):
        if game.phase == "buying":
            view = game_view(game, GameWords(1, 4, 1, 1).decision(game.to_act, 0))
            for number in range(PURSES, POINTS):
                within = view.least_bid / view.coins <= SHARES[number - PURSES]
                assert bid_by_rule(view, number) == (view.least_bid if within else 0)


@pytest.mark.parametrize("players", [3, 6])
def test_the_last_rules_sell_at_a_point_of_the_hand_and_never_bid(players: int) -> None:
    places = {number: set[float]() for number in range(POINTS, RULES)}
    for game in positions("iello-en", players):
        view = game_view(game, GameWords(1, players, 1, 1).decision(game.to_act, 0))
        if game.phase == "buying":
            assert {bid_by_rule(view, number) for number in places} == {0}
            continue
        held = members(view.hand)
        for number, seen in places.items():
            place = held.index(sale_by_rule(view, number))
            point = point_of_hand(view, number)
            assert 0.0 <= point <= 1.0
            assert place <= point * len(held) <= place + 1
            seen.add(place / len(held))
    assert all(len(seen) > 1 for seen in places.values())  # a point may move, and hands shrink
