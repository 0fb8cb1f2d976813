"""Auctions of deeds and of scarce buildings, as in `monopoly_sim.reference.auctions`."""

from __future__ import annotations

from strategy_lab.compiled.caching import step

from monopoly_sim.engine.asking import ask_limit
from monopoly_sim.engine.moves import hand_over, neighbour, pay
from monopoly_sim.engine.state import CHOICES
from monopoly_sim.reference.table import BANK

LIMITS, OPEN, NO_AUCTION = (CHOICES["auction"].index(kind) for kind in ("limits", "open", "none"))


@step
def auction_deed(state, square, last):
    """Auction a deed of the bank; the bids go round to `last`, from the left neighbour on."""
    kind = state.rules.auction
    if kind == NO_AUCTION:
        return
    if kind == OPEN:
        seat, price = open_auction(state, square, last)
    else:
        seat, price = auction_by_limits(state, square, last, state.alive, state.rules.min_bid, 1)
    if seat != 0:
        buy(state, seat, square, price, True)


@step
def buy(state, seat, square, price, auctioned):
    """Sell a deed of the bank to a player."""
    state.quiet_since = state.round
    pay(state, seat, BANK, price)
    detail = state.detail
    if detail.buyer[square] == 0:
        detail.buyer[square], detail.price[square] = seat, price
        detail.bought[square], detail.auctioned[square] = state.round, auctioned
    hand_over(state, square, seat)


@step
def auction_by_limits(state, lot, last, bidders, least, least_bidders):
    """Let each of a set of players name a limit; return who wins at which price, or seat 0.

    The bids go round to `last`, from the left neighbour on. The price is a step above the second
    limit, but not above the winner's; of equal limits the first wins. There is no sale among fewer
    than `least_bidders` who bid.
    """
    winner, best, second, number = 0, 0, 0, 0
    for steps in range(1, state.players + 1):
        seat = neighbour(state, last, steps)
        if bidders >> seat & 1 == 0:
            continue
        limit = ask_limit(state, seat, lot, least)
        if limit < least:
            continue
        number += 1
        if limit > best:
            winner, best, second = seat, limit, best
        else:
            second = max(second, limit)
    if number < least_bidders:
        return 0, 0
    return winner, least if number == 1 else min(best, second + state.rules.bid_step)


@step
def open_auction(state, lot, last):
    """Let players raise by a step in turn, as long as their limits of the moment allow.

    A player whose limit does not is out. Returns who wins at which price; seat 0 if nobody bid.
    """
    bidders, seat, standing, price = state.alive, last, 0, 0
    while bidders != 0 and bidders != 1 << standing:
        seat = neighbour(state, seat, 1)
        if bidders >> seat & 1 == 0:
            continue
        least = price + state.rules.bid_step if standing != 0 else state.rules.min_bid
        if ask_limit(state, seat, lot, least) >= least:
            standing, price = seat, least
        else:
            bidders &= ~(1 << seat)
    return standing, price
