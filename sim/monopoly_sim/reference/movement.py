"""Tokens: forward with the salary for GO, back, and to jail."""

from __future__ import annotations

from monopoly_sim.reference.game import Game
from monopoly_sim.reference.table import BANK, FREE, Table

FIRST_GO, IN_USE = 1, 2
"""`Table.speed` in the turn of the first GO, and after it."""


def advance(game: Game, seat: int, steps: int) -> None:
    """Move a token forward."""
    target = game.table.position[seat] + steps
    _arrive(game, seat, target % game.rules.board.size, target >= game.rules.board.size)


def go_to(game: Game, seat: int, square: int) -> None:
    """Move a token forward to a square; beyond GO if its number is lower."""
    _arrive(game, seat, square, square < game.table.position[seat])


def _arrive(game: Game, seat: int, square: int, passed_go: bool) -> None:
    game.put(seat, square)
    if not passed_go:
        return
    game.pay(BANK, seat, game.rules.salary if square else game.rules.landing_salary, "salary", 0)
    if not game.table.speed[seat]:
        game.table.speed[seat] = FIRST_GO


def go_back(game: Game, seat: int, steps: int) -> None:
    """Move a token back, without a salary."""
    game.put(seat, (game.table.position[seat] - steps) % game.rules.board.size)


def imprison(game: Game, seat: int) -> None:
    """Put a player in jail."""
    game.put(seat, game.rules.board.jail)
    game.set_jail(seat, FREE + 1)


def uses_speed_die(table: Table, seat: int) -> bool:
    """Return whether a player rolls the speed die now."""
    since = FIRST_GO if table.rules.speed_die_from == "next_roll" else IN_USE
    return table.rules.speed_die and table.speed[seat] >= since
