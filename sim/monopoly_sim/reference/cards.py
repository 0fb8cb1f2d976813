"""Cards: what each effect does to a game."""

from __future__ import annotations

from typing import NamedTuple

from monopoly_sim.reference.debts import fine, owe
from monopoly_sim.reference.events import Card
from monopoly_sim.reference.game import Game
from monopoly_sim.reference.movement import go_back, go_to, imprison
from monopoly_sim.reference.table import BANK
from monopoly_sim.rules.effects import Code, Effect
from monopoly_sim.rules.square_sets import has, members
from monopoly_sim.rules.squares import HOTEL


class Terms(NamedTuple):
    """How rent is due on the square that a card leads to."""

    railway: int = 1
    """Times the usual rent."""
    utility: int = 0
    """Times a new throw of the dice; 0: as usual."""


USUAL = Terms()


def draw(game: Game, seat: int, deck: int) -> Terms | None:
    """Draw a card and do what it says; return the terms of the square it led to, if it did."""
    order = game.table.decks[deck]
    place = order.pop(0)
    card = game.rules.decks[deck][place]
    game.events.append(Card(seat, deck, str(card)))
    if card.code == Code.JAIL_FREE:
        game.give_jail_card(deck, place, seat)
        return None
    order.append(place)
    terms = _move_by(game, seat, card)
    if terms is None:
        _pay_by(game, seat, card)
    return terms


def _move_by(game: Game, seat: int, card: Effect) -> Terms | None:
    board = game.rules.board
    match card.code:
        case Code.ADVANCE:
            go_to(game, seat, card.amount)
            return USUAL
        case Code.NEAREST_RAILWAY:
            go_to(game, seat, _nearest(game, seat, board.railways))
            return Terms(railway=card.amount)
        case Code.NEAREST_UTILITY:
            go_to(game, seat, _nearest(game, seat, board.utilities))
            return Terms(utility=card.amount)
        case Code.BACK:
            go_back(game, seat, card.amount)
            return USUAL
    return None


def _nearest(game: Game, seat: int, squares: int) -> int:
    """Return the next of some squares ahead of a token."""
    start, size = game.table.position[seat], game.rules.board.size
    return next(
        square for steps in range(1, size + 1) if has(squares, square := (start + steps) % size)
    )


def _pay_by(game: Game, seat: int, card: Effect) -> None:
    table = game.table
    match card.code:
        case Code.JAIL:
            imprison(game, seat)
        case Code.COLLECT:
            game.pay(BANK, seat, card.amount, "card")
        case Code.PAY:
            fine(game, seat, card.amount, "card")
        case Code.COLLECT_FROM_EACH:
            for other in table.others(seat):
                if {seat, other} <= set(table.seats):
                    owe(game, other, card.amount, seat, "card")
        case Code.PAY_EACH:
            for other in table.others(seat):
                if {seat, other} <= set(table.seats):
                    owe(game, seat, card.amount, other, "card")
        case Code.REPAIRS:
            levels = [table.level[square] for square in members(table.deeds[seat])]
            hotels = levels.count(HOTEL)
            houses = sum(levels) - HOTEL * hotels
            fine(game, seat, card.amount * houses + card.hotel * hotels, "repairs")
