"""Tokens, as in `monopoly_sim.reference.movement`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.moves import pay
from monopoly_sim.engine.state import CHOICES
from monopoly_sim.reference.movement import FIRST_GO, IN_USE
from monopoly_sim.reference.table import BANK, FREE

NEXT_ROLL = CHOICES["speed_die_from"].index("next_roll")


@inlined
def advance(state, seat, steps):
    """Move a token forward."""
    target, size = state.position[seat] + steps, state.rules.size
    arrive(state, seat, target % size, target >= size)


@inlined
def go_to(state, seat, square):
    """Move a token forward to a square; beyond GO if its number is lower."""
    arrive(state, seat, square, square < state.position[seat])


@step
def arrive(state, seat, square, passed_go):
    """Put a token on a square that it has come to forward, and pay the salary."""
    state.position[seat] = square
    if passed_go:
        rules = state.rules
        pay(state, BANK, seat, rules.salary if square != 0 else rules.landing_salary)
        if state.speed[seat] == 0:
            state.speed[seat] = FIRST_GO


@inlined
def go_back(state, seat, steps):
    """Move a token back, without a salary."""
    state.position[seat] = (state.position[seat] - steps) % state.rules.size


@inlined
def imprison(state, seat):
    """Put a player in jail."""
    state.position[seat] = state.rules.jail
    state.jail[seat] = FREE + 1


@inlined
def uses_speed_die(state, seat):
    """Return whether a player rolls the speed die now."""
    since = FIRST_GO if state.rules.speed_die_from == NEXT_ROLL else IN_USE
    return state.rules.speed_die != 0 and state.speed[seat] >= since
