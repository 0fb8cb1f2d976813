"""Playouts: a game played to its end from the present position, many times, after each move.

Each playout shuffles the cards that nobody has seen, those set aside among them, so that it knows
nothing of the real deck. Houses that others have put face down are chosen again. Random numbers are
the playouts' own. All moves get the same cards, which makes differences between them more precise
than what each is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import UsageError
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.random_words import DEAL, Source, purpose_word
from strategy_lab.shuffling import shuffled

from forsale_sim.cards import count, members
from forsale_sim.reference.deals import Deal, draw_openers
from forsale_sim.reference.game import Game
from forsale_sim.reference.play import Player, play_on
from forsale_sim.reference.sale import Sale
from forsale_sim.reference.view import View

OWN_NUMBERS = 0x70_6C_61_79_6F_75_74_73
"""The bits in which the seed of playouts differs from that of the game."""


class Playouts(Protocol):
    """Plays games to their end."""

    def play(self, game: Game, moves: Sequence[int], first: int, number: int) -> NDArray[np.uint16]:
        """Return how a game comes out for the player to act, after each of some legal moves.

        They are (moves, playouts), in parts of a win.
        """
        ...


def make_playouts(lineup: Sequence[Entrant], seed: int) -> Playouts:
    """Return playouts of a lineup in a game with a seed, compiled if all strategies can be."""
    from forsale_sim.play.compiled_playouts import CompiledPlayouts

    try:
        return CompiledPlayouts(lineup, seed_of_playouts(seed))
    except UsageError:
        return PlainPlayouts(lineup, seed_of_playouts(seed))


def seed_of_playouts(seed: int) -> int:
    """Return the seed of the playouts of a game."""
    return seed ^ OWN_NUMBERS


@dataclass(frozen=True, slots=True)
class PlainPlayouts:
    """Plays games to their end with the readable engine: some hundreds a second."""

    lineup: Sequence[Player]
    seed: int

    def play(self, game: Game, moves: Sequence[int], first: int, number: int) -> NDArray[np.uint16]:
        """Return the share of the win, in parts of a win, of the player to act: `Playouts.play`."""
        wins = np.zeros((len(moves), number), np.uint16)
        position = game.to_act - 1
        for playout in range(number):
            deal = first + playout
            start = shuffle_hidden(game, self.seed, deal)
            for i, move in enumerate(moves):
                continued = start.copy()
                lineup: list[Player] = list(self.lineup)
                lineup[position] = MovesFirst(lineup[position], move)
                play_on(continued, lineup, self.seed, deal)
                wins[i, playout] = continued.score.wins[position]
        return wins


def shuffle_hidden(game: Game, seed: int, deal: int) -> Game:
    """Return a copy of a game with unseen cards shuffled and no house face down."""
    rules, known = game.rules, game.deal
    next_word = Source(seed).stream(purpose_word(DEAL, rules.players), deal).__next__
    decks = []
    for cards, seen, deck in (
        (known.houses, game.seen_houses, set(rules.houses)),
        (known.cheques, game.seen_cheques, set(range(1, len(rules.cheques) + 1))),
    ):
        unseen = sorted(deck - set(members(seen)))
        order = [unseen[i] for i in shuffled(len(unseen), next_word)]
        decks.append((*cards[: count(seen)], *order[: len(cards) - count(seen)]))
    other = game.copy()
    lots = draw_openers(rules, seed, deal)
    over = len(game.past_auctions)
    other.deal = Deal(decks[0], decks[1], openers=(*known.openers[:over], *lots[over:]))
    if other.sale:
        other.sale = Sale(other.sale.cheques, other.hands)
    return other


@dataclass(slots=True)
class MovesFirst:
    """A player who makes a given move first, and then plays on."""

    player: Player
    move: int | None

    @property
    def name(self) -> str:
        """The player's name in the run."""
        return self.player.name

    def decide(self, decision: str, view: View) -> int:
        """Return the given move, later the player's own."""
        move, self.move = self.move, None
        return self.player.decide(decision, view) if move is None else move
