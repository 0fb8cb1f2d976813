"""Debts: raising the money, and bankruptcy where it is not enough."""

from __future__ import annotations

from strategy_lab.moves import IllegalMoveError

from monopoly_sim.reference.actions import Manage
from monopoly_sim.reference.auctions import auction_deed
from monopoly_sim.reference.deeds import interest_on
from monopoly_sim.reference.events import Bankruptcy
from monopoly_sim.reference.game import Game
from monopoly_sim.reference.management import act_on, checked_action, manage
from monopoly_sim.reference.table import BANK, POT
from monopoly_sim.rules.square_sets import members


def owe(
    game: Game, debtor: int, amount: int, creditor: int, purpose: str, square: int = -1
) -> None:
    """Let a player pay a debt, or go bankrupt to the creditor."""
    if raise_cash(game, debtor, amount):
        game.pay(debtor, creditor, amount, purpose, square)
    else:
        go_bankrupt(game, debtor, creditor)


def fine(game: Game, seat: int, amount: int, purpose: str, square: int = -1) -> None:
    """Let a player pay what goes to the bank, or to the jackpot if there is one."""
    creditor = POT if game.rules.free_parking_jackpot else BANK
    owe(game, seat, amount, creditor, purpose, square)


def raise_cash(game: Game, seat: int, amount: int) -> bool:
    """Let a player sell and mortgage until an amount is there; return False if it cannot be."""
    table = game.table
    if table.cash[seat] + table.can_raise(seat) < amount:
        return False

    def check(answer: object) -> tuple[Manage, int]:
        kind, square = checked_action(table, seat, answer)
        if kind not in {Manage.SELL, Manage.MORTGAGE}:
            raise IllegalMoveError(
                f"the action {kind.name}",
                f"{amount - table.cash[seat]} more are owed: sell a building or mortgage a deed, "
                "each of which makes progress",
            )
        return kind, square

    while (need := amount - table.cash[seat]) > 0:
        act_on(game, seat, *game.decisions.ask(seat, "raise_cash", check, need))
    return True


def go_bankrupt(game: Game, debtor: int, creditor: int) -> None:
    """Let a player sell and mortgage everything, give all to the creditor, and leave."""
    table = game.table
    game.events.append(Bankruptcy(debtor, creditor))
    _liquidate(game, debtor)
    game.pay(debtor, creditor, table.cash[debtor], "bankruptcy")
    heir = max(creditor, BANK)
    while table.jail_cards(debtor):
        game.pass_jail_card(debtor, heir)
    deeds = table.deeds[debtor]
    for square in members(deeds):
        game.hand_over(square, heir)
    table.seats.remove(debtor)
    table.touched.discard(debtor)
    table.out.append(debtor)
    if game.is_decided:
        return
    if heir == BANK:
        for square in members(deeds):
            auction_deed(game, square, table.others(debtor))
    else:
        settle(game, heir, deeds)


def _liquidate(game: Game, seat: int) -> None:
    board, table = game.rules.board, game.table
    for square in members(table.deeds[seat]):
        if level := table.level[square]:
            game.set_level(square, 0)
            game.pay(BANK, seat, level * (board.house_prices[square] // 2), "sale", square)
    for square in members(table.deeds[seat] & ~table.mortgaged):
        game.set_mortgage(square, mortgaged=True)
        game.pay(BANK, seat, board.mortgages[square], "mortgage", square)


def settle(game: Game, seat: int, deeds: int) -> None:
    """Let a player redeem what was just got with a mortgage, or pay interest on it."""
    table = game.table
    table.received = deeds & table.mortgaged
    if not table.received:
        return
    manage(game, seat)
    due = interest_on(table, table.received & table.deeds[seat])
    table.received = 0
    owe(game, seat, due, BANK, "interest")
