"""Everything that happens in a game; the fields of an event are those of its line in a trace.

Seats count from 1; as owner, payer or payee 0 is the bank, and -1 the jackpot on free parking.
"""

from __future__ import annotations

import reprlib
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, Protocol, TypeVar

from strategy_lab import random_words
from strategy_lab.errors import GameLeft, MoveError, Situation, exception_text
from strategy_lab.game import IllegalMoveError, whole_number
from strategy_lab.random_words import DEAL, WORD, GameWords, Source

from monopoly_sim.reference import defaults, table
from monopoly_sim.reference.table import BANK, FREE, POT, Table, Trade
from monopoly_sim.reference.view import View
from monopoly_sim.rules.board import has
from monopoly_sim.rules.ruleset import Rules

Turn = namedtuple("Turn", "round seat")
Roll = namedtuple("Roll", "seat dice")  # to move, to leave the jail, or for a rent
Move = namedtuple("Move", "seat square")
Payment = namedtuple("Payment", "payer payee amount purpose square")  # square: -1 for none
Deed = namedtuple("Deed", "square owner mortgaged")  # it gets an owner, with a mortgage or without
Mortgage = namedtuple("Mortgage", "square mortgaged")  # False where it is redeemed
Building = namedtuple("Building", "square level")  # 1 to 4 houses, 5 for a hotel
Bid = namedtuple("Bid", "seat lot amount")  # lot: a square, 64 a house, 65 a hotel; 0 for no bid
Card = namedtuple("Card", "seat deck effect")
JailCard = namedtuple("JailCard", "deck holder")  # holder: 0 for back under the deck
Jail = namedtuple("Jail", "seat free")  # goes to jail, or is free again
Proposal = namedtuple(
    "Proposal", "seat partner given got cash cards_given cards_got accepted"
)  # what changes hands follows, if it is accepted
Bankruptcy = namedtuple("Bankruptcy", "seat creditor")

Event = Any  # one of these

TYPES = {Payment: "pay", Proposal: "trade", Bankruptcy: "bankrupt", JailCard: "jail_card"}
"""What lines of a trace call events, where that is not their name in small letters."""


# dice: Dice and decks, as pure functions of a seed, a deal and what they are for.
#
# Both decks of a deal are shuffled with the words of For Sale's deals. Dice have keys, each made
# from the one above it by SplitMix64 (`strategy_lab.random_words` explains both)::
#
#     deal      the first word of Philox for the purpose DICE
#     seat      splitmix(deal, seat)
#     roll      splitmix(seat, n)       n: 1, 2, … over this seat's own rolls
#     throw     splitmix(roll, k)       k: 1, 2, … over throws for rents after this roll
#
# So a changed decision leaves the other seats' dice as they were. All three dice come from one
# word: its product with 216, the number of outcomes, beyond 64 bits. Of 2**64 words, each outcome
# has as many as any other but for one, which no number of games could tell.

DICE = 4  # the purpose of Philox's words for dice, beside those of deals and decisions

FACES = 6
BUS, MR_MONOPOLY = 4, 5
"""Faces of the speed die: 1 to 3 are numbers, 4 the bus, 5 and 6 Mr. Monopoly."""

Dice = tuple[int, int, int]  # two white dice, and the speed die, which is 0 where it is not thrown


def decks_of(rules: Rules, seed: int, deal: int) -> tuple[list[int], list[int]]:
    next_word = Source(seed).stream(random_words.purpose_word(DEAL, rules.players), deal).__next__
    first, second = rules.decks
    return random_words.shuffled(len(first), next_word), random_words.shuffled(
        len(second), next_word
    )


def dice_of(word: int) -> Dice:
    outcome = word * FACES**3 // WORD
    return 1 + outcome // FACES**2, 1 + outcome // FACES % FACES, 1 + outcome % FACES


class DealDice:
    def __init__(self, seed: int, players: int, deal: int) -> None:
        key = Source(seed).block(0, random_words.purpose_word(DICE, players), deal)[0]
        self._seats = [random_words.splitmix(key, seat) for seat in range(players + 1)]

    def roll(self, seat: int, n: int) -> Dice:
        return dice_of(random_words.splitmix(self._seats[seat], n))

    def throw(self, seat: int, n: int, k: int) -> Dice:
        """Return throw `k`, from 1, for a rent after roll `n` of a seat."""
        return dice_of(random_words.splitmix(random_words.splitmix(self._seats[seat], n), k))


def numbers(dice: Dice) -> int:
    first, second, third = dice
    return first + second + (third if third < BUS else 0)


PACKAGE = Path(__file__).parents[1]

Answer = TypeVar("Answer")


class Player(Protocol):
    """What sits in a seat; functions of `defaults` stand in for decisions that it leaves out."""

    @property
    def name(self) -> str: ...


def yes_or_no(answer: object) -> bool:
    if type(answer).__name__ in {"bool", "bool_"}:
        return bool(answer)
    return whole_number(answer) != 0


def one_of(*allowed: int) -> Callable[[object], int]:
    def check(answer: object) -> int:
        number = whole_number(answer)
        if number not in allowed:
            choices = ", ".join(map(str, sorted(set(allowed))))
            raise IllegalMoveError(str(number), f"the choice is one of {choices}")
        return number

    return check


