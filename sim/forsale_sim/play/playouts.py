"""What a move is worth: the game played to its end from here, many times, and who wins then.

In a playout the cards that nobody has seen are shuffled: what is set aside, and what comes up when,
is drawn anew each time, so that nothing of the real deck is known. Houses that others have put face
down are chosen again. Random numbers are the playouts' own. A playout has the same cards for each
move, so that the difference between two moves owes less to chance than what each is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from forsale_sim.cards import count
from forsale_sim.errors import UsageError
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.reference.game import Game
from forsale_sim.reference.listing import members
from forsale_sim.reference.play import Player, play_on
from forsale_sim.reference.randomness import Deal, shuffled
from forsale_sim.reference.sale import Sale
from forsale_sim.reference.view import View
from forsale_sim.reference.words import DEAL, Source, packed

OWN_NUMBERS = 0x70_6C_61_79_6F_75_74_73
"""The bits that differ between a game's seed and that of its playouts."""


class Playouts(Protocol):
    """Plays games to their end."""

    def play(self, game: Game, moves: Sequence[int], first: int, number: int) -> NDArray[np.uint8]:
        """Return how a game came out for the player to act, after each of some moves.

        Parameters
        ----------
        game
            A position in which somebody is to act.
        moves
            Legal moves.
        first
            The number of the first playout: those of other numbers have other random numbers.
        number
            How many playouts of each move.

        Returns
        -------
        ndarray
            (moves, playouts): the share of the win, in 60ths.

        Raises
        ------
        StrategyError
            If a strategy makes an illegal move or raises an exception.
        """
        ...


def make_playouts(lineup: Sequence[Entrant], seed: int) -> Playouts:
    """Return what plays games of a lineup to their end, compiled if all its strategies can be.

    Parameters
    ----------
    lineup
        Who plays on, by seat.
    seed
        The game's.
    """
    from forsale_sim.play.compiled import CompiledPlayouts

    try:
        return CompiledPlayouts(lineup, seed_of_playouts(seed))
    except UsageError:
        return PlainPlayouts(lineup, seed_of_playouts(seed))


def seed_of_playouts(seed: int) -> int:
    """Return another seed than a game's, always the same, for all that is drawn to look ahead."""
    return seed ^ OWN_NUMBERS


@dataclass(frozen=True, slots=True)
class PlainPlayouts:
    """Plays games to their end with the readable engine: some hundreds a second.

    Parameters
    ----------
    lineup
        Who plays on, by seat.
    seed
        Of the playouts' own random numbers.
    """

    lineup: Sequence[Player]
    seed: int

    def play(self, game: Game, moves: Sequence[int], first: int, number: int) -> NDArray[np.uint8]:
        """Return the share of the win, in 60ths, of the player to act: `Playouts.play`."""
        wins = np.zeros((len(moves), number), np.uint8)
        position = game.to_act - 1
        for playout in range(number):
            deal = first + playout
            dreamt = shuffled_anew(game, self.seed, deal)
            for i, move in enumerate(moves):
                played = dreamt.copy()
                lineup: list[Player] = list(self.lineup)
                lineup[position] = Determined(lineup[position], move)
                play_on(played, lineup, self.seed, deal)
                wins[i, playout] = played.score.wins[position]
        return wins


def shuffled_anew(game: Game, seed: int, deal: int) -> Game:
    """Return a copy of a game in which all that is hidden is otherwise.

    The cards that nobody has seen are in an order of their own, and houses that lay face down can
    be chosen again.
    """
    rules, known = game.rules, game.deal
    next_word = Source(seed).stream(packed(DEAL, rules.players), deal).__next__
    decks = []
    for cards, seen, deck in (
        (known.houses, game.seen_houses, set(rules.houses)),
        (known.cheques, game.seen_cheques, set(range(1, len(rules.cheques) + 1))),
    ):
        unseen = sorted(deck - set(members(seen)))
        order = [unseen[i] for i in shuffled(len(unseen), next_word)]
        decks.append((*cards[: count(seen)], *order[: len(cards) - count(seen)]))
    other = game.copy()
    other.deal = Deal(*decks)
    if other.sale:
        other.sale = Sale(other.sale.cheques, other.hands)
    return other


@dataclass(slots=True)
class Determined:
    """A player whose first move has been settled."""

    player: Player
    move: int
    moved: bool = False

    @property
    def name(self) -> str:
        """What the run calls the player."""
        return self.player.name

    def bid(self, view: View) -> int:
        """Return the settled move, later what the player bids."""
        return self.player.bid(view) if self._moves() else self.move

    def sell(self, view: View) -> int:
        """Return the settled move, later what the player sells."""
        return self.player.sell(view) if self._moves() else self.move

    def _moves(self) -> bool:
        moved, self.moved = self.moved, True
        return moved
