"""The state of a game: whole numbers alone, so that compiled code can hold the same."""

from __future__ import annotations

from typing import NamedTuple

from monopoly_sim.rules.parameters import Rules
from monopoly_sim.rules.square_sets import members

BANK = 0
"""The owner of what no player owns. Its cash is a ledger: it starts at 0, and never runs out."""
POT = -1
"""The jackpot on free parking, as a payer and payee."""

FREE = 0
"""In `Table.jail`, a player who is not in jail."""


class Trade(NamedTuple):
    """A proposal to exchange deeds, cash and cards that open the jail."""

    partner: int = 0
    """The seat that it is put to; 0 for no trade."""
    given: int = 0
    got: int = 0
    """Sets of deeds that the proposer gives and gets."""
    cash: int = 0
    """What the proposer pays; negative for what the partner pays."""
    cards_given: int = 0
    cards_got: int = 0
    """How many cards that open the jail."""


NO_TRADE = Trade()


class Table:
    """What lies on the table; lists by seat have an entry 0 for the bank.

    Attributes
    ----------
    cash
        By seat. The bank's entry is what it got less what it paid.
    pot
        The jackpot on free parking.
    position
        By seat: the square.
    deeds
        By seat: the set of deeds owned; the bank's are those nobody owns.
    owner
        By square: the seat, or `BANK`.
    mortgaged
        The set of deeds with a mortgage.
    level
        By square: houses, or `HOTEL`.
    houses, hotels
        What the bank has of either.
    decks
        For each deck, the places of its cards in the ruleset, in the order in which they come up.
        Cards that players hold are not in it.
    held
        For each deck, by seat: the places of the cards held, which open the jail.
    jail
        By seat: `FREE`, or which turn in jail is to come, from 1.
    speed
        By seat: 0 until the first GO, 1 in the turn of it, 2 once the speed die is used.
    seats, out
        The seats that are not bankrupt, ascending, and the others in the order in which they left.
    rolls, decisions
        By seat: how many rolls of the dice, and decisions, there have been.
    thrown
        The sum of the last roll, in which bus and Mr. Monopoly count nothing.
    throws
        Throws for rents since then.
    touched
        The seats whose cash, deeds or buildings changed since they last were done.
    refused
        By seat: the last proposal of this round that was refused.
    received
        The deeds that a player just got with a mortgage, on which interest is due.
    round, turn
        The round, from 1, and the seat whose turn it is.
    quiet_since
        The last round with a trade, a purchase or a building.
    ending
        How the game ended: an `Ending`.
    """

    def __init__(self, rules: Rules, decks: tuple[list[int], list[int]]) -> None:
        seats, board = rules.players + 1, rules.board
        self.rules = rules
        self.cash = [-sum(rules.start_cash), *rules.start_cash]
        self.pot = 0
        self.position = [0] * seats
        self.deeds = [board.deeds, *[0] * rules.players]
        self.owner = [BANK] * board.size
        self.mortgaged = 0
        self.level = [0] * board.size
        self.houses, self.hotels = rules.houses, rules.hotels
        self.decks = [list(deck) for deck in decks]
        self.held: list[list[list[int]]] = [[[] for _ in range(seats)] for _ in decks]
        self.jail = [FREE] * seats
        self.speed = [0] * seats
        self.seats, self.out = list(range(1, seats)), list[int]()
        self.rolls, self.decisions = [0] * seats, [0] * seats
        self.thrown = self.throws = 0
        self.touched = set(range(1, seats))
        self.refused = [NO_TRADE] * seats
        self.received = 0
        self.round = self.turn = 1
        self.quiet_since = 0
        self.ending = 0

    def seats_from(self, seat: int) -> list[int]:
        """Return the living seats in turn order, from `seat` on."""
        return [each for each in self.seats if each >= seat] + [
            each for each in self.seats if each < seat
        ]

    def others(self, seat: int) -> list[int]:
        """Return the other living seats in turn order, from the left neighbour on."""
        return [each for each in self.seats_from(seat) if each != seat]

    def jail_cards(self, seat: int) -> int:
        """Return how many cards that open the jail a player holds."""
        return sum(len(held[seat]) for held in self.held)

    def group(self, square: int) -> int:
        """Return the streets of a street's group; of another square, it alone."""
        return self.rules.board.group[square]

    def owns_group(self, seat: int, square: int) -> bool:
        """Return whether a player owns the whole group of a street."""
        return not self.group(square) & ~self.deeds[seat]

    def whole_groups(self, seat: int) -> int:
        """Return the streets of all groups that a player owns whole."""
        return sum(group for group in self.rules.board.groups if not group & ~self.deeds[seat])

    def missing(self, seat: int) -> int:
        """Return the streets each of which is the last that a player lacks of a group begun."""
        lacking = [(group, group & ~self.deeds[seat]) for group in self.rules.board.groups]
        return sum(lack for group, lack in lacking if lack.bit_count() == 1 and lack != group)

    def is_built(self, square: int) -> bool:
        """Return whether there is a building in the group of a deed."""
        return any(self.level[each] for each in members(self.group(square)))

    def building_value(self, seat: int) -> int:
        """Return what a player's buildings cost."""
        prices = self.rules.board.house_prices
        return sum(self.level[each] * prices[each] for each in members(self.deeds[seat]))

    def net_worth(self, seat: int) -> int:
        """Return cash, deeds (half the price if mortgaged) and buildings at what they cost."""
        board, deeds = self.rules.board, self.deeds[seat]
        whole = sum(board.prices[each] for each in members(deeds & ~self.mortgaged))
        half = sum(board.mortgages[each] for each in members(deeds & self.mortgaged))
        return self.cash[seat] + whole + half + self.building_value(seat)

    def can_raise(self, seat: int) -> int:
        """Return what a player gets by selling all buildings and mortgaging all deeds."""
        board, clear = self.rules.board, self.deeds[seat] & ~self.mortgaged
        return sum(
            self.level[each] * (board.house_prices[each] // 2) + board.mortgages[each]
            for each in members(clear)
        )
