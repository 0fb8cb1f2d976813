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

    # The players

    @property
    def players(self) -> int:
        """How many play, those bankrupt included."""
        return self._table.rules.players

    @property
    def seats(self) -> list[int]:
        """The seats that are not bankrupt, ascending."""
        return list(self._table.seats)

    @property
    def cash(self) -> int:
        """The money of the deciding player."""
        return self._table.cash[self.seat]

    def cash_of(self, seat: int) -> int:
        """Return the money of a player."""
        return self._table.cash[self._seat(seat)]

    @property
    def deeds(self) -> int:
        """The set of deeds of the deciding player."""
        return self._table.deeds[self.seat]

    def deeds_of(self, seat: int) -> int:
        """Return the set of deeds of a seat; those of the bank, 0, are unowned."""
        return self._table.deeds[seat if index(seat) == BANK else self._seat(seat)]

    def worth_of(self, seat: int) -> int:
        """Return cash, deeds (half the price if mortgaged) and buildings at what they cost."""
        return self._table.net_worth(self._seat(seat))

    def position_of(self, seat: int) -> int:
        """Return the square that a player's token is on."""
        return self._table.position[self._seat(seat)]

    def in_jail(self, seat: int) -> int:
        """Return 0 for a player who is free, else which turn in jail is to come, from 1."""
        return self._table.jail[self._seat(seat)] - FREE

    def jail_cards_of(self, seat: int) -> int:
        """Return how many cards that open the jail a player holds."""
        return self._table.jail_cards(self._seat(seat))

    @property
    def can_raise(self) -> int:
        """What the player gets by selling all buildings and mortgaging all deeds, beside cash."""
        return self._table.can_raise(self.seat)

    # The board

    @property
    def rules(self) -> Rules:
        """Every parameter of the rules."""
        return self._table.rules

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self._table.round

    def owner_of(self, square: int) -> int:
        """Return the seat that owns a deed; 0 if nobody does."""
        return self._table.owner[self._square(square)]

    def level_of(self, square: int) -> int:
        """Return the houses on a street; 5 for a hotel."""
        return self._table.level[self._square(square)]

    @property
    def mortgaged(self) -> int:
        """The set of all deeds with a mortgage."""
        return self._table.mortgaged

    def group_of(self, square: int) -> int:
        """Return the set of streets of a street's group; of another square, it alone."""
        return self._table.group(self._square(square))

    def price_of(self, square: int) -> int:
        """Return the printed price of a deed."""
        return self._table.rules.board.prices[self._square(square)]

    def house_price_of(self, square: int) -> int:
        """Return what a house on a street costs, and a hotel after four."""
        return self._table.rules.board.house_prices[self._square(square)]

    def rent_with(self, square: int, level: int) -> int:
        """Return the rent of a street with so many houses, 5 for a hotel; 0 for other squares."""
        return self._at(level, self._table.rules.board.rents[self._square(square)])

    def group_rent(self, square: int, level: int) -> int:
        """Return what all streets of a street's group pay if one player has them, so built on.

        Unbuilt ones pay double; 0 for other squares.
        """
        return self._at(level, self._table.rules.board.group_rents[self._square(square)])

    def missing_of(self, seat: int) -> int:
        """Return the set of streets each of which is the last that a player lacks of a group."""
        return self._table.missing(self._seat(seat))

    def rent_of(self, square: int) -> int:
        """Return what a visitor pays its owner now; on a utility, for a throw of 7."""
        place = self._square(square)
        return rent_of(self._table, place, dice=7) if pays_rent(self._table, place, BANK) else 0

    def redemption_of(self, square: int) -> int:
        """Return what it costs to redeem a deed."""
        return redemption(self._table, self._square(square))

    @property
    def houses(self) -> int:
        """The houses that the bank has left."""
        return self._table.houses

    @property
    def hotels(self) -> int:
        """The hotels that the bank has left."""
        return self._table.hotels

    @property
    def pot(self) -> int:
        """The jackpot on free parking."""
        return self._table.pot

    # What the player may do

    @property
    def buildable(self) -> int:
        """The set of streets that the player may build on, and can pay for, now."""
        return self._those(why_not_build, self._table.whole_groups(self.seat))

    @property
    def sellable(self) -> int:
        """The set of streets of which the player may sell a building."""
        return self._those(why_not_sell, self.deeds)

    @property
    def mortgageable(self) -> int:
        """The set of deeds that the player may mortgage."""
        return self._those(why_not_mortgage, self.deeds)

    @property
    def redeemable(self) -> int:
        """The set of deeds that the player may redeem, and can pay for."""
        return self._those(why_not_redeem, self.deeds & self.mortgaged)

    @property
    def received(self) -> int:
        """The mortgaged deeds that the player just got, on which interest is due."""
        return self._table.received & self._table.mortgaged & self.deeds

    def can_trade(self, trade: Trade) -> bool:
        """Return whether the player may propose a trade; none is always allowed."""
        return trade == NO_TRADE or not why_not_trade(self._table, self.seat, trade)

    def _those(self, why_not: Callable[[Table, int, int], str], squares: int) -> int:
        table, seat = self._table, self.seat
        return sum(1 << square for square in members(squares) if not why_not(table, seat, square))

    # Chance

    def random(self) -> float:
        """Return a float from 0 up to but not including 1; each decision has numbers of its own."""
        return self._words.next_word() * 2.0**-32

    def random_below(self, n: int) -> int:
        """Return a whole number from 0 to `n` - 1, all equally likely; `n` is at most 2**32."""
        bound = index(n)
        if not 1 <= bound <= HALF:
            raise ValueError("random_below takes a number from 1 to 2**32")
        return draw_below(bound, self._words.next_word, HALF)

    def game_random(self) -> float:
        """Return a float from 0 up to but not including 1 that is the same for the whole game."""
        return self._words.game_word() * 2.0**-32

    def random_member(self, squares: int) -> int:
        """Return a random square of a set that is not empty."""
        return members(squares)[self.random_below(squares.bit_count())]

    def owns(self, square: int) -> bool:
        """Return whether the deciding player owns a deed."""
        return has(self.deeds, self._square(square))

    def _seat(self, seat: int) -> int:
        if not 1 <= index(seat) <= self.players:
            raise IndexError("a seat is a number from 1 to view.players")
        return index(seat)

    @staticmethod
    def _at(level: int, rents: tuple[int, ...]) -> int:
        if not 0 <= index(level) <= HOTEL:
            raise IndexError("a level is a number from 0 to 5")
        return rents[level] if rents else 0

    def _square(self, square: int) -> int:
        if not 0 <= index(square) < self._table.rules.board.size:
            raise IndexError("a square is a number from 0 on the board")
        return index(square)


SQUARES = 64
"""An action on a square is a kind times this number, and the square."""

DONE = 0
"""The answer to `manage` that ends it."""


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

HOUSE, HOTEL_LOT = 64, 65
"""Lots of an auction that are no deeds."""
