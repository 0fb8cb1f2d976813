"""A player's turn: rolls, the jail, and the speed die."""

from __future__ import annotations

from strategy_lab.moves import IllegalMoveError, whole_number

from monopoly_sim.reference.actions import CARD, PAY, ROLL
from monopoly_sim.reference.debts import fine
from monopoly_sim.reference.decisions import one_of
from monopoly_sim.reference.dice import BUS, MR_MONOPOLY, Dice
from monopoly_sim.reference.events import Turn
from monopoly_sim.reference.game import Game
from monopoly_sim.reference.landing import act, offer, visit
from monopoly_sim.reference.movement import (
    FIRST_GO,
    IN_USE,
    advance,
    go_to,
    imprison,
    uses_speed_die,
)
from monopoly_sim.reference.table import BANK, FREE
from monopoly_sim.reference.windows import open_window
from monopoly_sim.rules.square_sets import has

MOST_DOUBLES = 3
"""The last of them leads to jail."""

OVER = -1
"""In place of the doubles so far: the turn is over."""


def play_turn(game: Game, seat: int) -> None:
    """Play a turn: as many rolls as doubles give."""
    table = game.table
    game.events.append(Turn(table.round, seat))
    if table.speed[seat] == FIRST_GO:
        table.speed[seat] = IN_USE
    doubles = 0
    while doubles != OVER:
        open_window(game, seat)
        if _is_stopped(game, seat):
            return
        doubles = _roll_in_jail(game, seat) if table.jail[seat] else _roll(game, seat, doubles)
        if _is_stopped(game, seat) or table.jail[seat]:
            return


def _is_stopped(game: Game, seat: int) -> bool:
    """Return whether a player cannot go on: bankrupt, or the last one."""
    return game.is_decided or seat not in game.table.seats


def _roll(game: Game, seat: int, doubles: int) -> int:
    """Roll and move; return how many doubles there have been if another roll follows."""
    dice = game.roll(seat, uses_speed_die(game.table, seat))
    first, second, third = dice
    if first == second == third < BUS:
        _jump(game, seat)
        return doubles if game.rules.triple_rolls_again else OVER
    if first == second and doubles == MOST_DOUBLES - 1:
        imprison(game, seat)
        return OVER
    _walk(game, seat, dice)
    return doubles + 1 if first == second else OVER


def _walk(game: Game, seat: int, dice: Dice) -> None:
    """Move by the dice, and act where that leads."""
    first, second, third = dice
    steps = first + second
    if third == BUS:
        choice = one_of(first, second, steps)
        steps = game.decisions.ask(seat, "bus", choice, first, second)
    elif third < BUS:
        steps += third
    advance(game, seat, steps)
    act(game, seat)
    if third >= MR_MONOPOLY and not _is_stopped(game, seat) and not game.table.jail[seat]:
        _go_on(game, seat)


def _go_on(game: Game, seat: int) -> None:
    """Go on to the next unowned deed; if there is none, to the next one that pays another rent."""
    table, board = game.table, game.rules.board
    ahead = [(table.position[seat] + steps) % board.size for steps in range(1, board.size)]
    for square in ahead:
        if has(table.deeds[BANK], square):
            advance(game, seat, (square - table.position[seat]) % board.size)
            offer(game, seat, square)
            return
    for square in ahead:
        if has(board.deeds & ~table.deeds[seat] & ~table.mortgaged, square):
            advance(game, seat, (square - table.position[seat]) % board.size)
            visit(game, seat, square)
            return


def _jump(game: Game, seat: int) -> None:
    """Let a player go to any square, and act there."""
    board = game.rules.board

    def check(answer: object) -> int:
        square = whole_number(answer)
        if not 0 <= square < board.size:
            raise IllegalMoveError(f"square {square}", f"squares are 0 to {board.size - 1}")
        return square

    go_to(game, seat, game.decisions.ask(seat, "jump", check))
    act(game, seat)


def _roll_in_jail(game: Game, seat: int) -> int:
    """Let a player in jail pay, play a card or try for doubles, and move; return as `_roll`."""
    table, rules = game.table, game.rules
    ways = [ROLL]
    ways += [PAY] if table.cash[seat] >= rules.jail_fee else []
    ways += [CARD] if table.jail_cards(seat) else []
    way = game.decisions.ask(seat, "jail", one_of(*ways))
    if way == ROLL:
        return _roll_for_freedom(game, seat)
    if way == PAY:
        fine(game, seat, rules.jail_fee, "jail")
    else:
        game.pass_jail_card(seat, BANK)
    game.set_jail(seat, FREE)
    return _roll(game, seat, doubles=0)


def _roll_for_freedom(game: Game, seat: int) -> int:
    """Try for doubles; after the last failure, pay and move by it; return as `_roll`."""
    table, rules = game.table, game.rules
    first, second, _ = game.roll(seat, speed_die=False)
    is_double = first == second
    if not is_double and table.jail[seat] < FREE + rules.jail_rolls:
        game.set_jail(seat, table.jail[seat] + 1)
        return OVER
    if not is_double:
        fine(game, seat, rules.jail_fee, "jail")
        if _is_stopped(game, seat):
            return OVER
    game.set_jail(seat, FREE)
    advance(game, seat, first + second)
    act(game, seat)
    return 1 if is_double and rules.jail_double_rolls_again else OVER
