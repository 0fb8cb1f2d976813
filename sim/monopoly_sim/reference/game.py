"""A game in play: its table, players and dice, and the moves that all rules are made of.

Nothing changes the table but these methods, and each tells what it did in an event; a trace has
them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from monopoly_sim.reference import building
from monopoly_sim.reference.decisions import Decisions, Player
from monopoly_sim.reference.dice import DealDice, Dice, decks_of, numbers
from monopoly_sim.reference.events import (
    Building,
    Deed,
    Event,
    Jail,
    JailCard,
    Mortgage,
    Move,
    Payment,
    Roll,
)
from monopoly_sim.reference.table import BANK, FREE, POT, Table
from monopoly_sim.rules.parameters import Rules
from monopoly_sim.rules.square_sets import has


class Ending(IntEnum):
    """How a game ended."""

    NONE = 0
    BANKRUPTCY = 1
    """One player is left."""
    ROUNDS = 2
    """The limit of rounds was reached: the richest player wins."""
    STALEMATE = 3
    """Nothing could happen any more: the richest player wins."""


class Game:
    """A game from its first turn on, of players by seat, seat 1 first.

    Dice, decks and the players' random numbers depend on `seed`, `deal` and `seating`.
    """

    def __init__(
        self, rules: Rules, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
    ) -> None:
        self.rules = rules
        self.table = Table(rules, decks_of(rules, seed, deal))
        self.decisions = Decisions(self.table, lineup, seed, deal, seating)
        self.events: list[Event] = []
        self.dice = DealDice(seed, rules.players, deal)

    @property
    def is_decided(self) -> bool:
        """Whether one player is left."""
        return len(self.table.seats) == 1

    # Dice and tokens

    def roll(self, seat: int, speed_die: bool) -> Dice:
        """Roll a player's dice."""
        table = self.table
        table.rolls[seat] += 1
        table.throws = 0
        dice = self._shown(seat, self.dice.roll(seat, table.rolls[seat]), speed_die)
        table.thrown = numbers(dice)
        return dice

    def throw(self, seat: int, speed_die: bool) -> Dice:
        """Throw a player's dice for the rent of a utility."""
        table = self.table
        table.throws += 1
        dice = self.dice.throw(seat, table.rolls[seat], table.throws)
        return self._shown(seat, dice, speed_die)

    def _shown(self, seat: int, dice: Dice, speed_die: bool) -> Dice:
        first, second, third = dice
        shown = first, second, third if speed_die else 0
        self.events.append(Roll(seat, shown))
        return shown

    def put(self, seat: int, square: int) -> None:
        """Put a player's token on a square."""
        self.table.position[seat] = square
        self.events.append(Move(seat, square))

    def set_jail(self, seat: int, turn: int) -> None:
        """Let a player be free, or in jail with a turn to come."""
        was_free, is_free = self.table.jail[seat] == FREE, turn == FREE
        self.table.jail[seat] = turn
        if was_free != is_free:
            self.events.append(Jail(seat, is_free))

    # Money, deeds, buildings and cards

    def pay(self, payer: int, payee: int, amount: int, purpose: str, square: int = -1) -> None:
        """Move money from one to another, who may be the bank or the pot."""
        if not amount:
            return
        for who, change in ((payer, -amount), (payee, amount)):
            if who == POT:
                self.table.pot += change
            else:
                self.table.cash[who] += change
                self._touch(who)
        self.events.append(Payment(payer, payee, amount, purpose, square))

    def hand_over(self, square: int, owner: int) -> None:
        """Give a deed to another owner; what the bank gets loses its mortgage."""
        table, deed = self.table, 1 << square
        for seat in (table.owner[square], owner):
            table.deeds[seat] ^= deed
            self._touch(seat)
        table.owner[square] = owner
        if owner == BANK:
            table.mortgaged &= ~deed
        self.events.append(Deed(square, owner, has(table.mortgaged, square)))

    def set_mortgage(self, square: int, mortgaged: bool) -> None:
        """Set whether a deed is mortgaged, without paying for it."""
        self.table.mortgaged ^= 1 << square
        self._touch(self.table.owner[square])
        self.events.append(Mortgage(square, mortgaged))

    def set_level(self, square: int, level: int) -> None:
        """Set the buildings on a street, without paying for them."""
        building.set_level(self.table, square, level)
        self._touch(self.table.owner[square])
        self.events.append(Building(square, level))

    def give_jail_card(self, deck: int, card: int, holder: int) -> None:
        """Give a card that opens the jail to a player; the bank puts it under its deck."""
        if holder == BANK:
            self.table.decks[deck].append(card)
        else:
            self.table.held[deck][holder].append(card)
            self._touch(holder)
        self.events.append(JailCard(deck, holder))

    def pass_jail_card(self, seat: int, to: int) -> None:
        """Pass one of a player's cards that open the jail on, deck A's first."""
        deck = next(deck for deck, held in enumerate(self.table.held) if held[seat])
        self.give_jail_card(deck, self.table.held[deck][seat].pop(0), to)

    def _touch(self, seat: int) -> None:
        if seat != BANK:
            self.table.touched.add(seat)
