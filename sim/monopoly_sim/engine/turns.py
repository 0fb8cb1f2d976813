"""A player's turn, as in `monopoly_sim.reference.turns`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.asking import ask, ask_about, require
from monopoly_sim.engine.chance import roll
from monopoly_sim.engine.debts import fine
from monopoly_sim.engine.landing import act, offer, visit
from monopoly_sim.engine.movement import (
    advance,
    go_to,
    imprison,
    uses_speed_die,
)
from monopoly_sim.engine.moves import is_alive, is_decided, jail_cards, pass_jail_card
from monopoly_sim.engine.state import BUS as BUS_DECISION
from monopoly_sim.engine.state import JAIL, JUMP
from monopoly_sim.engine.windows import open_window
from monopoly_sim.reference.actions import CARD, PAY, ROLL
from monopoly_sim.reference.dice import BUS, MR_MONOPOLY
from monopoly_sim.reference.movement import FIRST_GO, IN_USE
from monopoly_sim.reference.table import BANK, FREE
from monopoly_sim.reference.turns import MOST_DOUBLES, OVER


@step
def play_turn(state, seat):
    """Play a turn: as many rolls as doubles give."""
    if state.speed[seat] == FIRST_GO:
        state.speed[seat] = IN_USE
    doubles = 0
    while doubles != OVER:
        open_window(state, seat)
        if is_stopped(state, seat):
            return
        if state.jail[seat] != FREE:
            doubles = roll_in_jail(state, seat)
        else:
            doubles = roll_free(state, seat, doubles)
        if is_stopped(state, seat) or state.jail[seat] != FREE:
            return


@inlined
def is_stopped(state, seat):
    """Return whether a player cannot go on: bankrupt, or the last one."""
    return is_decided(state) or not is_alive(state, seat)


@step
def roll_free(state, seat, doubles):
    """Roll and move; return how many doubles there have been if another roll follows."""
    first, second, third = roll(state, seat, uses_speed_die(state, seat))
    if first == second and first == third and third < BUS:
        square = ask(state, seat, JUMP)
        require(0 <= square < state.rules.size)
        go_to(state, seat, square)
        act(state, seat)
        return doubles if state.rules.triple_rolls_again != 0 else OVER
    if first == second and doubles == MOST_DOUBLES - 1:
        imprison(state, seat)
        return OVER
    walk(state, seat, first, second, third)
    return doubles + 1 if first == second else OVER


@step
def walk(state, seat, first, second, third):
    """Move by the dice, and act where that leads."""
    steps = first + second
    if third == BUS:
        steps = ask_about(state, seat, BUS_DECISION, first, second)
        require(steps in (first, second, first + second))
    elif third < BUS:
        steps += third
    advance(state, seat, steps)
    act(state, seat)
    if third >= MR_MONOPOLY and not is_stopped(state, seat) and state.jail[seat] == FREE:
        go_on(state, seat)


@step
def go_on(state, seat):
    """Go on to the next unowned deed; if there is none, to the next one that pays another rent."""
    steps = ahead(state, seat, state.deeds[BANK])
    if steps != 0:
        advance(state, seat, steps)
        offer(state, seat, state.position[seat])
        return
    steps = ahead(state, seat, state.rules.deeds & ~state.deeds[seat] & ~state.mortgaged)
    if steps != 0:
        advance(state, seat, steps)
        visit(state, seat, state.position[seat], 1, 0)


@step
def ahead(state, seat, squares):
    """Return how far it is to the next of some squares other than a token's own; 0 for none."""
    square = state.position[seat]
    for steps in range(1, state.rules.size):
        square += 1
        if square == state.rules.size:
            square = 0
        if squares >> square & 1 != 0:
            return steps
    return 0


@step
def roll_in_jail(state, seat):
    """Let a player in jail pay, play a card or try for doubles; return as `roll_free`."""
    way = ask(state, seat, JAIL)
    if way == ROLL:
        return roll_for_freedom(state, seat)
    if way == PAY:
        require(state.cash[seat] >= state.rules.jail_fee)
        fine(state, seat, state.rules.jail_fee)
    else:
        require(way == CARD and jail_cards(state, seat) > 0)
        pass_jail_card(state, seat, BANK)
    state.jail[seat] = FREE
    return roll_free(state, seat, 0)


@step
def roll_for_freedom(state, seat):
    """Try for doubles; after the last failure, pay and move by it; return as `roll_free`."""
    first, second, _ = roll(state, seat, False)
    if first != second:
        if state.jail[seat] < FREE + state.rules.jail_rolls:
            state.jail[seat] += 1
            return OVER
        fine(state, seat, state.rules.jail_fee)
        if is_stopped(state, seat):
            return OVER
    state.jail[seat] = FREE
    advance(state, seat, first + second)
    act(state, seat)
    return 1 if first == second and state.rules.jail_double_rolls_again != 0 else OVER
