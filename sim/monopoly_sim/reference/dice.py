"""Dice and decks, as pure functions of a seed, a deal and what they are for.

Both decks of a deal are shuffled with the words of For Sale's deals. Dice have keys, each made from
the one above it by SplitMix64 (`strategy_lab.random_words` explains both)::

    deal      the first word of Philox for the purpose DICE
    seat      splitmix(deal, seat)
    roll      splitmix(seat, n)       n: 1, 2, … over this seat's own rolls
    throw     splitmix(roll, k)       k: 1, 2, … over throws for rents after this roll

So a changed decision leaves the other seats' dice as they were. All three dice come from one word:
its product with 216, the number of outcomes, beyond 64 bits. Of 2**64 words, each outcome has as
many as any other but for one, which no number of games could tell.
"""

from __future__ import annotations

from strategy_lab.random_words import DEAL, WORD, Source, purpose_word, splitmix
from strategy_lab.shuffling import shuffled

from monopoly_sim.rules.parameters import Rules

DICE = 4
"""The purpose of Philox's words for dice, beside those of deals and decisions."""

FACES = 6
BUS, MR_MONOPOLY = 4, 5
"""Faces of the speed die: 1 to 3 are numbers, 4 the bus, 5 and 6 Mr. Monopoly."""

Dice = tuple[int, int, int]
"""Two white dice, and the speed die, which is 0 where it is not thrown."""


def decks_of(rules: Rules, seed: int, deal: int) -> tuple[list[int], list[int]]:
    """Return both decks shuffled: the places of their cards in the ruleset."""
    next_word = Source(seed).stream(purpose_word(DEAL, rules.players), deal).__next__
    first, second = rules.decks
    return shuffled(len(first), next_word), shuffled(len(second), next_word)


def dice_of(word: int) -> Dice:
    """Return all three dice of a random word."""
    outcome = word * FACES**3 // WORD
    return 1 + outcome // FACES**2, 1 + outcome // FACES % FACES, 1 + outcome % FACES


class DealDice:
    """The dice of a deal."""

    def __init__(self, seed: int, players: int, deal: int) -> None:
        key = Source(seed).block(0, purpose_word(DICE, players), deal)[0]
        self._seats = [splitmix(key, seat) for seat in range(players + 1)]

    def roll(self, seat: int, n: int) -> Dice:
        """Return roll `n` of a seat, from 1."""
        return dice_of(splitmix(self._seats[seat], n))

    def throw(self, seat: int, n: int, k: int) -> Dice:
        """Return throw `k`, from 1, for a rent after roll `n` of a seat."""
        return dice_of(splitmix(splitmix(self._seats[seat], n), k))


def numbers(dice: Dice) -> int:
    """Return the sum of the dice that show numbers."""
    first, second, third = dice
    return first + second + (third if third < BUS else 0)
