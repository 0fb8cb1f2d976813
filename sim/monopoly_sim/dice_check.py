"""The engine's dice, moves and cards against the exact chain of squares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monopoly_sim.chain import Policy, chain_of
from monopoly_sim.reference.events import Game, Jail, Move, Roll
from monopoly_sim.reference.turns import play_turn
from monopoly_sim.reference.view import PAY, ROLL, View
from monopoly_sim.rules.ruleset import Rules, Ruleset

ROLLS_PER_WALK = 1000
"""A walk starts from GO, with decks of its own; its first rolls, near GO, do not count."""
FIRST_ROLLS = 100


@dataclass(frozen=True)
class Comparison:
    """How often walks were at each place, beside the exact shares; the last place is the jail."""

    names: tuple[str, ...]
    exact: NDArray[np.float64]
    shares: NDArray[np.float64]
    # Standard errors of the shares; walks are independent, the rolls of one are not.
    errors: NDArray[np.float64]
    rolls: int
    rolls_per_turn: float
    exact_rolls_per_turn: float

    @property
    def z(self) -> NDArray[np.float64]:
        """How many standard errors each share is from the exact one; 0 where nobody ever is."""
        reached = self.errors > 0
        gaps = self.shares - self.exact
        return np.divide(gaps, self.errors, out=np.zeros_like(gaps), where=reached)


class Walker:
    def __init__(self, policy: Policy) -> None:
        self.name = policy
        self._answer = PAY if policy == "leave" else ROLL

    def jail(self, view: View) -> int:
        return self._answer

    @staticmethod
    def buy(view: View, square: int) -> bool:
        return False


def walking_rules(ruleset: Ruleset) -> Rules:
    kept = {
        key: [str(card).replace("jail free", "collect 0") for card in deck]
        for key, deck in (("deck_a", ruleset.deck_a), ("deck_b", ruleset.deck_b))
    }
    changes = {"auction": "none", "windows": "own_turn", "speed_die": False, "start_cash": 10**6}
    return ruleset.extended({"name": ruleset.name, **changes, **kept}, "walks").rules(2)


def compare_with_chain(ruleset: Ruleset, policy: Policy, seed: int, rolls: int) -> Comparison:
    rules = walking_rules(ruleset)
    exact = chain_of(rules, policy)
    walks = max(2, -(-rolls // ROLLS_PER_WALK))
    counts = np.zeros((walks, rules.board.size + 1))
    turns = 0
    for walk in range(walks):
        places, taken = _walk(rules, policy, seed, walk + 1)
        turns += taken
        counts[walk] = np.bincount(places, minlength=rules.board.size + 1)
    played = counts.sum(axis=1, keepdims=True)
    return Comparison(
        names=(*rules.board.names, "in jail"),
        exact=exact.shares,
        shares=counts.sum(axis=0) / played.sum(),
        errors=(counts / played).std(axis=0, ddof=1) / np.sqrt(walks),
        rolls=int(played.sum()),
        rolls_per_turn=float(played.sum() / turns),
        exact_rolls_per_turn=exact.rolls_per_turn,
    )


def _walk(rules: Rules, policy: Policy, seed: int, deal: int) -> tuple[list[int], int]:
    game = Game(rules, [Walker(policy)] * 2, seed, deal)
    places: list[int] = []
    turns = 0
    while game.table.rolls[1] < FIRST_ROLLS:
        play_turn(game, 1)
    while len(places) < ROLLS_PER_WALK:
        places += _places_of_turn(game)
        turns += 1
    return places, turns


def _places_of_turn(game: Game) -> list[int]:
    in_jail, table = game.rules.board.size, game.table
    place = in_jail if table.jail[1] else table.position[1]
    places = []
    game.events.clear()
    play_turn(game, 1)
    for event in game.events:
        match event:
            case Roll():
                places.append(place)
            case Move(square=square):
                place = places[-1] = square
            case Jail(free=False):
                place = places[-1] = in_jail
    return places
