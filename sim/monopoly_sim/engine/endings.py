"""How a game goes on or ends after a turn, as in `monopoly_sim.reference.play`."""

from __future__ import annotations

from strategy_lab.compiled.caching import step

from monopoly_sim.engine.moves import is_alive, is_decided
from monopoly_sim.engine.rents import largest_bill
from monopoly_sim.engine.sets import first
from monopoly_sim.engine.setup import forget_refusals
from monopoly_sim.reference.game import Ending
from monopoly_sim.reference.table import BANK
from monopoly_sim.rules.square_sets import members

BANKRUPTCY, ROUNDS, STALEMATE = (
    int(ending) for ending in (Ending.BANKRUPTCY, Ending.ROUNDS, Ending.STALEMATE)
)


@step
def pass_dice(state):
    """Let the next player have the turn, or end the game."""
    later = state.alive & -1 << state.turn + 1
    if is_decided(state):
        state.ending = BANKRUPTCY
    elif later != 0:
        state.turn = first(later)
    elif state.round == state.rules.max_rounds:
        state.ending = ROUNDS
    elif is_stalemate(state):
        state.ending = STALEMATE
    else:
        state.round += 1
        state.turn = first(state.alive)
        forget_refusals(state)


@step
def is_stalemate(state):
    """Return whether a game can no longer move: see the rule `quiet_rounds`."""
    quiet = state.rules.quiet_rounds
    if quiet == 0 or state.round - state.quiet_since < quiet:
        return False
    for number in range(state.rules.number_of_groups):
        if not is_divided(state, state.rules.groups[number]):
            return False
    enough = 2 * largest_bill(state)
    for seat in range(1, state.players + 1):
        if is_alive(state, seat) and state.cash[seat] <= enough:
            return False
    return True


@step
def is_divided(state, group):
    """Return whether two or more players own a group's streets."""
    owners = 0
    for square in members(group & ~state.deeds[BANK]):
        owners |= 1 << state.owner[square]
    return owners & (owners - 1) != 0
