"""The rules that `champion` knows are those of built-in strategies, as they are."""

from __future__ import annotations

import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.table import game_view
from forsale_strategies import known_rules
from forsale_strategies.quick import MIXTURES
from strategy_lab.plugins.entrants import read_mixture
from strategy_lab.random_words import GameWords

from tests.play.positions import positions

OTHERS = (
    "expert", "linear", "matcher", "miser", "highest-first", "lowest-first",
    *(f"spread:share={share}" for share in known_rules.SHARES),
)  # fmt: skip
"""Whose rule has which number, from `EXPERT` to `PURSES`."""


@pytest.mark.parametrize("players", [3, 5])
def test_every_rule_plays_as_its_strategy_does(players: int) -> None:
    members = read_mixture(MIXTURES / f"iello-en-{players}.toml").members
    specs = ["blueprint", "counter", *members[: known_rules.EXPERT - 2], *OTHERS]
    assert len(specs) == known_rules.PURSES
    entrants = [load_entrant(spec) for spec in specs]
    answers = set()
    for game in positions("iello-en", players):
        words = GameWords(1, players, 1, 1).decision(game.to_act, 0)
        view = game_view(game, words)
        if game.phase == "selling":
            says = [known_rules.sale_by_rule(view, number) for number in range(known_rules.PURSES)]
            assert says == [entrant.decide("sell", view) for entrant in entrants]
        else:
            says = [known_rules.bid_by_rule(view, number) for number in range(known_rules.PURSES)]
            assert says == [entrant.decide("bid", view) for entrant in entrants]
        answers.add(tuple(says))
    assert len(set(zip(*answers, strict=True))) == known_rules.PURSES  # no two are the same


def test_some_rules_bid_up_to_a_share_of_their_coins() -> None:
    for game in positions("iello-en", 4):
        if game.phase == "buying":
            view = game_view(game, GameWords(1, 4, 1, 1).decision(game.to_act, 0))
            for number in range(known_rules.PURSES, known_rules.RULES):
                within = (
                    view.least_bid / view.coins <= known_rules.SHARES[number - known_rules.PURSES]
                )
                assert known_rules.bid_by_rule(view, number) == (view.least_bid if within else 0)
