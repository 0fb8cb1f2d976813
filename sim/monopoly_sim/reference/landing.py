"""What a square says to the player whose token has come to it."""

from __future__ import annotations

from monopoly_sim.reference.auctions import auction_deed, buy
from monopoly_sim.reference.cards import USUAL, Terms, draw
from monopoly_sim.reference.debts import fine, owe, raise_cash
from monopoly_sim.reference.dice import numbers
from monopoly_sim.reference.game import Game
from monopoly_sim.reference.movement import imprison, uses_speed_die
from monopoly_sim.reference.rents import pays_rent, rent_of
from monopoly_sim.reference.table import BANK, POT
from monopoly_sim.rules.squares import DEEDS, Kind


def act(game: Game, seat: int) -> None:
    """Do what the square of a player's token says, and what those say that cards lead to."""
    terms: Terms | None = USUAL
    while terms:
        square = game.table.position[seat]
        kind = game.rules.board.kinds[square]
        if kind in DEEDS:
            visit(game, seat, square, terms)
            return
        terms = None
        match kind:
            case Kind.DECK_A:
                terms = draw(game, seat, 0)
            case Kind.DECK_B:
                terms = draw(game, seat, 1)
            case Kind.TAX:
                fine(game, seat, _tax(game, seat, square), "tax", square)
            case Kind.PARKING:
                game.pay(POT, seat, game.table.pot, "jackpot", square)
            case Kind.GO_TO_JAIL:
                imprison(game, seat)


def _tax(game: Game, seat: int, square: int) -> int:
    rules = game.rules
    is_income_tax = rules.board.kinds.index(Kind.TAX) == square
    if rules.income_tax_percent and is_income_tax:
        share = game.table.net_worth(seat) * rules.income_tax_percent // 100
        return min(rules.board.taxes[square], share)
    return rules.board.taxes[square]


def visit(game: Game, seat: int, square: int, terms: Terms = USUAL) -> None:
    """Let a player on a deed buy it, or pay rent."""
    owner = game.table.owner[square]
    if owner == BANK:
        offer(game, seat, square)
    elif pays_rent(game.table, square, seat):
        owe(game, seat, _rent(game, seat, square, terms), owner, "rent", square)


def _rent(game: Game, seat: int, square: int, terms: Terms) -> int:
    table, dice = game.table, game.table.thrown
    is_utility = game.rules.board.kinds[square] == Kind.UTILITY
    if is_utility and (game.rules.utility_rolls_again or terms.utility):
        dice = numbers(game.throw(seat, uses_speed_die(table, seat)))
    if is_utility and terms.utility:
        return dice * terms.utility
    factor = terms.railway if game.rules.board.kinds[square] == Kind.RAILWAY else 1
    return rent_of(table, square, dice) * factor


def offer(game: Game, seat: int, square: int) -> None:
    """Let a player buy an unowned deed at its price, or have it auctioned."""
    table, price = game.table, game.rules.board.prices[square]
    affordable = table.cash[seat] + table.can_raise(seat) >= price
    if affordable and game.decisions.yes(seat, "buy", square):
        raise_cash(game, seat, price)
        buy(game, seat, square, price, "purchase")
    else:
        auction_deed(game, square, [*table.others(seat), seat])
