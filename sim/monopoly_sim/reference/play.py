"""A game from its first turn to its end, and its result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from monopoly_sim.reference.decisions import Player
from monopoly_sim.reference.game import Ending, Game
from monopoly_sim.reference.rents import largest_bill
from monopoly_sim.reference.table import BANK, NO_TRADE, Table
from monopoly_sim.reference.turns import play_turn
from monopoly_sim.rules.parameters import Rules
from monopoly_sim.rules.square_sets import members


def play_game(
    rules: Rules, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
) -> Game:
    """Play a game to its end."""
    game = Game(rules, lineup, seed, deal, seating)
    play_on(game)
    return game


def play_on(game: Game) -> None:
    """Play a game to its end, in place; after an error it is as it was before the mistake."""
    while not game.table.ending:
        play_turn(game, game.table.turn)
        pass_dice(game)


def pass_dice(game: Game) -> None:
    """Let the next player have the turn, or end the game."""
    table = game.table
    if game.is_decided:
        table.ending = Ending.BANKRUPTCY
        return
    later = [seat for seat in table.seats if seat > table.turn]
    if later:
        table.turn = later[0]
    elif table.round == game.rules.max_rounds:
        table.ending = Ending.ROUNDS
    elif is_stalemate(table):
        table.ending = Ending.STALEMATE
    else:
        table.round += 1
        table.turn = table.seats[0]
        table.refused = [NO_TRADE] * len(table.refused)


def is_stalemate(table: Table) -> bool:
    """Return whether a game can no longer move: see the rule `quiet_rounds`."""
    quiet = table.rules.quiet_rounds
    if not quiet or table.round - table.quiet_since < quiet:
        return False
    for group in table.rules.board.groups:
        if len({table.owner[square] for square in members(group)} - {BANK}) < 2:
            return False
    return min(table.cash[seat] for seat in table.seats) > 2 * largest_bill(table)


class Result(NamedTuple):
    """The end of a game; tuples are by seat, seat 1 first."""

    places: tuple[int, ...]
    """1 for the winner; those who are equal share a place."""
    worth: tuple[int, ...]
    """Cash, deeds (half the price if mortgaged) and buildings at what they cost."""
    ending: Ending
    rounds: int


def result_of(game: Game) -> Result:
    """Return the result of a game that is over: by worth, then by who was bankrupt last."""
    table = game.table
    worth = tuple(table.net_worth(seat) for seat in range(1, game.rules.players + 1))
    rank = {seat: (0, order) for order, seat in enumerate(table.out)}
    rank |= {seat: (1, worth[seat - 1]) for seat in table.seats}
    places = tuple(
        1 + sum(other > rank[seat] for other in rank.values())
        for seat in range(1, game.rules.players + 1)
    )
    return Result(places, worth, Ending(table.ending), table.round)
