"""The decisions of a game are counted."""

from __future__ import annotations

from forsale_sim.engine.state import new_state
from forsale_sim.rules.loading import load_ruleset
from numba import njit
from strategy_lab.compiled.random import U64, begin_decision, key_deal, key_game

from benchmarks.decisions import decisions_made


@njit
def _decide(states, seats):  # type: ignore[no-untyped-def]
    key_deal(states[0])
    key_game(states[0])
    for seat in seats:
        begin_decision(states[0], U64(seat))


def test_decisions_of_all_seats_are_counted() -> None:
    states = new_state(load_ruleset("iello-en").rules(4), seed=1)
    for seats in ((1, 1, 3, 4, 2, 4), (4,)):
        _decide(states, seats)
        assert decisions_made(states[0]) == len(seats)
