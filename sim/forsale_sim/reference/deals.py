"""The random choices before a game: the order of the cards, the lots, and the lineup.

The random words depend on the seed, the deal's number and the number of players, so no rule of
play, seating or strategy changes a deal.
"""

from __future__ import annotations

from dataclasses import dataclass

from strategy_lab.random_words import (
    DEAL,
    LOTS,
    Source,
    draw_below,
    purpose_word,
)
from strategy_lab.shuffling import shuffled

from forsale_sim.rules.parameters import Rules


@dataclass(frozen=True, slots=True)
class Deal:
    """A pair of shuffled decks: houses by value, cheques by card number (1 is the lowest)."""

    houses: tuple[int, ...]
    """In the order they will be revealed."""
    cheques: tuple[int, ...]
    """In the order they will be revealed."""
    undealt_houses: tuple[int, ...] = ()
    """Set aside unseen, ascending."""
    undealt_cheques: tuple[int, ...] = ()
    """Set aside unseen, ascending."""
    openers: tuple[int, ...] = ()
    """The seats that open the second auction, the third, …, where lots decide that."""


def deal_cards(rules: Rules, seed: int, deal: int) -> Deal:
    """Shuffle both decks and set cards aside from the end of each."""
    next_word = Source(seed).stream(purpose_word(DEAL, rules.players), deal).__next__
    houses = tuple(rules.houses[i] for i in shuffled(len(rules.houses), next_word))
    cheques = tuple(i + 1 for i in shuffled(len(rules.cheques), next_word))
    dealt = rules.cards_dealt
    return Deal(
        houses[:dealt],
        cheques[:dealt],
        tuple(sorted(houses[dealt:])),
        tuple(sorted(cheques[dealt:])),
        draw_openers(rules, seed, deal),
    )


def draw_openers(rules: Rules, seed: int, deal: int) -> tuple[int, ...]:
    """Draw the seats that open a deal's auctions after the first; none unless lots decide that."""
    if rules.opener != "lot" or rules.replaces("opener"):
        return ()
    next_word = Source(seed).stream(purpose_word(LOTS, rules.players), deal).__next__
    return tuple(1 + draw_below(rules.players, next_word) for _ in range(rules.auctions - 1))
