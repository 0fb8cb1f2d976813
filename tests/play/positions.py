"""Positions of games that no strategy would reach."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.table import Game, deal_cards, game_view
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search.sales import shown_state
from numpy.typing import NDArray
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.random_words import GameWords

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


def state_of(game: Game, seed: int) -> NDArray[Any]:
    """Return what everyone at the table knows, for the compiled engine."""
    words = GameWords(seed, game.rules.players, 0, 1).decision(game.to_act, 0)
    state = shown_state(game_view(game, words))
    state[0]["seed"] = seed
    state[0]["seating"] = 1
    return state
