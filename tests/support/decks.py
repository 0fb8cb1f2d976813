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
    """A game of one buying round and its sale, by the illustrated rules but for `changes`."""
    return dealt(replace(ILLUSTRATED, **changes))


def dealt(rules: Rules) -> Game:
    """A game in which both decks come up in ascending order and the highest cards are set aside."""
    played = rules.cards_dealt
    cards = tuple(range(1, len(rules.cheques) + 1))
    return Game(
        rules, Deal(rules.houses[:played], cards[:played], rules.houses[played:], cards[played:])
    )


def play(game: Game, *moves: int) -> Game:
    """Make the moves in turn and return the game."""
    for move in moves:
        game.step(move)
    return game
