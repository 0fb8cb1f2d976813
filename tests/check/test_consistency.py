from __future__ import annotations

import random

from forsale_sim.check.trials import with_other_cards
from forsale_sim.reference.table import Game, deal_cards, game_view
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.random_words import GameWords

RULES = load_ruleset("iello-en").rules(4)


def halfway(moves: int) -> Game:
    """A game some random moves from its beginning."""
    dice = random.Random(5)
    game = Game(RULES, deal_cards(RULES, 3, 1))
    for _ in range(moves):
        game.step(dice.choice(game.legal_moves()[:4]))
    return game


def test_other_cards_look_the_same_and_are_others() -> None:
    dice = random.Random(1)
    for moves in (0, 7, 20, 60, 62, 63):
        game = halfway(moves)
        twin = with_other_cards(game, dice)
        words = GameWords(3, 4, 1, 1).decision(1, 0)
        assert game_view(game, words)._snapshot == game_view(twin, words)._snapshot
        for deck in ("houses", "cheques"):
            before, after = ([*getattr(g.deal, deck)] for g in (game, twin))
            undealt = [getattr(g.deal, f"undealt_{deck}") for g in (game, twin)]
            assert sorted([*before, *undealt[0]]) == sorted([*after, *undealt[1]])
        assert twin.deal.cheques != game.deal.cheques
        while twin.to_act:
            twin.step(twin.legal_moves()[0])


def test_other_choices_lie_face_down() -> None:
    game = halfway(63)
    while not game.sale or len(game.sale.face_down) < 2:
        game.step(game.legal_moves()[-1])
    face_down = dict(game.sale.face_down)
    twins = [with_other_cards(game, random.Random(seed)) for seed in range(9)]
    choices = [twin.sale.face_down for twin in twins if twin.sale]
    assert all(choice.keys() == face_down.keys() for choice in choices)
    assert any(choice != face_down for choice in choices)
    assert game.sale.face_down == face_down
