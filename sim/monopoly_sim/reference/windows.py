"""The time before a roll, in which players manage what they own, and trade."""

from __future__ import annotations

from strategy_lab.moves import IllegalMoveError

from monopoly_sim.reference.debts import settle
from monopoly_sim.reference.decisions import trade_of
from monopoly_sim.reference.deeds import why_not_trade
from monopoly_sim.reference.events import Proposal
from monopoly_sim.reference.game import Game
from monopoly_sim.reference.management import manage
from monopoly_sim.reference.table import NO_TRADE, Trade
from monopoly_sim.rules.square_sets import members


def open_window(game: Game, seat: int) -> None:
    """Ask the player who is going to roll, and others if the rules say so, what they want to do."""
    table = game.table
    order = table.seats_from(seat) if game.rules.windows == "every_roll" else [seat]
    for each in order:
        if each in table.touched:
            manage(game, each)
            table.touched.discard(each)
            propose(game, each)


def propose(game: Game, seat: int) -> None:
    """Ask a player for a trade, and the partner whether to accept it."""
    table = game.table

    def check(answer: object) -> Trade:
        trade = trade_of(answer)
        reason = "" if trade == NO_TRADE else why_not_trade(table, seat, trade)
        if reason:
            raise IllegalMoveError(f"the proposal {describe(trade)}", reason)
        return trade

    trade = game.decisions.ask(seat, "propose", check)
    if trade in {NO_TRADE, table.refused[seat]}:
        return
    accepted = game.decisions.yes(trade.partner, "answer", seen_by_partner(seat, trade))
    given, got = members(trade.given), members(trade.got)
    terms = trade.cash, trade.cards_given, trade.cards_got
    game.events.append(Proposal(seat, trade.partner, given, got, *terms, accepted))
    if accepted:
        exchange(game, seat, trade)
    else:
        table.refused[seat] = trade


def exchange(game: Game, seat: int, trade: Trade) -> None:
    """Carry a trade out."""
    partner = trade.partner
    game.table.quiet_since = game.table.round
    payer, payee = (seat, partner) if trade.cash > 0 else (partner, seat)
    game.pay(payer, payee, abs(trade.cash), "trade")
    for square in members(trade.given):
        game.hand_over(square, partner)
    for square in members(trade.got):
        game.hand_over(square, seat)
    for _ in range(trade.cards_given):
        game.pass_jail_card(seat, partner)
    for _ in range(trade.cards_got):
        game.pass_jail_card(partner, seat)
    settle(game, seat, trade.got)
    if partner in game.table.seats:
        settle(game, partner, trade.given)


def seen_by_partner(seat: int, trade: Trade) -> Trade:
    """Return a proposal as its partner sees it: what the partner gives, gets and pays."""
    return Trade(
        partner=seat,
        given=trade.got,
        got=trade.given,
        cash=-trade.cash,
        cards_given=trade.cards_got,
        cards_got=trade.cards_given,
    )


def describe(trade: Trade) -> str:
    """Return a proposal in words."""
    return (
        f"to seat {trade.partner}: squares {list(members(trade.given))}, {trade.cards_given} cards "
        f"and {trade.cash} for squares {list(members(trade.got))} and {trade.cards_got} cards"
    )
