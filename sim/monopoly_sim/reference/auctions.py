"""Auctions of deeds and of scarce buildings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from strategy_lab.moves import IllegalMoveError, whole_number

from monopoly_sim.reference.events import Bid
from monopoly_sim.reference.game import Game
from monopoly_sim.reference.table import BANK


class Sale(NamedTuple):
    """The outcome of an auction; seat 0 if nobody bid."""

    seat: int
    price: int


NO_SALE = Sale(0, 0)


def auction_deed(game: Game, square: int, order: Sequence[int]) -> None:
    """Auction a deed of the bank among players, who bid in order."""
    match game.rules.auction:
        case "none":
            return
        case "limits":
            limits = limits_of(game, square, order, game.rules.min_bid)
            sale = best_of(limits, game.rules.min_bid, game.rules.bid_step)
        case "open":
            sale = open_auction(game, square, order)
    if sale.seat:
        buy(game, sale.seat, square, sale.price, "auction")


def buy(game: Game, seat: int, square: int, price: int, purpose: str) -> None:
    """Sell a deed of the bank to a player."""
    game.table.quiet_since = game.table.round
    game.pay(seat, BANK, price, purpose, square)
    game.hand_over(square, seat)


def limits_of(game: Game, lot: int, order: Sequence[int], least: int) -> list[Sale]:
    """Return the most that each player pays, of those who bid at all, in order."""
    limits = [Sale(seat, _ask(game, seat, lot, least)) for seat in order]
    return [limit for limit in limits if limit.price >= least]


def best_of(limits: Sequence[Sale], least: int, step: int) -> Sale:
    """Return who wins at which price: a step above the second limit, but not above the winner's."""
    if not limits:
        return NO_SALE
    winner = max(limits, key=lambda limit: limit.price)  # the first of equal ones
    others = [limit.price for limit in limits if limit is not winner]
    price = min(winner.price, max(others) + step) if others else least
    return Sale(winner.seat, price)


def open_auction(game: Game, lot: int, order: Sequence[int]) -> Sale:
    """Let players raise by a step in turn, as long as their limits of the moment allow.

    A player whose limit does not is out. Each is asked anew in every turn.
    """
    bidders, standing = list(order), NO_SALE
    while bidders and bidders != [standing.seat]:
        seat = bidders.pop(0)
        least = standing.price + game.rules.bid_step if standing.seat else game.rules.min_bid
        if _ask(game, seat, lot, least) >= least:
            standing = Sale(seat, least)
            bidders.append(seat)
    return standing


def _ask(game: Game, seat: int, lot: int, least: int) -> int:
    limit = game.decisions.ask(seat, "bid", _limit, lot, least_bid=least)
    amount = min(limit, game.table.cash[seat])
    game.events.append(Bid(seat, lot, amount if amount >= least else 0))
    return amount


def _limit(answer: object) -> int:
    limit = whole_number(answer)
    if limit < 0:
        raise IllegalMoveError(f"a limit of {limit}", "it is at least 0, which passes")
    return limit
