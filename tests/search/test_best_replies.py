"""A best reply is the sale that wins most often if all others sell what is expected."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from forsale_sim.cards import highest, lowest, members
from forsale_sim.engine.state import SEATS
from forsale_sim.play.compiled_playouts import state_of
from forsale_sim.reference.game import Game
from forsale_sim.search.best_replies import fill_best_replies
from numba import njit

from tests.play.positions import positions
from tests.search.test_mixed_sale import valued


@njit
def _filled(starts, sales):  # type: ignore[no-untyped-def]
    replies = np.zeros(SEATS, np.int64)
    fill_best_replies(starts[0], sales, replies)
    return replies


def best_replies(game: Game, rule: Callable[[int], int]) -> dict[int, int]:
    """By seat, the best reply to a rule that says which house of a hand is sold."""
    sales = np.zeros(SEATS, np.int64)
    for seat, hand in game.hands.items():
        sales[seat] = rule(hand) if hand else 0
    replies = _filled(state_of(game, seed=1), sales)
    return {seat: int(replies[seat]) for seat in game.hands}


@pytest.mark.parametrize("rule", [highest, lowest])
@pytest.mark.parametrize(("ruleset", "players"), [("iello-en", 4), ("ravensburger-1997", 3)])
def test_they_are_those_of_the_definition(
    ruleset: str, players: int, rule: Callable[[int], int]
) -> None:
    others = 0
    for game in positions(ruleset, players, deal=3):
        if game.phase != "selling":
            continue
        hands = {seat: members(hand) for seat, hand in game.hands.items() if hand}
        left = sum(map(len, hands.values())) - len(hands)
        for seat, reply in best_replies(game, rule).items():
            wins = {}
            for house in hands.get(seat, []):
                sold = [rule(game.hands[other]) for other in hands if other != seat]
                cards = sum(1 << (card - 1) for card in [house, *sold])
                state = state_of(game, seed=1)
                wins[house] = valued(state, cards, left, len(hands))[seat]
            assert wins.get(reply, 0.0) == max(wins.values(), default=0.0)
            others += reply != rule(game.hands[seat])
    assert others > 0
