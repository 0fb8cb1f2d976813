"""What a view shows, as a state; and what it must not hold."""

from __future__ import annotations

import pytest
from forsale_sim.lookahead.positions import AT_HAND, position
from forsale_sim.playing.compiled import state_of
from forsale_sim.reference.looking import look
from forsale_sim.reference.words import GameWords

from tests.playing.positions import positions

OWN = {"seed", "seating", "words", "words_end", "deal"}
"""What a search has of its own."""


@pytest.mark.parametrize(("ruleset", "players"), [("iello-en", 4), ("ravensburger-1997", 3)])
def test_a_position_is_the_game_without_its_secrets(ruleset: str, players: int) -> None:
    for game in positions(ruleset, players):
        words = GameWords(1, players, 1, 1).decision(game.to_act, 0)
        found, known = position(look(game, words)), state_of(game, seed=5)
        for name in set(found.dtype.names or ()) - OWN:
            assert found[name].tobytes() == known[name].tobytes(), name


def test_the_first_random_number_lies_at_hand() -> None:
    game = next(positions("iello-en", 4))
    words = GameWords(1, 4, 1, 1).decision(game.to_act, 0)
    record = position(look(game, words), word=77)[0]
    seat = game.to_act
    assert record["words"][seat, 0] == 77
    assert record["words_end"][seat] == AT_HAND
