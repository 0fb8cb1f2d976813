"""What a strategy may see: all that lies open on the table, which is all but the decks."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from operator import index

from strategy_lab.random_words import HALF, DecisionWords, draw_below

from monopoly_sim.reference.table import (
    BANK,
    FREE,
    NO_TRADE,
    Table,
    Trade,
    can_raise,
    jail_cards,
    missing,
    net_worth,
    pays_rent,
    redemption,
    rent_of,
    why_not_build,
    why_not_mortgage,
    why_not_redeem,
    why_not_sell,
    why_not_trade,
)
from monopoly_sim.rules.board import HOTEL, has, members
from monopoly_sim.rules.ruleset import Rules

# What the members of a view are made of. Compiled views have the same members by the same source,
# in which the kernel's functions stand for those that are named here: see `engine.view`.


def _table(view: View) -> Table:
    return view._table


def _seat(view: View, seat: int) -> int:
    if not 1 <= index(seat) <= view.players:
        raise IndexError("a seat is a number from 1 to view.players")
    return index(seat)


def _square(view: View, square: int) -> int:
    if not 0 <= index(square) < _table(view).rules.board.size:
        raise IndexError("a square is a number from 0 on the board")
    return index(square)


def _rent(rents: tuple[tuple[int, ...], ...], square: int, level: int) -> int:
    if not 0 <= index(level) <= HOTEL:
        raise IndexError("a level is a number from 0 to 5")
    return rents[square][level] if rents[square] else 0


def _allowed(why_not: Callable[[Table, int, int], str]) -> Callable[[Table, int], int]:
    def deeds(table: Table, seat: int) -> int:
        own = members(table.deeds[seat])
        return sum(1 << square for square in own if not why_not(table, seat, square))

    return deeds


buildable, sellable = _allowed(why_not_build), _allowed(why_not_sell)
mortgageable, redeemable = _allowed(why_not_mortgage), _allowed(why_not_redeem)


class View:
    """The table as the player who decides sees it; it can only be read, and only at that decision.

    Seats count from 1; 0 is the bank. Squares count from 0, GO. A set of squares is an int whose
    bit s is square s. Methods raise IndexError for a seat or a square that does not exist.

    =========================== ==================================================================
    name                        meaning
    =========================== ==================================================================
    **the players**
    players                     how many play
    seat                        mine
    seats                       those not bankrupt, ascending
    cash, cash_of(seat)         money
    deeds, deeds_of(seat)       set of deeds owned; the bank's are those nobody owns
    worth_of(seat)              cash, deeds and buildings at what they cost
    position_of(seat)           the square of the token
    in_jail(seat)               0 if free, else which turn there is to come
    jail_cards_of(seat)         how many cards that open the jail
    can_raise                   what I get by selling all buildings and mortgaging all deeds
    **the board**
    owner_of(square)            the seat, or 0
    owns(square)                whether it is mine
    price_of(square)            the printed price
    level_of(square)            houses; 5 for a hotel
    mortgaged                   set of deeds with a mortgage
    group_of(square)            set of streets of its group
    missing_of(seat)            set of streets that are the last missing of a group begun
    house_price_of(square)      what a house costs on it, and a hotel after four
    rent_with(square, level)    the rent of a street with so many houses; 5 for a hotel
    group_rent(square, level)   the rents of its whole group with so many on each, added up
    rent_of(square)             what a visitor pays its owner now; a utility, for a throw of 7
    redemption_of(square)       what it costs to redeem
    houses, hotels              what the bank has left
    pot                         the jackpot on free parking
    **what I may do**
    buildable, sellable, mortgageable, redeemable
                                sets of squares for each action of `manage` that is allowed now
    can_trade(trade)            whether I may propose it
    received                    mortgaged deeds that I just got: interest on those left is due when
                                I am done
    least_bid                   the smallest bid that wins now, in an auction
    round                       from 1
    rules                       every parameter; `rules.board` has the sets `deeds`, `railways` and
                                `utilities`, the square `jail`, and `size`, the number of squares
    **chance**
    random()                    a float from 0 up to but not including 1
    random_below(n)             a whole number from 0 to n - 1
    random_member(squares)      a square of a set
    game_random()               as random(), but the same at all of my decisions in this game
    =========================== ==================================================================
    """

    __slots__ = ("_table", "_words", "least_bid", "seat")

    def __init__(self, table: Table, seat: int, words: DecisionWords, least_bid: int = 0) -> None:
        write = object.__setattr__
        write(self, "_table", table)
        write(self, "seat", seat)
        write(self, "_words", words)
        write(self, "least_bid", least_bid)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view can only be read: view.{name} cannot be assigned to")

    seat: int
    least_bid: int
    _table: Table
    _words: DecisionWords

    @property
    def rules(self) -> Rules:
        return _table(self).rules

    @property
    def players(self) -> int:
        return _table(self).rules.players

    @property
    def seats(self) -> list[int]:
        return list(_table(self).seats)

    @property
    def cash(self) -> int:
        return _table(self).cash[self.seat]

    def cash_of(self, seat: int) -> int:
        return _table(self).cash[_seat(self, seat)]

    @property
    def deeds(self) -> int:
        return _table(self).deeds[self.seat]

    def deeds_of(self, seat: int) -> int:
        return _table(self).deeds[seat if seat == BANK else _seat(self, seat)]

    def worth_of(self, seat: int) -> int:
        return net_worth(_table(self), _seat(self, seat))

    def position_of(self, seat: int) -> int:
        return _table(self).position[_seat(self, seat)]

    def in_jail(self, seat: int) -> int:
        return _table(self).jail[_seat(self, seat)] - FREE

    def jail_cards_of(self, seat: int) -> int:
        return jail_cards(_table(self), _seat(self, seat))

    @property
    def can_raise(self) -> int:
        return can_raise(_table(self), self.seat)

    @property
    def round(self) -> int:
        return _table(self).round

    def owner_of(self, square: int) -> int:
        return _table(self).owner[_square(self, square)]

    def owns(self, square: int) -> bool:
        return has(self.deeds, _square(self, square))

    def level_of(self, square: int) -> int:
        return _table(self).level[_square(self, square)]

    @property
    def mortgaged(self) -> int:
        return _table(self).mortgaged

    def group_of(self, square: int) -> int:
        return _table(self).rules.board.group[_square(self, square)]

    def price_of(self, square: int) -> int:
        return _table(self).rules.board.prices[_square(self, square)]

    def house_price_of(self, square: int) -> int:
        return _table(self).rules.board.house_prices[_square(self, square)]

    def rent_with(self, square: int, level: int) -> int:
        return _rent(_table(self).rules.board.rents, _square(self, square), level)

    def group_rent(self, square: int, level: int) -> int:
        return _rent(_table(self).rules.board.group_rents, _square(self, square), level)

    def missing_of(self, seat: int) -> int:
        return missing(_table(self), _seat(self, seat))

    def rent_of(self, square: int) -> int:
        table, place = _table(self), _square(self, square)
        return rent_of(table, place, UTILITY_DICE) if pays_rent(table, place, BANK) else 0

    def redemption_of(self, square: int) -> int:
        return redemption(_table(self), _square(self, square))

    @property
    def houses(self) -> int:
        return _table(self).houses

    @property
    def hotels(self) -> int:
        return _table(self).hotels

    @property
    def pot(self) -> int:
        return _table(self).pot

    @property
    def buildable(self) -> int:
        return buildable(_table(self), self.seat)

    @property
    def sellable(self) -> int:
        return sellable(_table(self), self.seat)

    @property
    def mortgageable(self) -> int:
        return mortgageable(_table(self), self.seat)

    @property
    def redeemable(self) -> int:
        return redeemable(_table(self), self.seat)

    @property
    def received(self) -> int:
        return _table(self).received & _table(self).mortgaged & self.deeds

    def can_trade(self, trade: Trade) -> bool:
        return trade == NO_TRADE or not why_not_trade(self._table, self.seat, trade)

    def random(self) -> float:
        return self._words.next_word() * 2.0**-32

    def random_below(self, n: int) -> int:
        bound = index(n)
        if not 1 <= bound <= HALF:
            raise ValueError("random_below takes a number from 1 to 2**32")
        return draw_below(bound, self._words.next_word, HALF)

    def game_random(self) -> float:
        return self._words.game_word() * 2.0**-32

    def random_member(self, squares: int) -> int:
        return members(squares)[self.random_below(squares.bit_count())]


UTILITY_DICE = 7  # what `View.rent_of` takes to be thrown on a utility
SQUARES = 64  # an action on a square is a kind times this number, and the square
DONE = 0  # the answer to `manage` that ends it


class Manage(IntEnum):
    """Kinds of actions on a square."""

    DONE = 0
    BUILD = 1
    SELL = 2
    MORTGAGE = 3
    REDEEM = 4


def build(square: int) -> int:
    """Return the action that builds on a street: a house, or a hotel after four."""
    return Manage.BUILD * SQUARES + square


def sell(square: int) -> int:
    """Return the action that sells a building on a street to the bank."""
    return Manage.SELL * SQUARES + square


def mortgage(square: int) -> int:
    """Return the action that mortgages a deed."""
    return Manage.MORTGAGE * SQUARES + square


def redeem(square: int) -> int:
    """Return the action that redeems a deed."""
    return Manage.REDEEM * SQUARES + square


ROLL, PAY, CARD = 0, 1, 2
"""The answers to `jail`: to try for doubles, to pay the fee, to play a card."""

HOUSE, HOTEL_LOT = 64, 65  # lots of an auction that are no deeds
