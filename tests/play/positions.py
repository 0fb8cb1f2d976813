"""Positions of games that no strategy would reach, for playouts to go on from."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.table import Game, deal_cards
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.plugins.entrants import Entrant

SPECS = ("coinflip", "expert", "counter", "random", "linear", "spread")
"""Some draw random numbers, some do not."""


def lineup(players: int) -> list[Entrant]:
    return [load_entrant(spec) for spec in SPECS[:players]]


def dealt(ruleset: str, players: int, deal: int = 1) -> Game:
    rules = load_ruleset(ruleset).rules(players)
    return Game(rules, deal_cards(rules, 11, deal))


def positions(ruleset: str, players: int, deal: int = 1) -> Iterator[Game]:
    game, chance = dealt(ruleset, players, deal), Random(deal)
    while game.to_act:
        yield game.copy()
        game.step(chance.choice(game.legal_moves()[:3]))
