"""Dice and decks of a deal: the same words as `monopoly_sim.reference.dice`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step
from strategy_lab.compiled.random import (
    DEAL,
    ONE,
    U64,
    ZERO,
    draw_batches,
    philox,
    product,
    purpose_word,
    shuffle,
    splitmix,
)

from monopoly_sim.engine.sets import first
from monopoly_sim.engine.state import DECKS
from monopoly_sim.reference.dice import BUS, DICE, FACES

PURPOSE = U64(DICE)
OUTCOMES = U64(FACES**3)


@step
def deal(state):
    """Shuffle both decks of the state's deal, and key the dice of its seats."""
    rules, players = state.rules, U64(state.players)
    purpose, n = purpose_word(DEAL, players), ZERO
    for deck in range(DECKS):
        cards, batches = rules.cards[deck], rules.batches[deck]
        size = U64(cards)
        n = draw_batches(
            size, batches, state.words, state.seed, purpose, state.deal, n, state.drawn
        )
        shuffle((1 << cards) - 1, size, batches, state.drawn, state.shuffled)
        for place in range(cards):
            state.dealt[deck, place] = first(state.shuffled[place + 1] ^ state.shuffled[place])
    key = philox(state.seed, ONE, purpose_word(PURPOSE, players), state.deal)[0]
    for seat in range(1, state.players + 1):
        state.dice_key[seat] = splitmix(key, U64(seat))


@inlined
def dice_of(word):
    """Return all three dice of a random word."""
    outcome = int(product(word, OUTCOMES)[0])
    return 1 + outcome // FACES**2, 1 + outcome // FACES % FACES, 1 + outcome % FACES


@inlined
def numbers(first, second, third):
    """Return the sum of the dice that show numbers."""
    return first + second + (third if third < BUS else 0)


@inlined
def roll(state, seat, speed_die):
    """Roll a player's dice."""
    state.rolls[seat] += 1
    state.throws = 0
    one, two, three = dice_of(splitmix(state.dice_key[seat], U64(state.rolls[seat])))
    if not speed_die:
        three = 0
    state.thrown = numbers(one, two, three)
    return one, two, three


@inlined
def throw(state, seat, speed_die):
    """Throw a player's dice for the rent of a utility, and return their numbers."""
    state.throws += 1
    key = splitmix(state.dice_key[seat], U64(state.rolls[seat]))
    one, two, three = dice_of(splitmix(key, U64(state.throws)))
    return numbers(one, two, three if speed_die else 0)
