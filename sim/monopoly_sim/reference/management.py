"""Building, selling, mortgaging and redeeming, as a player asks for it."""

from __future__ import annotations

from collections.abc import Callable

from strategy_lab.moves import IllegalMoveError, whole_number

from monopoly_sim.reference import building
from monopoly_sim.reference.actions import DONE, HOTEL_LOT, HOUSE, SQUARES, Manage
from monopoly_sim.reference.auctions import best_of, limits_of
from monopoly_sim.reference.building import why_not_build, why_not_sell
from monopoly_sim.reference.deeds import redemption, why_not_mortgage, why_not_redeem
from monopoly_sim.reference.game import Game
from monopoly_sim.reference.table import BANK, Table

MOST_ACTIONS = 64
"""In one go; a player who wants more gets them in the next window."""

WHY_NOT: dict[Manage, Callable[[Table, int, int], str]] = {
    Manage.BUILD: why_not_build,
    Manage.SELL: why_not_sell,
    Manage.MORTGAGE: why_not_mortgage,
    Manage.REDEEM: why_not_redeem,
}


def checked_action(table: Table, seat: int, answer: object) -> tuple[Manage, int]:
    """Return the kind and square of a legal action; refuse others."""
    action = whole_number(answer)
    if action == DONE:
        return Manage.DONE, 0
    kind, square = divmod(action, SQUARES)
    if kind not in WHY_NOT or square >= table.rules.board.size:
        raise IllegalMoveError(
            f"the action {action}",
            "it is one of build(square), sell(square), mortgage(square), redeem(square) and DONE",
        )
    reason = WHY_NOT[Manage(kind)](table, seat, square)
    if reason:
        name = table.rules.board.names[square]
        raise IllegalMoveError(f"{Manage(kind).name} on square {square} ({name})", reason)
    return Manage(kind), square


def manage(game: Game, seat: int) -> None:
    """Ask a player for actions, until there are no more."""

    def check(answer: object) -> tuple[Manage, int]:
        return checked_action(game.table, seat, answer)

    for _ in range(MOST_ACTIONS):
        kind, square = game.decisions.ask(seat, "manage", check)
        if kind == Manage.DONE:
            return
        act_on(game, seat, kind, square)


def act_on(game: Game, seat: int, kind: Manage, square: int) -> None:
    """Do what a player asks for, which is allowed."""
    board, table = game.rules.board, game.table
    match kind:
        case Manage.BUILD:
            if not _auction_building(game, seat, square):
                _build(game, seat, square, board.house_prices[square])
        case Manage.SELL:
            half, value = board.house_prices[square] // 2, 0
            for street, level in building.levels_after_sale(table, square).items():
                if level != table.level[street]:
                    value += (table.level[street] - level) * half
                    game.set_level(street, level)
            game.pay(BANK, seat, value, "sale", square)
        case Manage.MORTGAGE:
            game.set_mortgage(square, mortgaged=True)
            game.pay(BANK, seat, board.mortgages[square], "mortgage", square)
        case Manage.REDEEM:
            game.pay(seat, BANK, redemption(table, square), "redemption", square)
            game.set_mortgage(square, mortgaged=False)


def _build(game: Game, seat: int, square: int, price: int) -> None:
    game.table.quiet_since = game.table.round
    game.pay(seat, BANK, price, "building", square)
    game.set_level(square, game.table.level[square] + 1)


def _auction_building(game: Game, seat: int, square: int) -> bool:
    """Auction the building that a player wants, if it is scarce and another wants it, too.

    Returns whether it was auctioned, whoever got it.
    """
    table, rules = game.table, game.rules
    if rules.scarce != "auction":
        return False
    hotel = building.is_hotel_next(table, square)
    wanted = {each: building.could_place(table, each, hotel) for each in table.seats_from(seat)}
    order = [
        each
        for each, count in wanted.items()
        if count and building.place_for(table, each, hotel) >= 0
    ]
    stock = table.hotels if hotel else table.houses
    if len(order) < 2 or sum(wanted.values()) <= stock:
        return False
    limits = limits_of(game, HOTEL_LOT if hotel else HOUSE, order, rules.scarce_min)
    if len(limits) < 2:
        return False
    winner, price = best_of(limits, rules.scarce_min, rules.bid_step)
    street = square if winner == seat else building.place_for(table, winner, hotel)
    _build(game, winner, street, price)
    return True
