"""Rules and deals written out, for games whose cards a test chooses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from forsale_sim.reference.table import Deal, Game
from forsale_sim.rules.ruleset import Rules

ILLUSTRATED = Rules(
    ruleset="illustrated",
    players=3,
    houses=(8, 20, 28),
    cheques=(0, 12, 13),
    coins=(28, 28, 28),
    removed=0,
    houses_per_round=3,
    raise_="strict",
    refund="down",
)
"""One round of three players, with the cards of the rulebooks' illustrations."""


def one_round(**changes: Any) -> Game:
    return dealt(replace(ILLUSTRATED, **changes))


def dealt(rules: Rules) -> Game:
    played = rules.cards_dealt
    cards = tuple(range(1, len(rules.cheques) + 1))
    return Game(
        rules, Deal(rules.houses[:played], cards[:played], rules.houses[played:], cards[played:])
    )


def play(game: Game, *moves: int) -> Game:
    for move in moves:
        game.step(move)
    return game
