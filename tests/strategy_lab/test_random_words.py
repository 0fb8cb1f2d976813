"""Random words, and numbers drawn from them."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from forsale_sim.rules.ruleset import MAX_PLAYERS
from numpy.random import Philox
from strategy_lab.random_words import (
    DEAL,
    GAMES,
    GameWords,
    Source,
    draw_below,
    purpose_word,
    splitmix,
)

SEEDS = [0, 1, 1997, 2**63, 2**64 - 1]


def philox(seed: int, purpose: int, deal: int, words: int) -> list[int]:
    key, counter = np.array([seed, 0], np.uint64), np.array([0, purpose, deal, 0], np.uint64)
    return Philox(key=key, counter=counter).random_raw(words).tolist()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("deal", [1, 2**32, 2**64 - 1])
def test_a_stream_is_that_of_philox(seed: int, deal: int) -> None:
    purpose = purpose_word(DEAL, 4)
    stream = Source(seed).stream(purpose, deal)
    assert list(islice(stream, 11)) == philox(seed, purpose, deal, 11)


@pytest.mark.parametrize("decision", [0, 1, 7, 8, 9, 61])
def test_the_words_of_a_decision(decision: int) -> None:
    seed, players, deal, seating, seat = 7, 5, 123, 2, 3
    words = GameWords(seed, players, deal, seating).decision(seat, decision)
    [deal_key] = philox(seed, purpose_word(GAMES, players), deal, 1)
    key = splitmix(splitmix(deal_key, seating), 8 * (decision + 1) + seat)
    further = [splitmix(key, draw) for draw in range(1, 10)]
    assert [words.next_word() for _ in range(10)] == [word >> 32 for word in (key, *further)]


def test_no_two_decisions_of_a_game_share_a_word() -> None:
    game = GameWords(7, MAX_PLAYERS, 123, 2)
    decisions = [game.decision(seat, n) for seat in range(1, MAX_PLAYERS + 1) for n in range(20)]
    words = [each.next_word() for each in decisions] + [
        game.decision(seat, 0).game_word() for seat in range(1, MAX_PLAYERS + 1)
    ]
    assert len(set(words)) == len(words)


def test_a_seat_has_a_word_for_the_whole_game() -> None:
    seed, players, deal, seating, seat = 7, 5, 123, 2, 3
    [deal_key] = philox(seed, purpose_word(GAMES, players), deal, 1)
    expected = splitmix(splitmix(deal_key, seating), seat) >> 32
    game = GameWords(seed, players, deal, seating)
    words = [game.decision(seat, decision) for decision in (0, 1, 8)]
    drawn = words[1].next_word(), words[1].next_word()
    assert [decision.game_word() for decision in words] == [expected] * 3
    again = game.decision(seat, 1)
    assert drawn == (again.next_word(), again.next_word())
    assert game.decision(seat + 1, 0).game_word() != expected


def test_a_word_that_would_favour_low_numbers_is_rejected() -> None:
    # 2**64 = 3 * k + 1: one word in 2**64 must go, the one whose product ends in 0.
    words = iter([0, 2**63])
    assert draw_below(3, words.__next__) == 1
    assert list(words) == []
