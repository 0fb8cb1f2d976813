"""The rules that `champion` knows are those of built-in strategies, as they are."""

from __future__ import annotations

import pytest
from forsale_sim.plugins.entrant import load_entrant
from forsale_sim.reference.game_view import game_view
from forsale_sim.reference.random_words import GameWords
from forsale_strategies.selling_rules import RULES, sale_by_rule

from tests.play.positions import positions

NAMES = (
    "blueprint", "expert", "counter", "matcher", "linear", "spread", "miser",
    "highest-first", "lowest-first",
)  # fmt: skip
"""Whose rule has which number."""


@pytest.mark.parametrize("players", [3, 5])
def test_every_rule_sells_as_its_strategy_does(players: int) -> None:
    assert len(NAMES) == RULES
    entrants = [load_entrant(name) for name in NAMES]
    answers = set()
    for game in positions("iello-en", players):
        if game.phase == "selling":
            words = GameWords(1, players, 1, 1).decision(game.to_act, 0)
            view = game_view(game, words)
            says = [sale_by_rule(view, number) for number in range(RULES)]
            assert says == [entrant.sell(view) for entrant in entrants]
            answers.add(tuple(says))
    assert len(set(zip(*answers, strict=True))) == RULES  # no two are the same