def trade_of(answer: object) -> Trade:
    if not isinstance(answer, tuple) or len(answer) != len(Trade._fields):
        raise IllegalMoveError(repr(answer), "a proposal is a Trade, or NO_TRADE")
    return Trade(*map(whole_number, answer))


# game: A game in play: its table, players and dice, and the moves that all rules are made of.
#
# Nothing changes the table but these methods, and each tells what it did in an event; a trace has
# them all.


class Ending(IntEnum):
    NONE = 0
    BANKRUPTCY = 1  # one player is left
    ROUNDS = 2  # the limit of rounds was reached: the richest player wins
    STALEMATE = 3  # nothing could happen any more: the richest player wins


class Game:
    """A game from its first turn on, of players by seat, seat 1 first.

    Dice, decks and the players' random numbers depend on `seed`, `deal` and `seating`.
    """

    def __init__(
        self, rules: Rules, lineup: Sequence[Player], seed: int, deal: int, seating: int = 1
    ) -> None:
        self.rules = rules
        self.table = Table(rules, decks_of(rules, seed, deal))
        self.lineup, self._deal, self._seating = lineup, deal, seating
        self._words = GameWords(seed, rules.players, deal, seating)
        self.events: list[Event] = []
        self.dice = DealDice(seed, rules.players, deal)

    @property
    def is_decided(self) -> bool:
        return len(self.table.seats) == 1

    # The nine decisions: asks the players, and refuses answers that the rules do not allow

    def ask(
        self,
        seat: int,
        decision: str,
        check: Callable[[Any], Answer],
        *arguments: object,
        least_bid: int = 0,
    ) -> Answer:
        """Return what `check` makes of a player's answer to a decision; it refuses illegal ones."""
        table, player = self.table, self.lineup[seat - 1]
        words = self._words.decision(seat, table.decisions[seat])
        table.decisions[seat] += 1
        decide = getattr(player, decision, None) or getattr(defaults, decision)
        try:
            answer = decide(View(table, seat, words, least_bid), *arguments)
        except (KeyboardInterrupt, GameLeft, BrokenPipeError):
            raise
        except BaseException as error:
            raise MoveError(
                self._where(seat, decision), "", exception_text(error, PACKAGE)
            ) from error
        try:
            return check(answer)
        except IllegalMoveError as error:
            where = self._where(seat, decision)
            raise MoveError(where, reprlib.repr(answer), str(error)) from error

    def yes(self, seat: int, decision: str, *arguments: object) -> bool:
        return self.ask(seat, decision, yes_or_no, *arguments)

    def _where(self, seat: int, decision: str) -> Situation:
        return Situation(
            strategy=self.lineup[seat - 1].name,
            ruleset=self.rules.ruleset,
            players=self.rules.players,
            deal=self._deal,
            seating=self._seating,
            seat=seat,
            phase=decision,
            round=self.table.round,
        )

    # Dice and tokens

    def roll(self, seat: int, speed_die: bool) -> Dice:
        table = self.table
        table.rolls[seat] += 1
        table.throws = 0
        dice = self._shown(seat, self.dice.roll(seat, table.rolls[seat]), speed_die)
        table.thrown = numbers(dice)
        return dice

    def throw(self, seat: int, speed_die: bool) -> Dice:
        table = self.table
        table.throws += 1
        return self._shown(seat, self.dice.throw(seat, table.rolls[seat], table.throws), speed_die)

    def _shown(self, seat: int, dice: Dice, speed_die: bool) -> Dice:
        first, second, third = dice
        shown = first, second, third if speed_die else 0
        self.events.append(Roll(seat, shown))
        return shown

    def put(self, seat: int, square: int) -> None:
        self.table.position[seat] = square
        self.events.append(Move(seat, square))

    def set_jail(self, seat: int, turn: int) -> None:
        was_free, is_free = self.table.jail[seat] == FREE, turn == FREE
        self.table.jail[seat] = turn
        if was_free != is_free:
            self.events.append(Jail(seat, is_free))

    # Money, deeds, buildings and cards

    def pay(self, payer: int, payee: int, amount: int, purpose: str, square: int = -1) -> None:
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
        self.table.mortgaged ^= 1 << square
        self._touch(self.table.owner[square])
        self.events.append(Mortgage(square, mortgaged))

    def set_levels(self, levels: Mapping[int, int]) -> None:
        """Set the buildings of streets; the bank's stock counts before and after all of them."""
        houses, hotels = self.table.houses, self.table.hotels
        for square, level in levels.items():
            table.set_level(self.table, square, level)
            self._touch(self.table.owner[square])
            self.events.append(Building(square, level))
        if (not houses and self.table.houses) or (not hotels and self.table.hotels):
            self.table.touched |= set(self.table.seats)  # whoever waits for one is asked

    def give_jail_card(self, deck: int, card: int, holder: int) -> None:
        """Give a card that opens the jail to a player; the bank puts it under its deck."""
        if holder == BANK:
            self.table.decks[deck].append(card)
        else:
            self.table.held[deck][holder].append(card)
            self._touch(holder)
        self.events.append(JailCard(deck, holder))

    def pass_jail_card(self, seat: int, to: int) -> None:
        deck = next(deck for deck, held in enumerate(self.table.held) if held[seat])
        self.give_jail_card(deck, self.table.held[deck][seat].pop(0), to)

    def _touch(self, seat: int) -> None:
        if seat != BANK:
            self.table.touched.add(seat)
